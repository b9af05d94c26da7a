import { evaluate } from '../front/expr.ts';
import type { Block, Kernel, Node } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import {
  dispatch,
  NOTHING,
  type Region,
  type Simulated,
  sum,
  type Ticks,
} from './event-simulation.ts';

type Environment = Readonly<Record<string, number>>;

/** The lanes of one warp stand at different barriers, or some of them at none. */
class Divergence extends Error {}

/** A kernel under the semantics of warps, simulated without a model checker: every warp goes through the kernel
 * with a mask, the set of the lanes that are at work. A scheduler runs its warps as an element of the OpenCL
 * semantics runs its items, so the rest is that simulation. */
export function simulateWarps(
  kernel: Kernel,
  values: Environment,
  constants: Constants,
): Simulated {
  const environment: Environment = { ...constants, ...values };
  const { NS, WR } = constants;
  const size = evaluate(kernel.localSize, environment);
  const groups = evaluate(kernel.items, environment) / size;
  try {
    return dispatch(groups, { ...constants, NP: NS }, (group) =>
      Array.from({ length: Math.ceil(size / WR) }, (_, warp) => {
        const lids = Array.from({ length: size }, (_lane, lid) => lid);
        const lanes = lids.slice(warp * WR, (warp + 1) * WR);
        return new Warp(
          lanes.map((lid) => ({ ...environment, lid, group, gid: group * size + lid })),
        ).run(kernel.body);
      }),
    );
  } catch (error) {
    if (error instanceof Divergence) return { kind: 'deadlock' };
    throw error;
  }
}

/** A lane's way through the kernel: what its names stand for now. */
type Lane = Record<string, number>;

class Warp {
  readonly #regions: Region[] = [];
  #ticks: Ticks = NOTHING;
  /** Lanes that have returned. */
  readonly #gone = new Set<Lane>();

  readonly #lanes: readonly Lane[];

  constructor(lanes: readonly Lane[]) {
    this.#lanes = lanes;
  }

  run(body: Block): readonly Region[] {
    this.#block(body, this.#lanes, []);
    return [...this.#regions, { ticks: this.#ticks, barrier: undefined }];
  }

  #block(block: Block, mask: readonly Lane[], iterations: readonly number[]): void {
    for (const node of block) {
      const working = mask.filter((lane) => !this.#gone.has(lane));
      if (working.length > 0) this.#step(node, working, iterations);
    }
  }

  #step(node: Node, mask: readonly Lane[], iterations: readonly number[]): void {
    switch (node.kind) {
      case 'work':
        for (const { space, ticks } of node.accesses) {
          const dearest = Math.max(...mask.map((lane) => evaluate(ticks, lane)));
          this.#ticks = sum(this.#ticks, { ...NOTHING, [space]: dearest });
        }
        return;
      case 'barrier':
        // Also those that have returned never come.
        if (mask.length < this.#lanes.length) throw new Divergence();
        this.#regions.push({
          ticks: this.#ticks,
          barrier: `${node.span.start} in ${iterations.join(' ')}`,
        });
        this.#ticks = NOTHING;
        return;
      case 'return':
        for (const lane of mask) this.#gone.add(lane);
        return;
      case 'branch': {
        const takes = new Map(mask.map((lane) => [lane, evaluate(node.condition, lane) !== 0]));
        const side = (taken: boolean): Lane[] => mask.filter((lane) => takes.get(lane) === taken);
        this.#block(node.then, side(true), iterations);
        this.#block(node.otherwise, side(false), iterations);
        return;
      }
      case 'loop': {
        const trips = new Map(mask.map((lane) => [lane, evaluate(node.trips, lane)]));
        const most = Math.max(...trips.values());
        for (let i = 0; i < most; i += 1) {
          const running = mask.filter((lane) => (trips.get(lane) ?? 0) > i);
          if (node.index !== undefined) for (const lane of running) lane[node.index] = i;
          this.#block(node.body, running, [...iterations, i]);
        }
      }
    }
  }
}
