import { kernelOf, platform, problemOf } from '../../src/testing/engine.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { type Findings, rounded, target } from './report.ts';
import { proofOf, tuneTimed } from './tuning.ts';

/** Six tuning parameters: four of `values` values, one of five, one of two. */
const kernelText = (values: number): string => `
${['A', 'B', 'C', 'D'].map((name) => `#pragma tuner param ${name} = range(1, ${values}, 1)`).join('\n')}
#pragma tuner param WG = pow2(1, 16)
#pragma tuner param TS = {2, 4}
#pragma tuner cost f = A * GMT + B * B + C / D + TS
__kernel void k(__global int *a) { f(); }`;

const SPACES = [
  { values: 10, seconds: 15 },
  { values: 18, seconds: 150 },
] as const;

/** Kernels with many parameters, where every configuration gets its time. */
export async function spaces(quick: boolean): Promise<Findings> {
  const toolchain = await createNodeToolchain();
  const rows: (string | number | null)[][] = [];
  const targets: Findings['targets'] = [];
  const memory: number[] = [];
  try {
    for (const { values, seconds } of quick ? SPACES.slice(0, 1) : SPACES) {
      const problem = problemOf({
        kernel: kernelOf(kernelText(values)),
        ...({ semantics: 'opencl', level: 'accelerated' } as const),
        constants: platform({ size: 64 }),
      });
      const limits = { memoryMB: 2048, seconds: 2 * seconds };
      const tuned = await tuneTimed(toolchain, problem, limits);
      const { result, searchSeconds, configurations } = tuned;
      const proof = proofOf(tuned);
      memory.push(proof?.memoryMB ?? Number.NaN);
      rows.push([
        configurations,
        result.status,
        proof?.states ?? null,
        proof?.transitions ?? null,
        proof ? rounded(proof.memoryMB, 1) : null,
        proof ? rounded(proof.seconds) : null,
        rounded(searchSeconds),
      ]);
      targets.push(
        target(
          `${configurations.toLocaleString('en')} configurations proved within ${seconds} s, with the time of each`,
          `${result.status}, ${rounded(searchSeconds)} s`,
          result.status === 'proved' && searchSeconds <= seconds,
        ),
      );
    }
  } finally {
    toolchain.dispose();
  }
  const [small = 0, large = small] = memory;
  targets.push(
    target(
      'search memory that does not grow with the count',
      memory.map((one) => `${rounded(one, 1)} MB`).join(', '),
      large <= small * 1.1,
    ),
  );
  const columns = [
    'configurations',
    'status',
    'states',
    'transitions',
    'MB',
    'search s',
    'in all s',
  ];
  return {
    title: 'Large spaces',
    method:
      'A kernel with six parameters in OpenCL semantics at level accelerated, in Node: all methods take the time of every configuration in one search.',
    tables: [{ columns, rows }],
    targets,
  };
}
