import { MOST_TICKS } from '../base/ticks.ts';
import {
  boundedRun,
  combinations,
  ModelChecker,
  type Problem,
  problemConfigurations,
  rangesOf,
  unboundedRun,
} from '../checker/index.ts';
import { DEFINES, panOptions } from '../checker/pan-options.ts';
import { type Ranges, runWords } from '../promela/index.ts';
import { type ConfigurationResult, showConfiguration } from '../tuning/index.ts';
import { withoutDepth } from './asked.ts';
import { PER_SHARD, shared } from './balance.ts';
import { knownTimes } from './known-times.ts';
import type { MergedRun } from './merge.ts';
import { DEPTH } from './run-shard.ts';
import type { PartsFault, Sharding } from './sharding.ts';
import type { ShardSearch } from './plan.ts';
import {
  axesOf,
  type Box,
  boxOfRanges,
  isCensus,
  partitionProblem,
  predictedEffort,
  rangesOfBox,
  volumeOf,
  wholeSpace,
} from './space.ts';

/** Combinations examined for invalid ones. */
const MOST_LISTED = 200_000;

/** See `Sharding.obstacle`. */
function obstacleTo(problem: Problem): string | undefined {
  const { model } = problem;
  let first: string | undefined = 'the tuning parameters have no values';
  for (const { reason, uncountable, values } of problemConfigurations(problem)) {
    if (uncountable === true)
      return `Nothing can be proved: ${showConfiguration(values)} ${reason ?? ''}. Leave it out by a constraint, or take a level that counts in 64 bits (representatives, accelerated).`;
    if (reason === undefined) first = undefined;
    // Where time has 64 bits none is uncountable.
    if (first === undefined && model.wide) break;
    first &&= reason;
  }
  return first === undefined ? undefined : `No configuration is valid: ${first}.`;
}

/** Splits a kernel's time by predicted steps. */
export function kernelSharding(problem: Problem): Sharding {
  const { kernel, model, constants } = problem;
  const { canDiverge, level } = model;
  return {
    title: `${kernel.name}, size ${constants.size}, level ${level}`,
    model: model.text,
    defines: DEFINES,
    unit: 'steps',
    preparing: 'Running some configurations for a first bound',
    canDiverge,
    obstacle: () => obstacleTo(problem),
    known: (place, signal) => knownTimes(problem, place.toolchain, place.memoryMB, signal),
    async programs(signal) {
      const ranges = rangesOf(problem);
      await model.prepare?.(constants, ranges, signal);
      return model.files?.(constants, ranges);
    },
    asked({ purpose, ranges: part, seed }) {
      const random = seed === undefined ? {} : { seed };
      const isImproving = purpose === 'over-time';
      const request =
        purpose === 'deadlock'
          ? ({ ...random, bound: 'deadlock' } as const)
          : ({ ...random, bound: 'none', all: true, improve: isImproving } as const);
      const ranges = part ? withSteps(problem, part) : rangesOf(problem);
      const unbounded = unboundedRun(problem, ranges);
      const run =
        purpose === 'deadlock'
          ? unbounded
          : purpose === 'census'
            ? { ...unbounded, report: true }
            : boundedRun(problem, MOST_TICKS, isImproving, ranges);
      return {
        pan: withoutDepth(panOptions(request, level, 1)),
        words: runWords(run)
          .filter((word) => !word.startsWith('T='))
          .join(' '),
      };
    },
    proof(wanted) {
      const axes = axesOf(problem);
      const effortOf = predictedEffort(problem, axes, wanted * PER_SHARD);
      const isOfAll = isCensus(problem);
      return Promise.resolve({
        purposes: [...(canDiverge ? ['deadlock' as const] : []), isOfAll ? 'census' : 'optima'],
        shares: shared(wholeSpace(axes), effortOf, wanted).map(({ pieces, effort }) => ({
          holds: pieces.reduce((sum, { box }) => sum + volumeOf(box), 0),
          effort,
          parts: pieces.map((piece) => ({
            ranges: rangesOfBox(axes, piece.box),
            effort: piece.effort,
          })),
        })),
        depth: DEPTH.first,
        hasNext: !isOfAll,
      });
    },
    deciding: [...(canDiverge ? [['deadlock' as const]] : []), ['optima', 'census']],
    partsFault: (searches) => partsFault(problem, searches),
    checker: (toolchain, options) => new ModelChecker(toolchain, problem, options),
    shown: (run) => withInvalid(problem, run),
  };
}

/** Ranges in the verifier's words. */
function withSteps(problem: Problem, part: NonNullable<ShardSearch['ranges']>): Ranges {
  const steps = rangesOf(problem);
  return Object.fromEntries(
    Object.entries(part).map(([name, { low, high }]) => {
      const step = steps[name]?.step;
      return [name, step === undefined ? { low, high } : { low, high, step }];
    }),
  );
}

function partsFault(problem: Problem, searches: readonly ShardSearch[]): PartsFault | undefined {
  const axes = axesOf(problem);
  const boxes: Box[] = [];
  for (const { search, ranges } of searches) {
    const box = ranges && boxOfRanges(axes, ranges);
    if (!box)
      return { message: `Search ${search} of shards.json names values that no parameter has.` };
    boxes.push(box);
  }
  return partitionProblem(wholeSpace(axes), boxes);
}

/** Adds invalid configurations with reasons, as a local run would. */
function withInvalid(problem: Problem, run: MergedRun): MergedRun {
  const isOfAll = run.runs.some(({ purpose }) => purpose === 'census');
  if (!isOfAll || combinations(problem) > MOST_LISTED) return run;
  const invalid: ConfigurationResult[] = [];
  for (const { values, reason } of problemConfigurations(problem))
    if (reason !== undefined) invalid.push({ values, status: 'invalid', reason });
  return { ...run, configurations: [...run.configurations, ...invalid] };
}
