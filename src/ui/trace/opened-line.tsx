import type { Configuration } from '../../tuning/index.ts';
import { configurationsInWords } from '../../base/words.ts';
import { Icon } from '../shared/icons.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import './opened-line.css';
import type { TraceView } from '../../session/views/trace-view.ts';

type View = TraceView;

/** The configuration, where it is not the answer's: `WG 8, TS 16`. */
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
  readonly time: string;
  /** A fault of the kernel itself. */
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
        <span className="trace-title soft-text one-line spoiled">
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
