import { languageOf } from '../../front/cuda/words.ts';
import { withFixes } from '../../language/index.ts';

const LINE = /^[ \t]*#[ \t]*pragma[ \t]+tuner[ \t]+lockstep[ \t]*(?:\n|$)/gm;

/** OpenCL says nothing of warps, unless the text does. */
export const hasWarps = (text: string): boolean =>
  languageOf(text) === 'cuda' || statesLockstep(text);

/** The text states that the threads of a warp go in lockstep. */
export const statesLockstep = (text: string): boolean => text.search(LINE) >= 0;

/** States it, or takes it back. */
export const withLockstep = (text: string, isStated: boolean): string => {
  const without = text.replaceAll(LINE, '');
  if (!isStated) return without;
  const fixes = [{ line: '#pragma tuner lockstep', where: 'top' }] as const;
  return withFixes(without, { fixes, span: { start: 0, end: 0 } });
};
