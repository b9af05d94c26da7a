import { readFileSync } from 'node:fs';
import { checkModel } from '../../src/checker/index.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import type { Toolchain } from '../../src/spin/toolchain.ts';
import { memoryStore } from '../../src/testing/memory-store.ts';
import { runCommands } from '../../src/testing/native-verifier.ts';
import { rounded, type Section } from './report.ts';

const FOLDER = new URL('../../examples/promela/', import.meta.url);
const CLASSICS = ['peterson', 'philosophers', 'leader', 'alternating-bit', 'unfair'] as const;

interface Times {
  native: number;
  first: number;
  again: number;
}

/** Each classic's questions, from text to answer, natively and here: with the compiler but no
 * verifier, and with verifiers kept. Wall-clock milliseconds, the least of some rounds. */
export async function classics(rounds: number): Promise<Section['tables'][number]> {
  const times = new Map<string, Times>();
  const said = new Map<string, readonly (string | number)[]>();
  for (let round = 0; round < rounds; round += 1) {
    const toolchain = await createNodeToolchain({ cache: memoryStore() });
    try {
      await warmUp(toolchain);
      for (const name of CLASSICS) {
        const { least, answer } = await measure(toolchain, `${name}.pml`, times.get(name));
        times.set(name, least);
        said.set(name, answer);
      }
    } finally {
      toolchain.dispose();
    }
  }
  const rows = CLASSICS.map((name) => {
    const { native, first, again } = times.get(name) ?? NEVER;
    return [
      `${name}.pml`,
      ...(said.get(name) ?? []),
      rounded(native, 0),
      rounded(first, 0),
      rounded(first / native),
      rounded(again, 0),
      rounded(again / native),
    ];
  });
  const here = ['first visit, ms', 'ratio', 'again, ms', 'ratio'];
  return { columns: ['classic', 'searches', 'answer', 'states', 'native ms', ...here], rows };
}

const NEVER: Times = { native: Infinity, first: Infinity, again: Infinity };

/** Here for the first time, here again, and natively.
 * @throws {Error} where native SPIN finds something else. */
async function measure(
  toolchain: Toolchain,
  file: string,
  before = NEVER,
): Promise<{ readonly least: Times; readonly answer: readonly (string | number)[] }> {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const check = () => checkModel(toolchain, { text }, {}, { memoryMB: 1024, name: file });
  const [first, { results, status }] = await timed(check);
  const [again] = await timed(check);
  const natively = async () => results.map(({ native }) => runCommands({ [file]: text }, native));
  const [native, reports] = await timed(natively);
  for (const [index, { states, errors }] of reports.entries())
    if (states !== results[index]?.states || errors !== results[index]?.errors)
      throw new Error(`${file}: native SPIN finds something else`);
  const least = {
    native: Math.min(before.native, native),
    first: Math.min(before.first, first),
    again: Math.min(before.again, again),
  };
  const states = results.reduce((sum, each) => sum + each.states, 0);
  return { least, answer: [results.length, status, states] };
}

/** Loads SPIN and clang, as the page has before a button press. */
const warmUp = (toolchain: Toolchain): Promise<unknown> =>
  checkModel(toolchain, { text: 'active proctype p() { skip }' }, {}, { memoryMB: 64 });

async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}
