import { whole } from '../base/words.ts';
import type { LanguageWords } from '../front/language.ts';
import type { WorkItems } from './work-items.ts';

/** Numbers that are named one by one. */
const MOST_NAMED = 4;

/** `work-items 4 to 7 of work-group 2`, `work-items 1, 5, 9 and 13`, `warp 3`, `2 work-items` */
export function itemsInWords(
  { of, first, step, count, group }: WorkItems,
  words: LanguageWords,
): string | undefined {
  if (count === 0) return undefined;
  const one = of === 'warp' ? of : words.item;
  const many = count === 1 ? one : `${one}s`;
  if (first === undefined) return count === 1 ? `a ${one}` : `${whole(count)} ${many}`;
  const where = group === undefined ? '' : ` of ${words.group} ${whole(group)}`;
  return `${many} ${numbers(first, step, count)}${where}`;
}

function numbers(first: number, step: number, count: number): string {
  const at = (index: number): string => whole(first + index * step);
  if (count === 1) return at(0);
  const last = at(count - 1);
  if (step === 1 && count > 2) return `${at(0)} to ${last}`;
  if (count > MOST_NAMED) return `${at(0)}, ${at(1)}, ${at(2)} ... ${last}`;
  const before = Array.from({ length: count - 1 }, (_, index) => at(index));
  return `${before.join(', ')} and ${last}`;
}
