import { TIME_PARTS, type TimePart } from '../../trace/index.ts';
import { count } from '../../base/words.ts';
import { STATE_WORDS } from '../shared/state-words.ts';

export interface BarRow {
  readonly label: string;
  readonly ticks: Readonly<Record<TimePart, number>>;
}

export interface BarGroup {
  readonly title: string;
  readonly rows: readonly BarRow[];
}

/** A part of a bar. */
export interface Place {
  readonly group: number;
  readonly row: number;
  readonly part: TimePart;
}

/** The parts that have a length, from bar to bar. */
export const placesIn = (groups: readonly BarGroup[]): readonly Place[] =>
  groups.flatMap(({ rows }, group) =>
    rows.flatMap(({ ticks }, row) =>
      TIME_PARTS.filter((part) => ticks[part] > 0).map((part) => ({ group, row, part })),
    ),
  );

const areSame = (one: Place, other: Place): boolean =>
  one.group === other.group && one.row === other.row && one.part === other.part;

const inOneBar = (one: Place, other: Place): boolean =>
  one.group === other.group && one.row === other.row;

/** A key's target: along the bar, or the same part of another bar. */
export function moved(
  groups: readonly BarGroup[],
  from: Place | undefined,
  key: string,
): Place | undefined {
  const places = placesIn(groups);
  const [first] = places;
  const at = from ? places.findIndex((one) => areSame(one, from)) : -1;
  const now = places[at];
  if (key === 'Home') return first;
  if (key === 'End') return places.at(-1);
  if (!now) return key.startsWith('Arrow') ? first : undefined;
  if (key === 'ArrowRight') return places[at + 1] ?? now;
  if (key === 'ArrowLeft') return places[at - 1] ?? now;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const others = key === 'ArrowDown' ? places.slice(at + 1) : places.slice(0, at).toReversed();
  const next = others.find((one) => !inOneBar(one, now));
  if (!next) return now;
  const bar = places.filter((one) => inOneBar(one, next));
  return bar.find(({ part }) => part === now.part) ?? bar[0];
}

/** A part's owner, kind, amount and share. */
export function wordsOf(
  groups: readonly BarGroup[],
  { group, row, part }: Place,
): { readonly title: string; readonly lines: readonly string[] } | undefined {
  const found = groups[group];
  const bar = found?.rows[row];
  if (!found || !bar) return undefined;
  const ticks = bar.ticks[part];
  const whole = TIME_PARTS.reduce((sum, one) => sum + bar.ticks[one], 0);
  const share = whole === 0 ? 0 : (100 * ticks) / whole;
  const percent = share > 0 && share < 1 ? 'less than 1 %' : `${Math.round(share)} %`;
  return {
    title: `${bar.label}: ${STATE_WORDS[part].name}`,
    lines: [`${count(ticks, 'tick')}, ${percent} of its time`, found.title],
  };
}
