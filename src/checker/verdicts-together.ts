import type { Span } from '../base/span.ts';
import type { Finding, NotChecked, Remark, Verdict } from '../values/index.ts';
import { alternatives } from '../base/words.ts';

/** Each finding once, for its first configuration. */
export const together = (all: readonly Verdict[]): Verdict => ({
  // Findings without assumptions stand for the others at their place.
  findings: unique(
    all
      .flatMap(({ findings }) => findings)
      .toSorted((a, b) => Number(a.assumed !== undefined) - Number(b.assumed !== undefined)),
    placeOf,
  ),
  remarks: unique(
    all.flatMap(({ remarks }) => remarks),
    placeOf,
  ),
  checked: inFewWords(all.flatMap(({ checked }) => checked)),
  notChecked: unique(withNumbersTogether(all.flatMap(({ notChecked }) => notChecked)), reasonOf),
});

/** Notes of several configurations that differ in numbers alone become one. */
function withNumbersTogether(all: readonly NotChecked[]): readonly NotChecked[] {
  const frameOf = ({ what, why, holdsIf = '', span }: NotChecked): string =>
    [what, why, holdsIf, spanKey(span)].join('\n').replaceAll(WHOLE, PLACE);
  return all.map((one) => {
    // The longest array is long enough for every access and configuration.
    if (one.holdsIf !== undefined && one.array !== undefined)
      return all
        .filter(({ array }) => array === one.array)
        .reduce((longest, each) => ((each.length ?? 0) > (longest.length ?? 0) ? each : longest));
    const alike = all.filter((each) => frameOf(each) === frameOf(one));
    const [why = one.why] = inFewWords(alike.map((each) => each.why));
    if (one.holdsIf === undefined) return { ...one, why };
    const conditions = [...new Set(alike.flatMap((each) => each.holdsIf ?? []))];
    const [holdsIf = one.holdsIf] = isOfOneNumber(conditions)
      ? inFewWords(conditions)
      : [alternatives(conditions)];
    return { ...one, why, holdsIf };
  });
}

/** Sentences that differ in numbers differ in one: of several, not all go together. */
function isOfOneNumber(sentences: readonly string[]): boolean {
  const [first = [], ...others] = sentences.map((each) => each.match(WHOLE) ?? []);
  const differing = first.filter((number, place) => others.some((each) => each[place] !== number));
  return differing.length < 2;
}

/** Not a part of a fraction or of a name. */
const WHOLE = /(?<![\w.,])\d+(?:,\d{3})*(?!\.?\d|\w|,\d)/g;
const valueOf = (digits: string): number => Number(digits.replaceAll(',', ''));
const PLACE = '\0';

/** Merges sentences differing only in numbers: `Races of the 2, 4 or 8 items of a group`. */
export function inFewWords(sentences: readonly string[]): string[] {
  const alike = new Map<string, Set<string>[]>();
  for (const sentence of sentences) {
    const numbers = sentence.match(WHOLE) ?? [];
    const frame = sentence.replaceAll(WHOLE, PLACE);
    const places = alike.get(frame) ?? numbers.map(() => new Set<string>());
    numbers.forEach((number, place) => places[place]?.add(number));
    alike.set(frame, places);
  }
  return [...alike].map(([frame, places]) => {
    let place = 0;
    return frame.replaceAll(PLACE, () => {
      const numbers = [...(places[place++] ?? [])].toSorted((a, b) => valueOf(a) - valueOf(b));
      return alternatives(numbers);
    });
  });
}

export const spanKey = (span: Span | undefined): string => `${span?.start} ${span?.end}`;
export const placeOf = ({ kind, span, related }: Finding | Remark): string =>
  [kind, ...[spanKey(span), spanKey(related?.[0]?.span)].toSorted()].join(' ');
export const reasonOf = ({ what, why, span }: NotChecked): string =>
  `${what} ${why} ${spanKey(span)}`;

export function unique<T>(all: readonly T[], key: (one: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const one of all) if (!seen.has(key(one))) seen.set(key(one), one);
  return [...seen.values()];
}
