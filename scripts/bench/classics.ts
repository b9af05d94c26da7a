import { readFileSync } from 'node:fs';
import { checkModel } from '../../src/checker/index.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import type { Toolchain } from '../../src/spin/toolchain.ts';
import { memoryStore } from '../../src/testing/memory-store.ts';
import { runCommands } from '../../src/testing/native-verifier.ts';
import { rounded, type Section } from './report.ts';

const FOLDER = new URL('../../examples/promela/', import.meta.url);
const CLASSICS = ['peterson', 'philosophers', 'leader', 'alternating-bit', 'unfair'] as const;

/** Each classic with all that it says of itself, from its text to the answer, natively and here: with the compiler
 * at hand but no verifier, and with the verifiers kept. Milliseconds of the clock, the least of some rounds. */
export async function classics(rounds: number): Promise<Section['tables'][number]> {
  const rows: (string | number)[][] = [];
  for (const name of CLASSICS) {
    const file = `${name}.pml`;
    const text = readFileSync(new URL(file, FOLDER), 'utf8');
    const times = { native: Infinity, first: Infinity, again: Infinity };
    let said = { searches: 0, states: 0, status: '' };
    for (let round = 0; round < rounds; round += 1) {
      const toolchain = await createNodeToolchain({ cache: memoryStore() });
      try {
        await warmUp(toolchain);
        const check = () => checkModel(toolchain, { text }, {}, { memoryMB: 1024, name: file });
        const [first, { results, status }] = await timed(check);
        const [again] = await timed(check);
        const began = performance.now();
        const natives = results.map(({ native }) => runCommands({ [file]: text }, native));
        const native = performance.now() - began;
        for (const [index, { states, errors }] of natives.entries())
          if (states !== results[index]?.states || errors !== results[index]?.errors)
            throw new Error(`${name}: native SPIN finds something else`);
        times.native = Math.min(times.native, native);
        times.first = Math.min(times.first, first);
        times.again = Math.min(times.again, again);
        const states = results.reduce((sum, each) => sum + each.states, 0);
        said = { searches: results.length, states, status };
      } finally {
        toolchain.dispose();
      }
    }
    const { native, first, again } = times;
    rows.push([
      ...[file, said.searches, said.status, said.states, rounded(native, 0)],
      ...[rounded(first, 0), rounded(first / native), rounded(again, 0), rounded(again / native)],
    ]);
    console.error(rows.at(-1)?.join(' | '));
  }
  const here = ['first visit, ms', 'ratio', 'again, ms', 'ratio'];
  return { columns: ['classic', 'searches', 'answer', 'states', 'native ms', ...here], rows };
}

/** A worker that has SPIN and clang loaded, as the page has when somebody presses a button. */
const warmUp = (toolchain: Toolchain): Promise<unknown> =>
  checkModel(toolchain, { text: 'active proctype p() { skip }' }, {}, { memoryMB: 64 });

async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}
