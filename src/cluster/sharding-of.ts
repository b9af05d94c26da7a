import type { Tunable } from '../checker/index.ts';
import { kernelSharding } from './kernel-sharding.ts';
import { modelSharding } from './model-sharding.ts';
import type { Sharding, ShardingPlace } from './sharding.ts';

/** Splits a subject for other machines.
 * @throws {Failure} if it cannot be tuned. */
export const shardingOf = (subject: Tunable, place: ShardingPlace): Promise<Sharding> =>
  subject.of({
    kernel: (problem) => Promise.resolve(kernelSharding(problem)),
    model: (source, tuning) => modelSharding({ name: subject.name, source, tuning }, place),
  });
