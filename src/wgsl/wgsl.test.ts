import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { onLavapipe, onSwiftShader } from '../testing/software-adapters.ts';
import { oneIn, RUNS } from '../testing/amounts.ts';

const outcome = v.object({
  kernel: v.string(),
  configuration: v.record(v.string(), v.number()),
  outcome: v.picklist(['equal', 'different', 'refused', 'beyond', 'wrong', 'not-run']),
  detail: v.optional(v.string(), ''),
  at: v.optional(v.string(), ''),
});

const filesOf = (folder: string): string[] => {
  const path = fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
  return readdirSync(path)
    .filter((name) => /\.c[lu]$/.test(name))
    .map((name) => path + name);
};

const told = (lines: readonly string[]) => lines.map((line) => v.parse(outcome, JSON.parse(line)));
type Outcome = ReturnType<typeof told>[number];

const asked = (args: readonly string[]) => ['--json', '--each', String(RUNS), ...args];

/** Outcomes on SwiftShader, of all kernels. */
const outcomes = (args: readonly string[]) => told(onSwiftShader('scripts/gpu.ts', asked(args)));

/** Kernels that WGSL has no words for, and what is in the way. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'histogram.cu': /atomic functions of float/,
  'layer_norm.cu': /warp/,
  'scan.cu': /warp/,
  'sum.cu': /warp/,
};

const OURS = oneIn(2, ['examples', 'examples/cuda', 'src/testing/corpus/kernels'].flatMap(filesOf));

/** Outcomes that are neither equal nor known to be otherwise. */
function unexplained(all: readonly Outcome[]): readonly string[] {
  const equal = new Set(all.flatMap(({ kernel, outcome: is }) => (is === 'equal' ? [kernel] : [])));
  const others = all.flatMap(({ kernel, outcome: is, detail, at }) => {
    if (is === 'equal' || is === 'beyond') return [];
    // A race, and a barrier that not all come to, leave nothing to compare with.
    const isKnown = /^(racy|divergent)/.test(kernel)
      ? is === 'wrong'
      : REFUSED[kernel]?.test(detail) === true && is === 'refused' && at !== '';
    return isKnown ? [] : [`${kernel} ${is}: ${detail}`];
  });
  return [
    ...(equal.size > (OURS.length * 85) / 118 ? [] : [`only ${equal.size} kernels are equal`]),
    ...others,
  ];
}

test(
  'examples and corpus leave on SwiftShader what the run of values leaves',
  { timeout: 600_000 },
  () => {
    expect(unexplained(outcomes(OURS))).toEqual([]);
  },
);

test('so they do on lavapipe, where it is there', { timeout: 600_000 }, ({ skip }) => {
  const lines = onLavapipe('scripts/gpu.ts', asked(OURS));
  if (typeof lines === 'string') skip(lines);
  else expect(unexplained(told(lines))).toEqual([]);
});

test('random kernels do, or are refused at a place', { timeout: 600_000 }, () => {
  const all = outcomes(['--random', String(14 * RUNS)]);
  expect(all.filter(({ outcome: is }) => is === 'different')).toEqual([]);
  expect(all.filter(({ outcome: is }) => is === 'equal').length).toBeGreaterThan(3 * RUNS);
  for (const { outcome: is, at } of all) if (is === 'refused') expect(at).not.toBe('');
});

test('a published example does, at a small size', { timeout: 600_000 }, () => {
  const file = fileURLToPath(new URL('../../examples/convolution.cl', import.meta.url));
  const image = ['--define', 'WIDTH=16', '--define', 'HEIGHT=16'];
  const values = { block_size_x: 16, block_size_y: 16, tile_size_x: 1, tile_size_y: 1 };
  const given = Object.entries({ ...values, read_only: 0, use_padding: 0, use_shmem: 1 });
  const [told] = outcomes([
    ...image,
    ...given.flatMap(([name, value]) => ['--given', `${name}=${value}`]),
    file,
  ]);
  expect(told?.outcome).toBe('equal');
});
