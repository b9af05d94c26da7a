import type { Problem } from '../checker/index.ts';
import { brokenConstraint, domainValues } from '../front/configurations.ts';
import type { Range } from '../promela/index.ts';

/** The values of one tuning parameter. */
export interface Axis {
  readonly name: string;
  /** Variable in the model. */
  readonly variable: string;
  /** Ascending, each once. */
  readonly values: readonly number[];
  /** Distance of the values of a `range` domain. */
  readonly step?: number | undefined;
}

/** A range of places per parameter, both ends included. */
export type Box = readonly (readonly [first: number, last: number])[];

/** The parameters of a problem with their values. */
export const axesOf = ({ kernel, model, constants }: Problem): readonly Axis[] =>
  kernel.parameters.map(({ name, domain }) => {
    const values = domainValues(domain, { ...constants }).toSorted((one, other) => one - other);
    const [first = 0, second = first + 1] = values;
    return {
      name,
      variable: model.parameterNames.get(name) ?? name,
      values,
      ...(domain.kind === 'range' && { step: second - first }),
    };
  });

export const wholeSpace = (axes: readonly Axis[]): Box =>
  axes.map(({ values }) => [0, values.length - 1] as const);

/** Combinations in a part, valid or not. */
export const volumeOf = (box: Box): number =>
  box.reduce((product, [first, last]) => product * (last - first + 1), 1);

/** A part in the verifier's words. */
export const rangesOfBox = (axes: readonly Axis[], box: Box): Record<string, Range> =>
  Object.fromEntries(
    axes.map(({ variable, values, step }, at) => {
      const [first, last] = box[at] ?? [0, 0];
      const range = { low: values[first] ?? 0, high: values[last] ?? 0 };
      return [variable, step === undefined ? range : { ...range, step }];
    }),
  );

/** The part for given ranges; undefined for foreign values. */
export function boxOfRanges(
  axes: readonly Axis[],
  ranges: Readonly<Record<string, Pick<Range, 'low' | 'high'>>>,
): Box | undefined {
  const box: (readonly [number, number])[] = [];
  for (const { variable, values } of axes) {
    const range = ranges[variable];
    const first = range ? values.indexOf(range.low) : -1;
    const last = range ? values.indexOf(range.high) : -1;
    if (first < 0 || last < first) return undefined;
    box.push([first, last]);
  }
  return box;
}

/** Checks that parts cover the whole exactly once. */
export function partitionProblem(whole: Box, parts: readonly Box[]): 'gap' | 'double' | undefined {
  const wanted = volumeOf(whole);
  const has = parts.reduce((sum, box) => sum + volumeOf(box), 0);
  if (overlap(parts)) return 'double';
  return has === wanted ? undefined : 'gap';
}

/** Parts that overlap on one axis are compared on the next. */
function overlap(parts: readonly Box[], axis = 0): boolean {
  if (parts.length < 2) return false;
  if (axis === (parts[0]?.length ?? 0)) return true;
  const ends = [...new Set(parts.flatMap((box) => box[axis]?.[0] ?? []))];
  // Where some begin, all that reach there meet.
  return ends.some((place) => {
    const there = parts.filter((box) => {
      const [first, last] = box[axis] ?? [0, 0];
      return first <= place && place <= last;
    });
    return overlap(there, axis + 1);
  });
}

/** Predicted steps of a part, by parameter and value; each parameter's sum is the same. */
export type Effort = (box: Box) => readonly Float64Array[];

/** Combinations counted exactly; larger parts are sampled. */
const MOST_COUNTED = 20_000;
const SAMPLES = { most: 256, least: 16 };
/** Above this, remembered counts would fill memory. */
const MOST_REMEMBERED = 1_000_000;
/** Approximate budget over all parts. */
const MOST_LOOKED_AT = 400_000;
/** Steps of a combination that a constraint rules out. */
const RULED_OUT = 1;

/** The model's prediction.
 * @param parts expected number of parts. */
export function predictedEffort(
  { kernel, model, constants }: Problem,
  axes: readonly Axis[],
  parts = 1,
): Effort {
  const isLarge = volumeOf(wholeSpace(axes)) > MOST_REMEMBERED;
  const wanted = Math.floor(MOST_LOOKED_AT / parts);
  const samples = isLarge ? Math.min(SAMPLES.most, Math.max(SAMPLES.least, wanted)) : SAMPLES.most;
  const mostCounted = isLarge ? samples : MOST_COUNTED;
  const sizes = axes.map(({ values }) => values.length);
  // Reused: allocating it costs as much as the question.
  const values: Record<string, number> = {};
  const environment: Record<string, number> = { ...constants };
  const one = (places: readonly number[]): number => {
    axes.forEach(({ name, values: of }, axis) => {
      const value = of[places[axis] ?? 0] ?? 0;
      values[name] = value;
      environment[name] = value;
    });
    if (brokenConstraint(kernel, environment) !== undefined) return RULED_OUT;
    return model.invalid(values, constants) === undefined
      ? model.steps(values, constants)
      : RULED_OUT;
  };
  const known = new Map<number, number>();
  const remembered = (places: readonly number[]): number => {
    const key = places.reduce((at, place, axis) => at * (sizes[axis] ?? 1) + place, 0);
    const before = known.get(key);
    if (before !== undefined) return before;
    const steps = one(places);
    known.set(key, steps);
    return steps;
  };
  return (box) => {
    const sums = box.map(([first, last]) => new Float64Array(last - first + 1));
    const volume = volumeOf(box);
    const isCounted = volume <= mostCounted;
    const weight = isCounted ? 1 : volume / samples;
    for (const places of isCounted ? placesIn(box) : samplesOf(box, samples)) {
      const steps = weight * (isCounted && !isLarge ? remembered(places) : one(places));
      sums.forEach((sum, axis) => {
        const place = (places[axis] ?? 0) - (box[axis]?.[0] ?? 0);
        sum[place] = (sum[place] ?? 0) + steps;
      });
    }
    return sums;
  };
}

/** All combinations; reuses one array. */
function* placesIn(box: Box): Generator<readonly number[]> {
  const places = box.map(([first]) => first);
  for (;;) {
    yield places;
    let axis = box.length - 1;
    for (; axis >= 0; axis -= 1) {
      const [first, last] = box[axis] ?? [0, 0];
      const next = (places[axis] ?? 0) + 1;
      places[axis] = next <= last ? next : first;
      if (next <= last) break;
    }
    if (axis < 0) return;
  }
}

/** Evenly spread samples, by the additive recurrence of the generalised golden ratio. */
function* samplesOf(box: Box, samples: number): Generator<readonly number[]> {
  let ratio = 2;
  for (let round = 0; round < 20; round += 1) ratio = (1 + ratio) ** (1 / (box.length + 1));
  for (let sample = 1; sample <= samples; sample += 1)
    yield box.map(([first, last], axis) => {
      const part = (0.5 + sample / ratio ** (axis + 1)) % 1;
      return first + Math.floor(part * (last - first + 1));
    });
}

/** A census prints one line per combination. */
const MOST_IN_CENSUS = 1_000_000;

/** True if repetitions are folded and the list is short enough. */
export const isCensus = (problem: Problem): boolean =>
  problem.model.folding.repeats && volumeOf(wholeSpace(axesOf(problem))) <= MOST_IN_CENSUS;
