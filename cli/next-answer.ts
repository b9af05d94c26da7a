import { leastMilliseconds, type Problem } from '../src/checker/index.ts';
import {
  type Candidates,
  findingsOf,
  isTimed,
  type Observation,
  type Proposal,
} from '../src/learn/index.ts';
import { deadInWords } from '../src/measured/index.ts';
import { type Configuration, showConfiguration } from '../src/tuning/index.ts';
import { roundPercent } from '../src/base/words.ts';

/** What may be measured, and what was. */
export interface Known {
  readonly problem: Problem;
  /** By row. */
  readonly configurations: readonly Configuration[];
  readonly candidates: Candidates;
  readonly observations: readonly Observation[];
  /** Measured, but none of the kernel's configurations. */
  readonly unknown: number;
  readonly notes: readonly string[];
  /** Why the model's times are missing. */
  readonly obstacle?: string | undefined;
}

/** Names a configuration. */
export const keyOfValues = (values: Configuration, names: readonly string[]): string =>
  names.map((name) => values[name]).join();

/** One to measure next, and what is expected of it; null where nothing was measured yet. */
export interface NextProposal {
  readonly values: Configuration;
  /** Who proposes it. */
  readonly by: string;
  readonly expected_ms: number | null;
  /** The range in which two of three times lie. */
  readonly from_ms: number | null;
  readonly to_ms: number | null;
  /** To be faster than the best measured. */
  readonly chance: number | null;
  readonly gain_ms: number | null;
  /** Chance to run at all. */
  readonly runs: number;
}

/** The object of `--json`; times are milliseconds. */
export interface NextAnswer {
  readonly next: readonly Configuration[];
  readonly proposals: readonly NextProposal[];
  readonly measured: number;
  readonly failed: number;
  /** Rows that are none of the kernel's configurations. */
  readonly unknown: number;
  readonly candidates: number;
  readonly best: { readonly values: Configuration; readonly time_ms: number } | null;
  /** Expected gain of all that is proposed. */
  readonly gain_ms: number | null;
  /** So little that more measuring is hardly worth it. */
  readonly enough: boolean;
  /** Each expert's share of the say. */
  readonly says: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

export function nextAnswer(found: Proposal, known: Known): NextAnswer {
  const { configurations, observations, unknown, notes, obstacle } = known;
  const failed = observations.filter((one) => !isTimed(one)).length;
  return {
    next: found.next.map(({ row }) => configurations[row] ?? {}),
    proposals: found.next.map(({ row, by, expected, chance, gain, runs }) => ({
      values: configurations[row] ?? {},
      by,
      expected_ms: expected?.time ?? null,
      from_ms: expected?.from ?? null,
      to_ms: expected?.to ?? null,
      chance: chance ?? null,
      gain_ms: gain ?? null,
      runs,
    })),
    measured: observations.length - failed,
    failed,
    unknown,
    candidates: configurations.length,
    best: found.best
      ? { values: configurations[found.best.row] ?? {}, time_ms: found.best.time }
      : null,
    gain_ms: found.gain ?? null,
    enough: found.isEnough,
    says: Object.fromEntries(found.says.map(({ id, share }) => [id, share])),
    ...findings(known),
    notes: obstacle === undefined ? notes : [obstacle, ...notes],
  };
}

/** What the measured times say about the model, and about themselves. */
function findings({ problem, configurations, candidates, observations }: Known) {
  const least = new Float64Array(candidates.count);
  for (const { row } of observations.filter(isTimed)) {
    const values = configurations[row];
    least[row] = values ? leastMilliseconds(problem, values) : 0;
  }
  const found = findingsOf({ candidates, observations, least });
  return {
    ...found,
    impossible: found.impossible.map(({ row, time }) => ({
      values: configurations[row],
      time_ms: time,
      least_ms: least[row],
    })),
  };
}

const ms = (time: number): string => `${time.toPrecision(4)} ms`;

/** The share of what is left from which a parameter is named. */
const WORTH_NAMING = 0.2;

/** The same in words. */
export function nextText(found: Proposal, known: Known): string {
  const { configurations, observations, unknown, notes, obstacle } = known;
  const timed = observations.filter(isTimed);
  const shown = (row: number): string => showConfiguration(configurations[row] ?? {});
  const { missed, dead, impossible: tooFast } = findings(known);
  const failed = observations.length - timed.length;
  return [
    `${timed.length} of ${configurations.length} configurations measured${failed > 0 ? `, ${failed} failed` : ''}`,
    ...(found.best ? [`Measured best: ${ms(found.best.time)}, ${shown(found.best.row)}`] : []),
    ...(unknown > 0 ? [`${unknown} rows are none of the kernel's configurations`] : []),
    ...(obstacle === undefined ? [] : [obstacle]),
    ...notes,
    '',
    'To measure next:',
    ...found.next.map(({ row, expected, chance, by }) =>
      [
        `  ${shown(row)}`,
        ...(expected
          ? [`${ms(expected.time)} expected (${ms(expected.from)} to ${ms(expected.to)})`]
          : []),
        ...(chance === undefined ? [] : [`faster than the best: ${roundPercent(chance)}`]),
        `by ${by}`,
      ].join('; '),
    ),
    '',
    ...(found.gain === undefined
      ? []
      : [
          `Expected gain of these: ${ms(found.gain)}${found.isEnough ? '. That is little: it may be enough' : ''}`,
        ]),
    ...missed
      .filter(({ share }) => share >= WORTH_NAMING)
      .map(
        ({ parameter, share }) =>
          `${parameter} explains ${roundPercent(share)} of what is left: the model does not charge it as it is`,
      ),
    ...dead.map(deadInWords),
    ...tooFast
      .slice(0, 3)
      .map(
        ({ values = {}, time_ms, least_ms = 0 }) =>
          `${ms(time_ms)} cannot be a time of ${showConfiguration(values)}: the machine's peak allows ${ms(least_ms)}`,
      ),
  ].join('\n');
}
