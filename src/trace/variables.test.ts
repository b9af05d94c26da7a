import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { EVENT } from '../spin/replay-columns.ts';
import { checkerOf, problemOf } from '../testing/engine.ts';
import { SHOWN_RUNS } from '../testing/shown-runs.ts';
import { meaningOf } from './variable-words.ts';
import { variablesOf, watchable } from './variables.ts';
import { watch } from './watch.ts';
import { RUNS } from '../testing/amounts.ts';

/** Processes whose variables are the kernel's where they are not the model's. */
const mayHoldKernels = (process: string | undefined): boolean =>
  process === undefined || process === 'pex' || process === 'host';

/** Steps looked at of each run, times OVERTIME_RUNS. */
const STEPS = 5 * RUNS;

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** A run of the first valid configuration, and what its states are looked up in. */
async function runOf({ setup }: (typeof SHOWN_RUNS)[number]) {
  const checker = checkerOf(toolchain, setup);
  const [first] = [...checker.configurations()].filter(({ reason }) => reason === undefined);
  if (!first) throw new Error('no valid configuration');
  const configuration = first.values;
  const finished = await checker.search({ configuration, bound: 'none' });
  const { trail } = finished.trail
    ? finished
    : await checker.search({ configuration, bound: 'deadlock' });
  if (!trail) throw new Error('no run');
  return { trace: await checker.replay(trail), checker, trail, configuration };
}

describe.each(SHOWN_RUNS)('variables of $title', (run) => {
  it('are right at random steps, by names that people see', { timeout: 240_000 }, async () => {
    const { trace, checker, trail, configuration } = await runOf(run);
    const parameters = problemOf(run.setup).model.parameterNames;
    const inOneStep = run.title === 'device, device, accelerated';
    const steps = fc.sample(fc.nat(trace.count - 1), { numRuns: STEPS, seed: 7 });
    for (const index of [...steps, 0, trace.count - 1]) {
      const state = await checker.stateAt(trail, trace.stepAfter(index));
      const event = trace.event(index);
      const { time } = state.globals;
      // A wave that is one step is over, or has not begun, at the time of the state.
      if (!inOneStep)
        expect([index, event.kind, time]).toEqual([index, event.kind, Number(event.tick)]);
      const scope = watchable(trace, state);
      expect(watch('time', scope)).toEqual({ ok: true, value: time });
      // All processes that have begun are there, and none by a number.
      const groups = variablesOf(trace, state);
      const begun = trace.processes.filter(({ pid }) =>
        state.locals.some((each) => each.pid === pid),
      );
      expect(groups.flatMap(({ process }) => process?.label ?? [])).toEqual(
        begun.map(({ label }) => label),
      );
      for (const { process, variables } of groups)
        for (const { name, value, label, aside } of variables)
          if (meaningOf(name, process?.name)?.of !== undefined && !aside)
            expect([name, value, label]).toEqual([name, value, expect.any(String)]);
      if (event.kind === 'message' && event.tick !== 0)
        for (const [name, value] of Object.entries(configuration))
          expect(state.globals[parameters.get(name) ?? name]).toBe(value);
      // An element that works goes on when the phase is over.
      if (
        event.kind === 'work' &&
        trace.process(event.pid)?.name === 'pex' &&
        !run.title.includes('printed')
      ) {
        const wake = watch(`${trace.label(event.pid)}: wake - time`, scope);
        expect(wake).toEqual({ ok: true, value: Number(event.until) - Number(event.tick) });
      }
      // Who has received its message has it.
      if (
        event.kind === 'message' &&
        event.message === 'go' &&
        trace.process(event.to)?.name === 'unit'
      ) {
        const [, group] = event.values;
        const own = watch(`${trace.label(event.to)}: group`, scope);
        if (group !== undefined) expect(own).toEqual({ ok: true, value: group });
      }
    }
    expect(trace.columns.kind).toContain(EVENT.message);
  });

  it('are all in words, or the kernel’s', () => {
    const { text } = problemOf(run.setup).model;
    const kernels = /^(WG|TS|N|i|n|m|log2_\d+|[a-z]\w*_\d+|\w+_(mark|phase)|[a-z]_+|s_round)$/;
    let process: string | undefined;
    // Functions of C have variables of their own.
    const promela = text.replaceAll(/^c_(?:code|decl) \{\n(?:.*\n)*?\}$/gm, '');
    for (const line of promela.split('\n')) {
      process = /^(?:active )?proctype (\w+)/.exec(line)?.[1]?.replace('global_', '') ?? process;
      const declared = /^ *(?:int|byte|bool) ([\w, =-]+);/.exec(line)?.[1]?.split(',') ?? [];
      const inC = [...line.matchAll(/c_state "ticks (\w+)" "(?:Global|Local (\w+))"/g)];
      const all = [
        ...declared.map((one) => [one.trim().split(/[ =]/)[0] ?? '', process] as const),
        ...inC.map(([, name = '', of]) => [name, of?.replace('global_', '')] as const),
      ];
      for (const [name, of] of all) {
        if (line.startsWith('hidden')) continue;
        const isKnown = meaningOf(name, of) !== undefined;
        expect([of, name, isKnown || (mayHoldKernels(of) && kernels.test(name))]).toEqual([
          of,
          name,
          true,
        ]);
      }
    }
  });
});
