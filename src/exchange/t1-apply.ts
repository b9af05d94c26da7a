import { blankComments } from '../kernel/index.ts';
import { pragmasOf, type SearchSpace } from './t1-read.ts';

const PRAGMA = /^[ \t]*#[ \t]*pragma[ \t]+tuner[ \t]+(param|require)\b(.*)$/;

/** A kernel's text with a search space in place of its own: its parameters have the values of the file, and
 * the conditions of the file take the place of all that are about those parameters alone. What the file does
 * not name stays. */
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
  // A pragma that goes on in the next line is left to its owner: it is rare, and cut it would be wrong.
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
