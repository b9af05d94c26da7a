import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { evaluate, num } from '../../front/expr.ts';
import type { Kernel } from '../../kernel/ir.ts';
import type { Constants } from '../../platform/index.ts';
import { WHY, whyBest, type WhyView } from '../../session/jobs/why.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { checkerOf, finish, platform, problemOf } from '../../testing/engine.ts';
import { simulateEvents } from '../../testing/event-simulation.ts';
import { drawKernel } from '../../testing/random-kernels.ts';
import { branchAndBound, type TuningResult } from '../../tuning/index.ts';
import { whyAsText } from './why-words.ts';
import { RUNS, seedOf } from '../../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const seed = seedOf(7);

const DOMAINS = { WG: [1, 2, 4], TS: [1, 2] };
const NAME = String.raw`WG (\d+), TS (\d+(?:(?:, \d+)* or \d+)?)`;

/** A kernel that is tuned: a random one with values to choose from. */
function tuned(kernel: Kernel): Kernel {
  const parameters = Object.entries(DOMAINS).map(([name, values]) => ({
    name,
    domain: { kind: 'list', values: values.map(num) } as const,
    span: kernel.span,
  }));
  return { ...kernel, parameters, constraints: [] };
}

/** The time of each configuration by events, without a model checker. */
function timesOn(kernel: Kernel, constants: Constants): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const WG of DOMAINS.WG)
    for (const TS of DOMAINS.TS) {
      const values = { WG, TS };
      const environment = { ...constants, ...values };
      if (evaluate(kernel.items, environment) % evaluate(kernel.localSize, environment) !== 0)
        continue;
      const run = simulateEvents(kernel, values, constants);
      if (run.kind === 'finished') times.set(`${WG} ${TS}`, run.time);
    }
  return times;
}

const least = (times: ReadonlyMap<string, number>): number => Math.min(...times.values());
const fastest = (times: ReadonlyMap<string, number>): Set<string> =>
  new Set([...times].flatMap(([name, time]) => (time === least(times) ? [name] : [])));
const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((name) => other.has(name));
const number = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''));

/** What every element works in a run, by memory: of each unit and place in it, over all of its groups. */
function worked(kernel: Kernel, values: Record<string, number>, constants: Constants) {
  const run = simulateEvents(kernel, values, constants);
  if (run.kind !== 'finished') throw new Error('it stops');
  const sums = new Map<string, { global: number; local: number }>();
  for (const { unit, elements } of run.groups)
    elements.forEach(({ global, local }, at) => {
      const sum = sums.get(`${unit} ${at}`) ?? { global: 0, local: 0 };
      sums.set(`${unit} ${at}`, { global: sum.global + global, local: sum.local + local });
    });
  return [...sums.values()];
}

/** The figures of where its time goes: they add up, and somebody works so much in each memory. */
function checkSpent(text: string, kernel: Kernel, constants: Constants): string {
  const times = timesOn(kernel, constants);
  const [sentence = '', WG, TS, of] =
    new RegExp(
      `(?:^|\\. )(?:In )?${NAME}(?= spends| the busiest).*? of its ([\\d,]+) ticks.*?\\. `,
    ).exec(text) ?? [];
  expect(number(of), text).toBe(least(times));
  const name = `${number(WG)} ${number(TS)}`;
  expect(fastest(times)).toContain(name);
  const parts = [
    ...sentence.matchAll(
      /([\d,]+)(?: of its [\d,]+ ticks? \((\d+) %\))? (in global memory|in local memory|computing|waiting at barriers|in dispatch|idle)/g,
    ),
  ];
  const sum = parts.reduce((all, [, ticks]) => all + number(ticks), 0);
  expect(sum, sentence).toBe(least(times));
  const [first] = parts;
  expect(number(first?.[2])).toBe(Math.round((100 * number(first?.[1])) / sum));
  const said = (where: string): number => number(parts.find(([, , , what]) => what === where)?.[1]);
  expect(worked(kernel, { WG: number(WG), TS: number(TS) }, constants)).toContainEqual({
    global: said('in global memory'),
    local: said('in local memory'),
  });
  return name;
}

