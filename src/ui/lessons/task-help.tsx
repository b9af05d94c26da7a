import { Button } from 'react-aria-components';

/** Misses before the first hint. */
const MISSES = 3;

interface Props {
  readonly hints: readonly string[];
  readonly misses: number;
  readonly solution: readonly string[] | undefined;
  /** It is solved or given up. */
  readonly isOpen: boolean;
  readonly onGiveUp: () => void;
}

/** After some misses a hint, then another, then the solution. */
export function TaskHelp({ hints, misses, solution, isOpen, onGiveUp }: Props) {
  const shown = hints.slice(0, Math.max(0, misses - MISSES + 1));
  return (
    <>
      {shown.map((hint) => (
        <p key={hint} className="lesson-hint">
          {hint}
        </p>
      ))}
      {isOpen && solution && (
        <details>
          <summary>A solution</summary>
          <pre tabIndex={0}>
            <code>{solution.join('\n')}</code>
          </pre>
        </details>
      )}
      {!isOpen && (
        <p className="note">
          {hints.length > 0 && shown.length === 0 && `A hint comes after ${MISSES} misses. `}
          <Button className="button link" onPress={onGiveUp}>
            Give up
          </Button>
        </p>
      )}
    </>
  );
}
