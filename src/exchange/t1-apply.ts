import { blankComments } from '../front/lexer.ts';
import { pragmasOf, type SearchSpace } from './t1-read.ts';

const PRAGMA = /^[ \t]*#[ \t]*pragma[ \t]+tuner[ \t]+(param|require)\b(.*)$/;

/** Replaces the parameters and conditions that the space covers; the rest of the kernel stays. */
export function withSearchSpace(kernelText: string, space: SearchSpace): string {
  const names = new Set(space.parameters.map(({ name }) => name));
  const own = declaredIn(kernelText);
  const lines = kernelText.split('\n');
  const clean = blankComments(kernelText).text.split('\n');
  const isReplaced = (line: string): boolean => {
    const [, kind, rest = ''] = PRAGMA.exec(line.trimEnd()) ?? [];
    if (kind === 'param') return names.has(/^\s*(\w+)/.exec(rest)?.[1] ?? '');
    if (kind !== 'require') return false;
    return (rest.match(/[A-Za-z_]\w*/g) ?? []).every((word) => names.has(word) || !own.has(word));
  };
  // Continued pragmas are left alone: rare, and easily broken.
  const goesOn = (index: number): boolean => lines[index]?.trimEnd().endsWith('\\') === true;
  const kept: string[] = [];
  let place = -1;
  for (const [index, line] of lines.entries()) {
    if (isReplaced(clean[index] ?? '') && !goesOn(index) && !goesOn(index - 1)) {
      if (place < 0) place = kept.length;
    } else kept.push(line);
  }
  const pragmas = pragmasOf(space);
  if (place < 0) return [...pragmas, '', ...kept].join('\n');
  return [...kept.slice(0, place), ...pragmas, ...kept.slice(place)].join('\n');
}

/** The parameters that a text declares. */
const declaredIn = (kernelText: string): ReadonlySet<string> =>
  new Set(
    [...kernelText.matchAll(/#[ \t]*pragma[ \t]+tuner[ \t]+param[ \t]+(\w+)/g)].map(
      ([, name = '']) => name,
    ),
  );
