import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from './node-toolchain.ts';
import { unpackTrail } from '../base/packed-trail.ts';
import { parsePanReport } from './pan-output.ts';
import { nativeRun, sourcesOf } from '../testing/spin-tools.ts';
import { editPan, panEdits } from './verifier-unit.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** One atomic chain of over a million steps, with branching paths beside it. */
const long = `int n;
active proctype chain() { atomic { do :: n < 1100000 -> n++ :: else -> break od } }
active [2] proctype beside() { byte i; do :: i < 2 -> i++ :: else -> break od }`;

/** Over a million steps before the error. */
const late = `${long}
active proctype late() { n == 1100000; assert(false) }`;

/** Acceptance cycles: the second search starts deep inside the first. */
const cycles = `byte a, b; bool found;
active [2] proctype p() { byte i;
  do :: i = (i + 1) % 20; a = (a + i) % 7 :: b = (b + 1) % 50 od }
active proctype watch() {
  do :: a != 3 || b != 17 -> skip :: else -> found = true; accept: do :: b >= 0 od od }`;

/** More transitions than one function fills, some of which are alternatives. */
const many = `byte x, y;
active proctype p() { do
${Array.from({ length: 100 }, (_, at) => `  :: x == ${at % 50} -> if :: y < ${at % 7} -> y++ :: else -> y = ${at % 5} fi; x = (x + ${at % 11}) % 50`).join('\n')}
od }`;

describe('the edits of pan.c', () => {
  it('find their places, once each', async () => {
    const text = (await sourcesOf(toolchain, cycles))['pan.c'];
    for (const { find } of panEdits) expect(text.split(find).length, find).toBe(2);
    expect(editPan('pan.c', text)).toContain('slice_left');
  });

  it('fill a large table in parts, in its order', async () => {
    const text = (await sourcesOf(toolchain, many))['pan.t'];
    const edited = editPan('pan.t', text);
    const entries = (of: string): string[] => of.match(/^.*\bsettr\(\d.*$/gm) ?? [];
    expect(entries(edited)).toEqual(entries(text));
    expect(edited.match(/^settable_\d+\(void\)\n\{\tTrans \*T;$/gm)?.length).toBeGreaterThan(1);
    expect(editPan('pan.t', (await sourcesOf(toolchain, cycles))['pan.t'])).not.toContain('table_');
  });

  it.each([
    ['a long atomic chain', long, ['SAFETY', 'NOREDUCE'], ['-m4000000', '-w16']],
    ['a search for cycles', cycles, [], ['-a', '-c0', '-m1000000', '-w18']],
    ['a large table', many, ['SAFETY'], ['-m100000', '-w18'], '-O0'],
    ['a long trail', late, ['SAFETY', 'NOREDUCE'], ['-m4000000', '-w16']],
    ['the trail of a cycle', cycles, [], ['-a', '-m1000000', '-w18']],
  ] as const)(
    'leave a search as it was: %s',
    { timeout: 120_000 },
    async (_, model, defines, args, optimise: '-O0' | '-O2' = '-O2') => {
      const options = { optimise, defines } as const;
      const verifier = await toolchain.compile({
        sources: await sourcesOf(toolchain, model),
        ...options,
      });
      let progress = 0;
      const run = await toolchain.verify(
        { module: verifier.module, args },
        { onProgress: ({ kind }) => (progress += kind === 'search' ? 1 : 0) },
      );
      const { stdout, trail } = nativeRun(model, defines, args);
      const native = parsePanReport(stdout);
      if (!native.ok) throw new Error(native.reason);
      const { report } = native;
      expect(run.report).toMatchObject({
        ok: true,
        report: {
          states: report.states,
          transitions: report.transitions,
          depth: report.depth,
          errors: report.errors,
        },
      });
      if (report.transitions > 2 ** 20) expect(progress).toBeGreaterThan(0);
      expect(run.trails.map(({ packed }) => unpackTrail(packed))).toEqual(trail ? [trail] : []);
    },
  );
});
