import { Button } from 'react-aria-components';
import { type Diagnostic, positionAt } from '../../session/index.ts';
import { Icon } from '../shared/icons.tsx';

interface Props {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The text is being read: what is said is of the one before. */
  readonly isReading?: boolean;
  readonly onJump: (offset: number) => void;
  /** Puts the lines in that would settle a diagnostic. */
  readonly onFix: (diagnostic: Diagnostic) => void;
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

const linesOf = ({ fixes = [] }: Diagnostic): string => fixes.map(({ line }) => line).join(' and ');

/** What is wrong with the kernel, worst first; a press goes to the place. */
export function DiagnosticsList({ text, diagnostics, isReading = false, onJump, onFix }: Props) {
  const sorted = diagnostics.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || a.span.start - b.span.start,
  );
  return (
    <ul className="diagnostics" aria-label="Problems of the kernel">
      {isReading && (
        <li className="diagnostics-none" role="status">
          Reading the kernel: it is long
        </li>
      )}
      {sorted.length === 0 && !isReading && <li className="diagnostics-none">No problems</li>}
      {sorted.map((diagnostic) => {
        const { line, column } = positionAt(text, diagnostic.span.start);
        return (
          <li
            key={`${diagnostic.code} ${diagnostic.span.start} ${diagnostic.message}`}
            className="diagnostic-row"
          >
            <Button
              className={`diagnostic ${diagnostic.severity}`}
              onPress={() => onJump(diagnostic.span.start)}
            >
              <Icon name={diagnostic.severity} size={14} />
              <span className="diagnostic-place">
                {line}:{column}
              </span>
              <span className="diagnostic-words">
                {diagnostic.source !== undefined && (
                  <>
                    <span className="diagnostic-source">{diagnostic.source}</span>{' '}
                  </>
                )}
                {diagnostic.message}
                {diagnostic.hint !== undefined && <em> {diagnostic.hint}</em>}
              </span>
            </Button>
            {diagnostic.fixes !== undefined && diagnostic.fixes.length > 0 && (
              <Button
                className="button link diagnostic-fix"
                aria-label={`Add it: ${linesOf(diagnostic)}`}
                onPress={() => onFix(diagnostic)}
              >
                Add it
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
