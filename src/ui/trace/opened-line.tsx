import type { Configuration, SessionState } from '../../session/index.ts';
import { configurationsInWords } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import './opened-line.css';

type View = SessionState['trace'];

/** What the trace was opened for, where that is not the answer: `WG 8, TS 16`; undefined where it is. */
export function besideAnswer(
  { phase, origin, values }: View,
  optima: readonly Configuration[],
): string | undefined {
  if (phase === 'none' || origin === undefined || !values) return undefined;
  const words = configurationsInWords([values]);
  if (origin === 'simulation') return `${words}, simulated`;
  if (origin === 'schedules') return `${words}, at level free`;
  return optima.some((one) => configurationsInWords([one]) === words) ? undefined : words;
}

interface Props {
  readonly title: string;
  /** How long it takes, in words. */
  readonly time: string;
  /** What is wrong with the kernel itself. */
  readonly spoiled: string | undefined;
  /** The configuration of the answer. */
  readonly answer: string;
  readonly onClose: () => void;
}

/** Names the configuration that stands open beside the answer; closed, the run of the answer is back. */
export function OpenedLine({ title, time, spoiled, answer, onClose }: Props) {
  return (
    <div className="opened-line" data-testid="opened">
      <strong>{title}</strong>
      <span>{time}</span>
      {spoiled !== undefined && (
        <span className="trace-title spoiled">
          <Icon name="warning" size={14} />
          {spoiled}
        </span>
      )}
      <span className="spacer" />
      <IconButton
        icon="close"
        label={answer === '' ? 'Close it' : `Close it, back to ${answer}`}
        onPress={onClose}
      />
    </div>
  );
}
