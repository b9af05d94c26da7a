import { sumOf } from '../base/sum.ts';
import { spearman } from '../measured/rank.ts';
import type { ReadBundle } from './bundle.ts';

/** A shard's predicted and actual share of the mean. */
export interface ShardUsed {
  readonly shard: number;
  readonly host: string;
  /** Predicted steps, and relative to the mean. */
  readonly predicted: number;
  readonly predictedShare: number;
  readonly transitions: number;
  readonly usedShare: number;
  readonly seconds: number;
}

/** Prediction against use. */
export interface EffortUsed {
  readonly shards: number;
  /** Shard by shard, in their order. */
  readonly each: readonly ShardUsed[];
  /** All shards: predicted steps, transitions, CPU seconds. */
  readonly predicted: number;
  readonly transitions: number;
  readonly seconds: number;
  /** Largest shard over the mean; 1 is perfect balance. */
  readonly balance: {
    readonly predicted: number;
    readonly transitions: number;
    readonly seconds: number;
  };
  /** Spearman's rank of prediction against use; absent if constant. */
  readonly rank?: number;
  readonly hosts: readonly string[];
}

export function effortUsed({ plan, reports, made }: ReadBundle): EffortUsed {
  const balanceOf = (numbers: readonly number[]): number => {
    const all = sumOf(numbers);
    const most = numbers.reduce((largest, each) => Math.max(largest, each), 0);
    return all === 0 ? 1 : hundredths((most * numbers.length) / all);
  };
  const predicted = plan.shards.map(({ effort }) => effort);
  const byShard = new Map(reports.map((report) => [report.shard, report]));
  const used = (key: 'transitions' | 'seconds'): readonly number[] =>
    plan.shards.map(({ shard }) =>
      sumOf((byShard.get(shard)?.searches ?? []).map((one) => one[key])),
    );
  const [transitions, seconds] = [used('transitions'), used('seconds')];
  const rank = spearman(
    made.map(({ asked }) => asked.effort),
    made.map(({ outcome }) => outcome.transitions),
  );
  const shareOf = (numbers: readonly number[]): ((at: number) => number) => {
    const mean = sumOf(numbers) / numbers.length;
    return (at) => (mean === 0 ? 1 : hundredths((numbers[at] ?? 0) / mean));
  };
  const [predictedShare, usedShare] = [shareOf(predicted), shareOf(transitions)];
  return {
    shards: plan.shards.length,
    each: plan.shards.map(({ shard, effort }, at) => ({
      shard,
      host: byShard.get(shard)?.host ?? '',
      predicted: Math.round(effort),
      predictedShare: predictedShare(at),
      usedShare: usedShare(at),
      transitions: transitions[at] ?? 0,
      seconds: hundredths(seconds[at] ?? 0),
    })),
    predicted: sumOf(predicted),
    transitions: sumOf(transitions),
    seconds: hundredths(sumOf(seconds)),
    balance: {
      predicted: balanceOf(predicted),
      transitions: balanceOf(transitions),
      seconds: balanceOf(seconds),
    },
    ...(rank !== undefined && { rank: hundredths(rank) }),
    hosts: [...new Set(reports.map(({ host }) => host))],
  };
}

const hundredths = (number: number): number => Math.round(100 * number) / 100;
