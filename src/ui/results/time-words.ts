import {
  busiest,
  type ElementClass,
  TIME_PARTS,
  type TimePart,
  type TimeSplit,
} from '../../trace/index.ts';
import { STATE_WORDS } from '../shared/state-words.ts';
import { count, slowerInWords, timesInWords, whole } from '../../base/words.ts';

/** `24 ticks slower: 32 more barriers, 96 ticks more waiting at barriers`, by the slowest element of each. */
export function differenceInWords(one: TimeSplit, other: TimeSplit): string {
  const [own, its] = [busiest(one), busiest(other)];
  if (!own || !its) return '';
  const head = slowerInWords(one.time - other.time);
  const barriers = own.barriers - its.barriers;
  const parts = TIME_PARTS.map((part) => ({ part, by: own.ticks[part] - its.ticks[part] }))
    .filter(({ by }) => by !== 0)
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .map(
      ({ part, by }) =>
        `${count(Math.abs(by), 'tick')} ${by < 0 ? 'less' : 'more'} ${STATE_WORDS[part].spent}`,
    );
  const waiting = own.ticks.barrier - its.ticks.barrier;
  const number = count(Math.abs(barriers), barriers < 0 ? 'fewer barrier' : 'more barrier');
  // Barriers explain it only if their wait changes with their number.
  if (barriers !== 0 && Math.sign(barriers) === Math.sign(waiting)) parts.unshift(number);
  const ending = Math.abs(barriers) === 1 ? 's' : '';
  const aside =
    barriers !== 0 && waiting === 0
      ? `; its ${number} ${barriers < 0 ? `save${ending} no` : `cost${ending} no more`} waiting`
      : '';
  return parts.length === 0
    ? `${head}, and its time goes the same way${aside}`
    : `${head}: ${parts.join(', ')}${aside}`;
}

/** `Most of it is spent in global memory (48 ticks), then waiting at barriers (4 ticks).` */
export function spentInWords(split: TimeSplit): string {
  const ticks = busiest(split)?.ticks;
  if (!ticks) return '';
  const [most, next] = TIME_PARTS.filter((part) => ticks[part] > 0).toSorted(
    (one, other) => ticks[other] - ticks[one],
  );
  if (most === undefined) return '';
  const words = (part: TimePart): string =>
    `${STATE_WORDS[part].spent} (${count(ticks[part], 'tick')})`;
  const then = next === undefined ? '' : `, then ${words(next)}`;
  return `Most of it is spent ${words(most)}${then}.`;
}

/** Elements that spend their time alike: `pex 0 × 62`, `pex 0 to 3, 8 in all`, `pex 0 × 14, a group fewer` */
export function classInWords({
  labels,
  count: all,
  apart,
}: Pick<ElementClass, 'labels' | 'count' | 'apart'>): string {
  const names = elementsInWords(labels);
  const words = [
    labels.length === 1 ? timesInWords(names, all) : names,
    ...(labels.length > 1 && all !== labels.length ? [`${whole(all)} in all`] : []),
    ...(apart ? [apart] : []),
  ];
  return words.join(', ');
}

/** `pex 0 to 3`, `pex 0 and 2`, `pex 0, 1, 2 and 61 more` */
export function elementsInWords(labels: readonly string[]): string {
  const [first = ''] = labels;
  if (labels.length === 1) return first;
  const head = first.slice(0, first.lastIndexOf(' ') + 1);
  const names = labels.map((label) => (label.startsWith(head) ? label.slice(head.length) : label));
  const numbers = names.map(Number);
  const run = numbers.every(
    (value, index) => index === 0 || value === (numbers[index - 1] ?? 0) + 1,
  );
  if (run && labels.length > 2) return `${head}${names[0] ?? ''} to ${names.at(-1) ?? ''}`;
  if (labels.length <= 3)
    return `${head}${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  return `${head}${names.slice(0, 3).join(', ')} and ${whole(labels.length - 3)} more`;
}
