import { gapsOf } from '../../lessons/index.ts';
import { CodeLine } from '../stage/code-line.tsx';

interface Props {
  /** The kernel, with its gaps as they are given. */
  readonly kernel: string;
  readonly fills: readonly string[];
  readonly onFill: (fills: readonly string[]) => void;
}

/** Fewest lines of a gap that stands by itself. */
const LEAST_LINES = 3;

/** A kernel of which only the gaps can be changed. */
export function GapEditor({ kernel, fills, onFill }: Props) {
  const gaps = gapsOf(kernel);
  const parts = gaps.map(({ start }, at) => {
    const before = shown(kernel.slice(gaps[at - 1]?.end ?? 0, start));
    const isInline = before.split('\n').at(-1)?.trim() !== '';
    const label = `Gap ${at + 1}`;
    const value = fills[at] ?? '';
    const change = (text: string): void =>
      onFill(gaps.map((_, k) => (k === at ? text : (fills[k] ?? ''))));
    return (
      <span key={start}>
        <CodeLine text={before} />
        {isInline ? (
          <input
            className="gap"
            aria-label={label}
            value={value}
            size={Math.max(8, value.length + 1)}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        ) : (
          <textarea
            className="gap"
            aria-label={label}
            value={value}
            rows={Math.max(LEAST_LINES, value.split('\n').length)}
            spellCheck={false}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
      </span>
    );
  });
  return (
    <pre className="gap-editor">
      {parts}
      <CodeLine text={shown(kernel.slice(gaps.at(-1)?.end ?? 0))} />
    </pre>
  );
}

/** Without the marks, and without the lines that state the puzzle. */
const shown = (text: string): string =>
  text
    .replaceAll(/^#pragma.*\n+/gm, '')
    .replaceAll('/*?*/', '')
    .replaceAll('/*!*/', '')
    .replace(/^\n+/, '');
