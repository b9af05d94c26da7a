import type { SemanticsId } from '../../src/promela/index.ts';
import { exampleText, kernelOf, platform, problemOf } from '../../src/testing/engine.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { type Findings, rounded, target } from './report.ts';
import { proofOf, tuneTimed } from './tuning.ts';

const MOST_SECONDS = 2;
const LIMITS = { memoryMB: 2048, seconds: 60 };
const GPU = { NP: 128, NU: 108, ND: 4, LM: 2 ** 30 };

/** The search's growth with size and machine, at level accelerated. */
export async function growth(quick: boolean): Promise<Findings> {
  const toolchain = await createNodeToolchain();
  const kernel = kernelOf(exampleText('abstract'));
  const level = 'accelerated';
  const exponents = quick ? [10, 20, 28] : [10, 12, 14, 16, 18, 20, 22, 24, 26, 28];
  const machines = [
    { NP: 4, NU: 2, ND: 1 },
    { NP: 32, NU: 16, ND: 1 },
    { NP: 128, NU: 20, ND: 1 },
    GPU,
  ];
  const cases = [
    ...exponents.map((n) => ({ semantics: 'published' as const, n, NP: 4, NU: 2, ND: 1 })),
    ...(['published', 'opencl'] as const satisfies SemanticsId[]).flatMap((semantics) =>
      machines.map((machine) => ({ semantics, n: 20, ...machine })),
    ),
  ];
  const rows: (string | number | null)[][] = [];
  const slowest = { size: 0, machine: 0 };
  const unproved: string[] = [];
  try {
    for (const { semantics, n, NP, NU, ND } of cases) {
      const constants = platform({ size: 2 ** n, NP, NU, ND, LM: 2 ** 30 });
      const problem = problemOf({ kernel, semantics, level, constants });
      const tuned = await tuneTimed(toolchain, problem, LIMITS);
      const proof = proofOf(tuned);
      const { result, searchSeconds } = tuned;
      rows.push([
        semantics,
        `2^${n}`,
        NP,
        NU,
        ND,
        tuned.configurations,
        result.status,
        result.minTime === undefined ? null : String(result.minTime),
        proof?.states ?? null,
        rounded(searchSeconds, 3),
        result.reason ?? null,
      ]);
      const gpu = NP === GPU.NP && ND === GPU.ND;
      if (gpu) slowest.machine = Math.max(slowest.machine, searchSeconds);
      else slowest.size = Math.max(slowest.size, searchSeconds);
      if (result.status !== 'proved') unproved.push(`2^${n} ${semantics}`);
    }
  } finally {
    toolchain.dispose();
  }
  const all = unproved.length === 0;
  const missing = all ? '' : `; not proved: ${unproved.join(', ')}`;
  return {
    title: 'Growth with the size and the machine',
    method:
      'Branch and bound in Node at level accelerated, with the verifier at hand: the abstract kernel in both semantics. Seconds are of all searches.',
    tables: [
      {
        columns: [
          'semantics',
          'size',
          'NP',
          'NU',
          'ND',
          'configurations',
          'status',
          'minimum',
          'states',
          's',
          'note',
        ],
        rows,
      },
    ],
    targets: [
      target(
        `sizes to 2^28 proved, each within ${MOST_SECONDS} s`,
        `${rounded(slowest.size)} s at most${missing}`,
        all && slowest.size <= MOST_SECONDS,
      ),
      target(
        `size 2^20 with NP = 128, NU = 108, ND = 4 in both semantics within ${MOST_SECONDS} s`,
        `${rounded(slowest.machine)} s at most${missing}`,
        all && slowest.machine <= MOST_SECONDS,
      ),
    ],
  };
}
