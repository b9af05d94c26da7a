import * as v from 'valibot';
import { type Observation, proposal, type ProposalOptions } from '../src/learn/index.ts';
import type { Configuration } from '../src/tuning/index.ts';
import { keyOfValues, type Known } from './next-answer.ts';

/** One question: what was measured since the last, and how many to propose. */
const questionSchema = v.object({
  measured: v.optional(
    v.pipe(
      v.array(
        v.object({
          values: v.record(v.string(), v.number()),
          time_ms: v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0))),
        }),
      ),
      v.maxLength(100_000),
    ),
    [],
  ),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
});

/** One measurement; null where it failed. */
export interface MeasuredRow {
  readonly values: Configuration;
  readonly time_ms: number | null;
}

/** @throws {RangeError} for a configuration that is none of the kernel's. */
export function observationsOf(
  { candidates, configurations }: Pick<Known, 'candidates' | 'configurations'>,
  measured: readonly MeasuredRow[],
): readonly Observation[] {
  const names = candidates.parameters.map(({ name }) => name);
  const rows = new Map(
    measured.length === 0
      ? []
      : configurations.map((values, row) => [keyOfValues(values, names), row]),
  );
  return measured.map(({ values, time_ms }): Observation => {
    const row = rows.get(keyOfValues(values, names));
    if (row === undefined)
      throw new RangeError(`${JSON.stringify(values)} is none of the kernel's configurations`);
    return time_ms === null ? { row } : { row, time: time_ms };
  });
}

/** A talk with a tuner that asks at each step; what it has measured is kept. */
export class Dialogue {
  readonly #known: Known;
  readonly #options: ProposalOptions;
  #observations: readonly Observation[];

  constructor(known: Known, options: ProposalOptions) {
    this.#known = known;
    this.#options = options;
    this.#observations = known.observations;
  }

  /** @throws {RangeError} for a configuration that is none of the kernel's. */
  ask({ measured, count }: v.InferOutput<typeof questionSchema>): object {
    const { candidates, configurations } = this.#known;
    this.#observations = [...this.#observations, ...observationsOf(this.#known, measured)];
    const asked = { ...this.#options, count: count ?? this.#options.count };
    const { next, best, isEnough, gain } = proposal(candidates, this.#observations, asked);
    return {
      next: next.map(({ row }) => configurations[row]),
      best: best ? { values: configurations[best.row], time_ms: best.time } : null,
      gain_ms: gain ?? null,
      enough: isEnough,
    };
  }
}

/** The answer to a line; what cannot be understood changes nothing. */
export function answerTo(dialogue: Dialogue, line: string): object {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), questionSchema), line);
  if (!read.success) return { error: `not a question: ${v.summarize(read.issues)}` };
  try {
    return dialogue.ask(read.output);
  } catch (error) {
    if (error instanceof RangeError) return { error: error.message };
    throw error;
  }
}
