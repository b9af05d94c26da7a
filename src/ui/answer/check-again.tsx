import { Button } from 'react-aria-components';
import { Explained } from '../shared/explained.tsx';
import { Icon, type IconName } from '../shared/icons.tsx';
import './check-again.css';
import type { RecheckView } from '../../session/workbench/recheck-view.ts';

interface Props {
  /** The file or model whose answer it is. */
  readonly name: string;
  readonly view: RecheckView;
  readonly most: number;
  readonly onCheck: () => void;
  readonly onCancel: () => void;
}

type Checks = Props['view']['checks'];

const ICONS: readonly (readonly [holds: boolean | undefined, icon: IconName, words: string])[] = [
  [true, 'check', 'holds'],
  [false, 'error', 'does not hold'],
  [undefined, 'info', 'not decided'],
];

/** Checks the proof again at one press. */
export function CheckAgain({ name, view, most, onCheck, onCancel }: Props) {
  const { phase, checks, message } = view;
  if (phase === 'running')
    return (
      <span className="check-again" role="status" data-testid="rechecked">
        Checking again: {checks.length} of {most}
        <Button className="button small" onPress={onCancel}>
          Cancel
        </Button>
      </span>
    );
  const isDone = phase === 'ended';
  return (
    <span className="check-again">
      <span role="status" data-testid="rechecked">
        {phase === 'failed' && `Not checked: ${message ?? 'the tools failed'}`}
        {phase === 'cancelled' && 'The check was cancelled.'}
        {isDone && (
          <Explained
            dialogClass="explanation check-list"
            title={`What was checked of ${name}`}
            trigger={summary(checks)}
          >
            <ul>
              {checks.map(({ about, holds, words }) => {
                const [, icon, meaning] = ICONS.find(([one]) => one === holds) ?? ICONS[2] ?? [];
                return (
                  <li key={about} className={`check-${String(holds)}`}>
                    {icon && <Icon name={icon} size={14} />}
                    <span>
                      <span className="visually-hidden">{meaning}: </span>
                      {words}
                    </span>
                  </li>
                );
              })}
            </ul>
          </Explained>
        )}
      </span>
      {!isDone && (
        <Button className="button small" onPress={onCheck}>
          Check the proof again
        </Button>
      )}
    </span>
  );
}

/** `The proof and the run hold; the hashes agree.` */
function summary(checks: Checks): string {
  const of = (abouts: readonly string[], holds: boolean): boolean =>
    checks.some((one) => abouts.includes(one.about) && one.holds === holds);
  const hashes = ['model', 'programs', 'verifier'];
  const words = of(['proof'], false)
    ? 'The proof does not hold'
    : of(['run'], false)
      ? 'The run does not hold'
      : of(['evidence', 'optima', 'times', 'searches'], false)
        ? 'Not all figures hold'
        : of(['proof'], true)
          ? 'The proof and the run hold'
          : 'The run holds; nothing is proved';
  if (of(hashes, false)) return `${words}; hashes differ`;
  return of(hashes, true) ? `${words}; hashes agree` : words;
}
