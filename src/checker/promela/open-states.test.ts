import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf, withTuningClaim } from '../../promela/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { openStates } from './open-states.ts';
import { PromelaChecker } from './promela-checker.ts';

/** Parameters are set by a loop, a receive, an atomic step, and by late processes. */
const MODEL = `
typedef Size { int wide; int deep[2] };
int WG, TS, cost; bool done; Size s; chan c = [0] of { int };
proctype later(int k) { TS = TS * k; done = true }
active proctype main() {
  byte i = 1;
  do :: i < 3 -> i++ :: break od;
  WG = 1 << i;
  select(i : 1 .. 2);
  c ! i;
  d_step { s.wide = 3; s.deep[i - 1] = i };
  cost = 10 - WG;
  run later(2)
}
active proctype other() { c ? TS; cost = cost + TS }
`;

let toolchain: Toolchain;
beforeAll(async () => {
  toolchain = await createNodeToolchain();
});
afterAll(() => toolchain.dispose());

it.each([
  // [parameter, tables of main, other and later: open at the start, and at the end]
  ['WG', { later: false, other: false, main: true }],
  ['TS', { later: true, other: true, main: true }],
  ['s', { later: false, other: false, main: true }],
  ['done', { later: true, other: false, main: true }],
  ['nobody', { later: false, other: false, main: false }],
])('knows where %s may still be written', async (name, expected) => {
  const { files } = await toolchain.generate({ model: MODEL });
  const open = openStates(files, [name]);
  const types = [...files['pan.t'].matchAll(/\/\* proctype (\d+): (\w+) \*\//g)];
  const isOpen = types.map(([, type, process]) => [process, open[Number(type)]?.includes('1')]);
  expect(Object.fromEntries(isOpen)).toEqual(expected);
  // No process that has ended writes anything.
  for (const [type, states] of open.entries())
    if (types.some(([, number]) => Number(number) === type)) expect(states.at(-1)).toBe('0');
});

it('lists the configurations that a model chooses, and none beyond', async () => {
  const tuning = {
    parameters: ['WG', 's.deep[0]'],
    objective: 'cost',
    when: 'done',
    goal: 'smallest',
    open: [] as readonly string[],
  } as const;
  const model = withTuningClaim(MODEL, factsOf(MODEL), tuning);
  const { files } = await toolchain.generate({ model });
  const open = openStates(files, ['WG', 's']);
  const checker = new PromelaChecker(toolchain, MODEL, { memoryMB: 500 }, { ...tuning, open });
  const { found, isAll } = await checker.choices(3600);
  expect(isAll).toBe(true);
  const sorted = found.map((values) => Object.values(values).join()).toSorted();
  expect(sorted).toEqual(['2,0', '2,1', '4,0', '4,1', '8,0', '8,1']);
});
