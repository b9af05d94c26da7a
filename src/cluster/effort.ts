import { spearman } from '../measured/rank.ts';
import type { ReadBundle } from './bundle.ts';

/** What was predicted of the shards beside what they used. */
export interface EffortUsed {
  readonly shards: number;
  /** Of all shards: steps predicted, transitions made, seconds of the processor. */
  readonly predicted: number;
  readonly transitions: number;
  readonly seconds: number;
  /** The largest shard beside the mean of all: 1 where all are alike. */
  readonly balance: {
    readonly predicted: number;
    readonly transitions: number;
    readonly seconds: number;
  };
  /** How well the searches stand in the predicted order (Spearman); absent where there is no order. */
  readonly rank?: number;
  readonly hosts: readonly string[];
}

export function effortUsed({ plan, reports, made }: ReadBundle): EffortUsed {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  const balanceOf = (numbers: readonly number[]): number => {
    const all = sum(numbers);
    const most = numbers.reduce((largest, each) => Math.max(largest, each), 0);
    return all === 0 ? 1 : Math.round((100 * most * numbers.length) / all) / 100;
  };
  const predicted = plan.shards.map(({ effort }) => effort);
  const byShard = new Map(reports.map(({ shard, searches }) => [shard, searches]));
  const used = (key: 'transitions' | 'seconds'): readonly number[] =>
    plan.shards.map(({ shard }) => sum((byShard.get(shard) ?? []).map((one) => one[key])));
  const [transitions, seconds] = [used('transitions'), used('seconds')];
  const rank = spearman(
    made.map(({ asked }) => asked.effort),
    made.map(({ outcome }) => outcome.transitions),
  );
  return {
    shards: plan.shards.length,
    ...{ predicted: sum(predicted), transitions: sum(transitions) },
    seconds: Math.round(100 * sum(seconds)) / 100,
    balance: {
      predicted: balanceOf(predicted),
      transitions: balanceOf(transitions),
      seconds: balanceOf(seconds),
    },
    ...(rank !== undefined && { rank: Math.round(100 * rank) / 100 }),
    hosts: [...new Set(reports.map(({ host }) => host))],
  };
}
