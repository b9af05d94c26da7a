import { LEVELS, type Level, type SemanticsId } from '../promela/index.ts';
import { deviceProgram, numberedKernel } from './device-programs.ts';
import { MEETING } from './meeting-groups.ts';
import { exampleText, kernelOf, platform, problemOf, type Setup } from './engine.ts';

const small = platform({ size: 16, NP: 2, NU: 2, NS: 1, WR: 2 });

function setup(text: string, semantics: SemanticsId, level: Level): Setup {
  return { kernel: kernelOf(text), semantics, level, constants: small };
}

/** A run on two units of two schedulers, with memory, a barrier, and arithmetic. */
const deviceSetup = (level: Level): Setup => ({
  ...setup(numberedKernel(1), 'device', level),
  constants: platform({ NU: 2, NS: 2 }),
  programOf: () =>
    deviceProgram([
      { kind: 'segment', times: 2, port: 3, l2: 5, latency: 20, issue: 4, chain: 6 },
      { kind: 'barrier' },
      { kind: 'segment', times: 1, port: 2, l2: 0, latency: 7, issue: 3, chain: 3 },
    ]),
});

/** A small run of every semantics at every level that it has, with the barrier of all groups and warps besides. */
export const SHOWN_RUNS: readonly { readonly title: string; readonly setup: Setup }[] = [
  ...(
    [
      ['minimum', 'published'],
      ['minimum', 'opencl'],
      ['minimum', 'warps'],
      ['divergent', 'opencl'],
      ['fermi', 'fermi'],
      ['fermi', 'fermi-printed'],
    ] as const
  ).map(([id, semantics]) => ({
    of: id,
    make: (level: Level) => setup(exampleText(id), semantics, level),
    semantics,
  })),
  {
    of: 'global barrier',
    make: (level: Level) => setup(MEETING, 'opencl' as const, level),
    semantics: 'opencl',
  },
  { of: 'device', make: deviceSetup, semantics: 'device' },
].flatMap(({ of, make, semantics }) =>
  LEVELS.flatMap((level) => {
    const made = make(level);
    try {
      problemOf(made);
    } catch {
      return []; // this semantics has no such level
    }
    return [{ title: `${of}, ${semantics}, ${level}`, setup: made }];
  }),
);
