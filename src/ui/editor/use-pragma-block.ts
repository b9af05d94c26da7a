import { useEffect, useMemo } from 'react';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { positionAt } from '../../base/span.ts';
import { pragmaBlock, type PragmaBlock } from '../../language/index.ts';
import { EXAMPLES } from '../../session/examples.ts';
import { showPragmas, usePragmasShown } from './pragma-bar.tsx';

interface Asked {
  readonly text: string;
  /** The example that the text was, by its id. */
  readonly example: string | undefined;
  readonly jump: { readonly offset: number } | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

interface Shown {
  readonly block: PragmaBlock;
  readonly isOpen: boolean;
}

/** An example's own pragmas, while nobody has changed them. */
export function usePragmaBlock({ text, example, jump, diagnostics }: Asked): Shown | undefined {
  const isWanted = usePragmasShown();
  const ofExample = useMemo(
    () => pragmaBlock(EXAMPLES.find((each) => each.id === example)?.text ?? ''),
    [example],
  );
  const block = useMemo(() => pragmaBlock(text), [text]);
  const isInside = (offset: number): boolean => {
    const { line } = positionAt(text, offset);
    return block !== undefined && block.first <= line && line <= block.last;
  };
  const isGoingIn = jump !== undefined && jump.offset <= text.length && isInside(jump.offset);
  useEffect(() => {
    if (isGoingIn) showPragmas(true);
  }, [jump, isGoingIn]);
  if (!block || block.text !== ofExample?.text) return undefined;
  // A problem must be seen where it is.
  const isOpen = isWanted || diagnostics.some(({ span }) => isInside(span.start));
  return { block, isOpen };
}
