import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { type Diagnostic, type Mending, positionAt } from '../../session/index.ts';
import { Icon } from '../shared/icons.tsx';

interface Props {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Nothing is known of the text, or not yet: what is said is of the one before. */
  readonly isUnread?: boolean;
  readonly onJump: (offset: number) => void;
  /** What would settle a diagnostic; dear to ask. */
  readonly mendingsOf: (diagnostic: Diagnostic) => readonly Mending[];
  readonly onMend: (mending: Mending) => void;
  /** What the text is. */
  readonly of?: string;
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** What is wrong with the kernel, worst first; a press goes to the place. */
export function DiagnosticsList({
  text,
  diagnostics,
  isUnread = false,
  onJump,
  mendingsOf,
  onMend,
  of = 'kernel',
}: Props) {
  const sorted = diagnostics.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || a.span.start - b.span.start,
  );
  const offered = useOffered(text, sorted, mendingsOf);
  return (
    <ul className="diagnostics" aria-label={`Problems of the ${of}`}>
      {sorted.length === 0 && !isUnread && <li className="diagnostics-none">No problems</li>}
      {sorted.map((diagnostic) => {
        const { line, column } = positionAt(text, diagnostic.span.start);
        return (
          <li key={keyOf(diagnostic)} className="diagnostic-row">
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
            {offered.get(keyOf(diagnostic))?.map((title) => (
              <Button
                key={title}
                className="button link diagnostic-fix"
                aria-label={title.replace(/^Add /, 'Add it: ')}
                onPress={() => {
                  // What is there now: something may have been typed since.
                  const mending = mendingsOf(diagnostic).find((one) => one.title === title);
                  if (mending) onMend(mending);
                }}
              >
                {title.startsWith('Add ') ? 'Add it' : title}
              </Button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

/** Milliseconds without an edit before it is asked what would help. */
const PAUSE = 200;
/** Of so many problems; of the others the editor says it. */
const MOST_ASKED = 12;
/** Shown beside each; the editor offers more. */
const MOST_SHOWN = 2;

const keyOf = ({ code, span, message }: Diagnostic): string => `${code} ${span.start} ${message}`;

/** What is offered for each problem, in words, once nobody types. */
function useOffered(
  text: string,
  diagnostics: readonly Diagnostic[],
  mendingsOf: Props['mendingsOf'],
): ReadonlyMap<string, readonly string[]> {
  const [offered, setOffered] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const key = diagnostics.map(keyOf).join('\n');
  const ask = useEffectEvent(() => {
    const shown = new Set<string>();
    // What mends the whole text need not stand beside each of its problems.
    const isNew = (title: string): boolean =>
      !title.startsWith('Translate all') || shown.size < shown.add(title).size;
    const found = diagnostics.slice(0, MOST_ASKED).map((each) => {
      const titles = mendingsOf(each).map(({ title }) => title);
      return [keyOf(each), titles.filter(isNew).slice(0, MOST_SHOWN)] as const;
    });
    setOffered(new Map(found));
  });
  useEffect(() => {
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }, [text, key]);
  return offered;
}