/** How much slower the next best is, and that what it pays more and less for adds up to that. */
function checkNext(text: string, kernel: Kernel, constants: Constants): void {
  const times = timesOn(kernel, constants);
  const slower = [...times.values()].filter((time) => time > least(times));
  const said = new RegExp(`The next best, ${NAME}, is ([\\d,]+) ticks? slower(.*?)\\. `).exec(text);
  if (slower.length === 0) return expect(said).toBeNull();
  const by = Math.min(...slower) - least(times);
  expect(number(said?.[3]), text).toBe(by);
  expect(times.get(`${number(said?.[1])} ${number(said?.[2])}`)).toBe(least(times) + by);
  const parts = [...(said?.[4] ?? '').matchAll(/([\d,]+) ticks? (less|more)/g)];
  const sum = parts.reduce((all, [, n, way]) => all + (way === 'less' ? -1 : 1) * number(n), 0);
  if (parts.length > 0) expect(sum, text).toBe(by);
}

/** Who would win, and where nobody does. */
function checkChanges(text: string, why: WhyView, kernel: Kernel, constants: Constants): void {
  const present = fastest(timesOn(kernel, constants));
  const at = (name: string, value: number): Set<string> =>
    fastest(timesOn(kernel, { ...constants, [name]: value }));
  const won = text.matchAll(
    new RegExp(
      `(?:${NAME}|[^.;]*?) (?:would win )?with ([A-Z]+) ([\\d,]+) instead of ([\\d,]+)(?: \\(not yet with ([\\d,]+)\\))?`,
      'g',
    ),
  );
  for (const [, WG, TS, name = '', to, from, yet] of won) {
    expect(number(from)).toBe(Reflect.get(constants, name));
    const winners = at(name, number(to));
    expect(meet(winners, present), text).toBe(false);
    if (WG !== undefined)
      for (const one of (TS ?? '').split(/, | or /))
        expect(winners, text).toContain(`${number(WG)} ${number(one)}`);
    if (yet !== undefined) expect(meet(at(name, number(yet)), present), text).toBe(true);
  }
  const [, others = ''] = /others with ([^.;]*)/.exec(text) ?? [];
  for (const [, name = '', to] of others.matchAll(/([A-Z]+) ([\d,]+)/g))
    expect(meet(at(name, number(to)), present), text).toBe(false);
  const [, quiet = ''] = /with any value tried of ([^.;]*)/.exec(text) ?? [];
  const names: readonly string[] = quiet.match(/[A-Z]{2,3}/g) ?? [];
  for (const { name, tried, wins } of why.effects) {
    if (tried.length === 0) continue;
    expect(names.includes(name), text).toBe(wins.length === 0);
    if (wins.length === 0)
      for (const value of tried)
        expect(
          meet(at(name, value), present),
          `${name} ${value}: ${[...at(name, value)]} not ${[...present]}: ${text}`,
        ).toBe(true);
  }
}

/** Its view, once all is known. */
async function explained(setup: Parameters<typeof problemOf>[0], result: TuningResult) {
  const { signal } = new AbortController();
  const tools = { toolchain, memoryMB: 2048, signal, now: () => 0 };
  const question = {
    problem: problemOf(setup),
    result,
    nextKnown: undefined,
    isAtHand: () => true,
    atAnyCost: true,
  };
  let view: WhyView = { ...WHY.none, phase: 'ended' };
  for await (const so of whyBest(question, tools)) view = { ...view, ...so };
  return view;
}

it(
  'every figure of the paragraph on a random kernel is what a simulation of its events says',
  { timeout: 120_000 * RUNS },
  async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const drawn = drawKernel(draw, { nodes: 6, divergence: false }, { WG: 1, TS: 1 });
        const kernel = tuned(drawn);
        const few = (max: number, min = 1): number => draw(fc.integer, { min, max });
        const constants = platform({
          size: 8,
          ND: 1,
          NU: few(2),
          NP: draw(fc.constantFrom, 1, 2),
          GMT: few(5),
          LMT: few(3),
          BT: few(2, 0),
          DT: few(2, 0),
        });
        const times = timesOn(kernel, constants);
        fc.pre(least(times) > 0 && new Set(times.values()).size > 1);
        const setup = { kernel, semantics: 'opencl', level: 'accelerated', constants } as const;
        const { result } = await finish(branchAndBound, checkerOf(toolchain, setup));
        fc.pre(result.status === 'proved');
        const why = await explained(setup, result);
        const text = whyAsText(why, result);
        checkSpent(text, kernel, constants);
        checkNext(text, kernel, constants);
        checkChanges(text, why, kernel, constants);
        told += 1;
      }),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
    expect(told).toBe(RUNS);
  },
);
