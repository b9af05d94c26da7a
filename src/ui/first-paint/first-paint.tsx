import { useState } from 'react';
import first from '../../../examples/sum.cl?raw';
import { isLink } from '../../session/portable/is-link.ts';
import { firstLook } from '../../session/kept/first-look.ts';
import '../editor/plain-text.css';
import '../editor/pragma-bar.css';
import { pragmaBlock } from '../../language/pragma-summary.ts';
import { SHOW_ME, Welcome } from '../first-visit/welcome.tsx';
import { useSides } from '../shared/page-layout.ts';
import { NARROW } from '../shell/narrow.ts';
import { Split } from '../shell/split.tsx';
import { useNarrow, useShort, useTextSizeOnDocument } from '../theme/text-size.ts';
import { useThemeOnDocument } from '../theme/theme.ts';
import './first-paint.css';

/** The page's frame and kernel text, painted while the page loads. Nothing moves afterwards. */
export function FirstPaint() {
  useThemeOnDocument();
  useTextSizeOnDocument();
  const isNarrow = useNarrow(NARROW);
  const isShort = useShort() && !isNarrow;
  const [{ kernelText: last, isFirstVisit }] = useState(() => firstLook(first));
  const sides = useSides();
  // A link takes its place.
  const kernelText = isLink(location.hash) ? undefined : last;
  const folded = kernelText === first && !arePragmasOpen() ? withoutPragmas(first) : undefined;
  const kernel = (
    <section className="first-pane" aria-label="Kernel">
      <div className="first-head" />
      {folded && <div className="pragma-bar row">{folded.words}</div>}
      <div className="first-text">
        <pre className="code-editor-plain soft-text">{folded?.text ?? kernelText}</pre>
      </div>
      <div className="first-foot" />
    </section>
  );
  return (
    <div className={isShort ? 'first-paint short' : 'first-paint'} aria-busy="true">
      <header className="first-bar">
        <div className="first-brand">
          <img src="./icon.svg" width={24} height={24} alt="" />
          <h1>Overtime</h1>
        </div>
      </header>
      <div className="first-task" />
      <main className="fills">
        {isNarrow ? (
          kernel
        ) : (
          <Split {...sides}>
            {kernel}
            <div className="first-pane">
              {isFirstVisit && (
                <Welcome>
                  <button type="button" className="button link" disabled>
                    {SHOW_ME}
                  </button>
                </Welcome>
              )}
            </div>
          </Split>
        )}
      </main>
      <footer className="first-status">Loading the workbench</footer>
    </div>
  );
}

/** An example's pragmas are one line, as in the editor. */
function withoutPragmas(
  text: string,
): { readonly words: string; readonly text: string } | undefined {
  const block = pragmaBlock(text);
  if (!block) return undefined;
  const lines = text.split('\n');
  return {
    words: block.words,
    text: lines.toSpliced(block.first - 1, block.last - block.first + 1).join('\n'),
  };
}

/** Somebody has opened them before. */
function arePragmasOpen(): boolean {
  try {
    return /"isOpen":true/.test(localStorage.getItem('overtime-pragmas') ?? '');
  } catch {
    return false;
  }
}
