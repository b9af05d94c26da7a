import type { DeviceStep } from '../program.ts';
import { MOST_ROUNDS } from './compilers.ts';
import type { Part } from './part.ts';
import type { Item } from './walk.ts';

/** Loops longer than `MOST_ROUNDS`, nested ones included, are shortened, with costs spread evenly. */
export const stepsOf = (items: readonly Item[]): DeviceStep[] =>
  items.flatMap((item) => emitted(item, 1, MOST_ROUNDS));

function emitted(item: Item, scale: number, most: number): DeviceStep[] {
  switch (item.kind) {
    case 'barrier':
      return [{ kind: 'barrier', place: item.place }];
    case 'part':
      return [segmentOf(item, scale, item.times)];
    case 'rounds': {
      const each = Math.max(1, Math.floor(most / item.bodies.length));
      return item.bodies.flatMap((body) =>
        body.flatMap((inner) => emitted(inner, scale * item.times, each)),
      );
    }
    case 'loop': {
      const rounds = Math.max(1, Math.min(Math.ceil(item.times), most));
      const own = (scale * item.times) / rounds;
      const [only] = item.body;
      if (item.body.length === 1 && only?.kind === 'part' && only.times === 1)
        return [segmentOf(only, own, rounds)];
      const body = item.body.flatMap((inner) =>
        emitted(inner, own, Math.max(1, Math.floor(most / rounds))),
      );
      return Array.from({ length: rounds }, () => body).flat();
    }
  }
}

function segmentOf(part: Part, scale: number, times: number): DeviceStep {
  const whole = (cycles: number): number =>
    cycles > 0 ? Math.max(1, Math.round(cycles * scale)) : 0;
  return {
    kind: 'segment',
    times,
    port: whole(part.port),
    l2: whole(part.l2),
    latency: whole(part.latency),
    issue: whole(part.issue),
    chain: whole(part.chain),
    place: part.place,
    computes: part.computes,
  };
}
