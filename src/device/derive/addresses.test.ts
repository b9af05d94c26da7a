import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { evaluate } from '../../front/expr.ts';
import { configurations } from '../../front/configurations.ts';
import type { Block } from '../../kernel/ir.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { exampleText } from '../../testing/engine.ts';
import { buildValues } from '../../values/build/build.ts';
import { traceByRunning } from '../../values/run/trace-by-running.ts';

const parser = await createNodeKernelParser();

/** Kernels with fully derived addresses; a false claim about an array makes each run traced. */
const KERNELS: readonly (readonly [name: string, text: string])[] = [
  ['matmul', `${exampleText('matmul')}\n#pragma tuner ensures C[0] == 123456\n`],
  ['transpose', `${exampleText('transpose')}\n#pragma tuner ensures output[0] == 123456\n`],
  ['stencil', `${exampleText('stencil')}\n#pragma tuner ensures output[0] == 123456\n`],
  ['sum', `${exampleText('sum')}\n#pragma tuner ensures output[0] == 123456\n`],
  [
    'strides, guards and an early return',
    `#pragma tuner param WG = {4, 8}
#pragma tuner param TS = {1, 3}
#pragma tuner items 16
#pragma tuner array a = 200
#pragma tuner array b = 200
#pragma tuner input a[i] = i
#pragma tuner input b[i] = 1
#pragma tuner ensures b[0] == 123456
__kernel void k(__global int *a, __global int *b) {
  int g = get_global_id(0);
  for (int t = 0; t < TS; ++t)
    if (g + t * 2 < 14) b[(g * TS + t) % 50 + 3] = a[g * TS + t] + a[2 * t + 1];
  if (g > 11) return;
  b[100 + 2 * g] = a[get_local_id(0) + WG * get_group_id(0)];
}`,
  ],
  [
    'pointers that walk',
    `#pragma tuner param WG = {2, 4}
#pragma tuner items 8
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = i
#pragma tuner input b[i] = 1
#pragma tuner ensures b[0] == 123456
__kernel void k(__global const int *a, __global int *b) {
  __global const int *p = a + get_global_id(0) * 4;
  int sum = 0;
  for (int i = 0; i < 4; ++i, ++p) sum += *p;
  b[get_global_id(0) + 8] = sum;
}`,
  ],
];

/** Accesses of an item: array and place. */
type Touches = string[];

/** An item's accesses by the IR, in bytes. */
function touchesOf(body: Block, environment: Record<string, number>, out: Touches): boolean {
  for (const node of body) {
    if (node.kind === 'return') return false;
    if (node.kind === 'work')
      for (const { kind, name, touched } of node.accesses) {
        if (touched === undefined) continue;
        const { address } = touched;
        out.push(`${kind} ${name} ${address === undefined ? '?' : evaluate(address, environment)}`);
      }
    else if (node.kind === 'branch') {
      const side = evaluate(node.condition, environment) !== 0 ? node.then : node.otherwise;
      if (!touchesOf(side, environment, out)) return false;
    } else if (node.kind === 'loop') {
      const trips = evaluate(node.trips, environment);
      for (let round = 0; round < trips; round += 1) {
        const inner = node.index === undefined ? {} : { [node.index]: round };
        if (!touchesOf(node.body, Object.assign(environment, inner), out)) return false;
      }
    }
  }
  return true;
}

describe.each(KERNELS)('%s', (_, text) => {
  test('touches what it touches when it is run', () => {
    const lowered = parser.lower(text, undefined, undefined, 'machine');
    if (!lowered.ok) throw new Error(JSON.stringify(lowered.diagnostics));
    const constants = { ...usualConstants(), size: 16, LM: 2 ** 16 };
    const valid = [...configurations(lowered.value, constants)].filter(
      ({ reason }) => reason === undefined,
    );
    let compared = 0;
    for (const { values } of valid.filter((__, at) => at % Math.ceil(valid.length / 6) === 0)) {
      const built = buildValues(parser, text, { values: { ...constants, ...values } });
      if (!built.ok) throw new Error(JSON.stringify(built.diagnostics));
      const trace = traceByRunning(built.value, 0, { constants });
      if (trace === undefined) continue;
      const group =
        trace.events.find(({ kind }) => kind === 'read' || kind === 'write')?.group ?? 0;
      const size = evaluate(lowered.value.localSize, { ...constants, ...values });
      for (let item = 0; item < size; item += 1) {
        const run: Touches = trace.events.flatMap((event): string[] => {
          if (event.group !== group || event.item !== item) return [];
          if (event.kind !== 'read' && event.kind !== 'write') return [];
          const { name = '', space } = trace.arrays[event.array] ?? {};
          if (space === 'private' || space === undefined) return [];
          return [`${event.kind === 'read' ? 'load' : 'store'} ${name} ${event.cell * 4}`];
        });
        const told: Touches = [];
        const place = { lid: item, group, gid: group * size + item };
        touchesOf(lowered.value.body, { ...constants, ...values, ...place }, told);
        expect(told.toSorted(), `${JSON.stringify(values)}, item ${item}`).toEqual(run.toSorted());
        compared += run.length;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });
});
