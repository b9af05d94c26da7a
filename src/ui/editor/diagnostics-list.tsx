import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import * as v from 'valibot';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { positionAt } from '../../base/span.ts';
import { count } from '../../base/words.ts';
import type { Mending } from '../../language/index.ts';
import { Icon } from '../shared/icons.tsx';
import { keptStore } from '../shared/kept-store.ts';

interface Props {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The text is not read yet: these are of the previous one. */
  readonly isUnread?: boolean;
  readonly onJump: (offset: number) => void;
  /** Expensive. */
  readonly mendingsOf: (diagnostic: Diagnostic) => Promise<readonly Mending[]>;
  readonly onMend: (mending: Mending) => void;
  /** A form asks for what would settle it. */
  readonly isAsked?: ((diagnostic: Diagnostic) => boolean) | undefined;
  readonly onAsk?: () => void;
  readonly of?: string;
}

const NEVER = (): boolean => false;

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** Problems of the kernel, worst first; a press goes there. */
export function DiagnosticsList({
  text,
  diagnostics,
  isUnread = false,
  onJump,
  mendingsOf,
  onMend,
  isAsked = NEVER,
  onAsk,
  of = 'kernel',
}: Props) {
  const sorted = diagnostics.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || a.span.start - b.span.start,
  );
  const offered = useOffered(text, sorted, mendingsOf);
  const { isOpen } = useProblems();
  const [worst] = sorted;
  return (
    <>
      <Button
        className="diagnostics-line ring-inside row small-text"
        aria-expanded={isOpen}
        isDisabled={!worst}
        onPress={() => useProblems.setState({ isOpen: !isOpen })}
      >
        {!isUnread && <Icon name={worst?.severity ?? 'check'} size={14} />}
        {isUnread ? <span className="visually-hidden">Not read yet</span> : countsInWords(sorted)}
        {worst && <Icon name="chevron" size={14} />}
      </Button>
      {isOpen && sorted.length > 0 && (
        <ul className="diagnostics small-text" aria-label={`Problems of the ${of}`}>
          {sorted.map((diagnostic) => {
            const { line, column } = positionAt(text, diagnostic.span.start);
            return (
              <li key={keyOf(diagnostic)} className="diagnostic-row">
                <Button
                  className={`diagnostic ${diagnostic.severity}`}
                  onPress={() => onJump(diagnostic.span.start)}
                >
                  <Icon name={diagnostic.severity} size={14} />
                  <span className="diagnostic-place soft-text">
                    {line}:{column}
                  </span>
                  <span className="diagnostic-words">
                    {diagnostic.source !== undefined && (
                      <>
                        <span className="diagnostic-source soft-text">
                          {diagnostic.source}
                        </span>{' '}
                      </>
                    )}
                    {diagnostic.message}
                    {diagnostic.hint !== undefined && <em> {diagnostic.hint}</em>}
                  </span>
                </Button>
                {isAsked(diagnostic) ? (
                  <Button className="button link diagnostic-fix" onPress={() => onAsk?.()}>
                    Say it
                  </Button>
                ) : (
                  offered.get(keyOf(diagnostic))?.map((title) => (
                    <Button
                      key={title}
                      className="button link diagnostic-fix"
                      aria-label={title.replace(/^Add /, 'Add it: ')}
                      onPress={async () => {
                        // Typing may have changed it since.
                        const found = await mendingsOf(diagnostic);
                        const mending = found.find((one) => one.title === title);
                        if (mending) onMend(mending);
                      }}
                    >
                      {title.startsWith('Add ') ? 'Add it' : title}
                    </Button>
                  ))
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

/** One line until it is opened. */
const useProblems = keptStore('overtime-problems', v.object({ isOpen: v.boolean() }), {
  isOpen: false,
});

const NAMES = { error: 'error', warning: 'warning', info: 'note' } as const;
const SEVERITIES = ['error', 'warning', 'info'] as const;

/** `1 error, 2 notes` */
function countsInWords(diagnostics: readonly Diagnostic[]): string {
  const words = SEVERITIES.flatMap((one) => {
    const many = diagnostics.filter(({ severity }) => severity === one).length;
    return many === 0 ? [] : [count(many, NAMES[one])];
  });
  return words.length === 0 ? 'No problems' : words.join(', ');
}

/** Milliseconds without an edit before it is asked what would help. */
const PAUSE = 200;
/** The editor offers fixes for the rest. */
const MOST_ASKED = 12;
/** Shown beside each; the editor offers more. */
const MOST_SHOWN = 2;

const keyOf = ({ code, span, message }: Diagnostic): string => `${code} ${span.start} ${message}`;

/** Fixes for each problem, computed once typing stops. */
function useOffered(
  text: string,
  diagnostics: readonly Diagnostic[],
  mendingsOf: Props['mendingsOf'],
): ReadonlyMap<string, readonly string[]> {
  const [offered, setOffered] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const key = diagnostics.map(keyOf).join('\n');
  const ask = useEffectEvent(async (isWanted: () => boolean) => {
    const asked = diagnostics.slice(0, MOST_ASKED).map(async (each) => {
      const titles = (await mendingsOf(each)).map(({ title }) => title);
      return [keyOf(each), titles.slice(0, MOST_SHOWN)] as const;
    });
    const found = await Promise.all(asked);
    if (isWanted()) setOffered(new Map(found));
  });
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => void ask(() => isWanted), PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, key]);
  return offered;
}
