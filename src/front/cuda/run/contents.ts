import { isInteger } from '../../scalar.ts';
import { shortest } from '../host-reals.ts';
import { decimal } from '../host-text.ts';
import { chosen, MOST_VALUES } from '../listed-contents.ts';
import type { Cells, Value } from './cells.ts';

/** Values and contents of arrays, as pragmas write them. */

/** An array behind an argument, in one round. */
export interface Array {
  readonly cells: Cells;
  readonly from: number;
  readonly length: number | undefined;
}

/** @param member as `.a[2].x` */
export function ofMember(value: Value, member: string): Value | undefined {
  let at: Value | undefined = value;
  for (const name of member.match(/\w+/g) ?? [])
    at = at?.kind === 'struct' ? at.members.get(name) : undefined;
  return at;
}

/** All elements, where each is told. */
export function valuesIn({ cells, from, length }: Array): readonly Value[] | undefined {
  if (length === undefined || length <= 0 || from !== 0 || cells.isFreed) return undefined;
  if (cells.values.size === 0) return [cells.rest];
  if (length > MOST_VALUES) return undefined;
  return Array.from({ length }, (_, i) => cells.values.get(i) ?? cells.rest);
}

/** The elements as an expression of `i`, where all are told.
 * @param of a member of the structs that are its elements */
export function expressionOf(array: Array, of?: string): string | undefined {
  const words = valuesIn(array)?.map((each) => wordsOf(each, of));
  if (!words || words.length === 0) return undefined;
  const told = words.flatMap((each) => each ?? []);
  return told.length === words.length ? chosen(told, 0, told.length) : undefined;
}

const wordsOf = (value: Value, member: string | undefined): string | undefined => {
  const own = member === undefined ? value : ofMember(value, `.${member}`);
  return own && inWords(own);
};

export function inWords(value: Value): string | undefined {
  if (value.kind === 'whole')
    return isInteger(value.type) && Number.isSafeInteger(Number(value.value))
      ? String(value.value)
      : undefined;
  if (value.kind !== 'real' || !Number.isFinite(value.value)) return undefined;
  return decimal(value.type === 'float' ? shortest(value.value) : value.value);
}
