import { approximately } from '../../base/ticks.ts';
import { spearman } from '../../measured/index.ts';
import { timeOf } from '../../gpu/statistics.ts';
import type { OnGpuView } from '../../session/jobs/on-gpu.ts';
import type { Run } from '../../session/run/run.ts';
import type { Configuration } from '../../tuning/index.ts';

/** The Minimum kernel with the launches of the paper's Table 2. How TS divides the array there the paper does
 * not say, and its times do not depend on it: a work-item reads its share. */
export const PAPER_KERNEL = `// The Minimum kernel (Listing 10) with the launches of the paper's Table 2: G work-items in groups of WG
// share the input.
#define MIN(a, b) if (a > b) a = b;
#pragma tuner param G = {960, 1280, 1600, 1920, 2560, 3200, 5120, 6400, 7680}
#pragma tuner param WG = {64, 128, 256, 512}
#pragma tuner require G <= 1600 && WG == 64 || G >= 1920 && G <= 3200 && WG == 128 || G == 6400 && WG == 256 || (G == 5120 || G == 7680) && WG == 512
#pragma tuner items G
#pragma tuner local loc = WG
#pragma tuner input n = size
#pragma tuner input glob[i] = (i + 1) * 5 % 16 - 8

__kernel void minimum(__global const int *glob, __global int *mins, __local int *loc, int n) {
  int lid = get_local_id(0);
  int share = n / (int)get_global_size(0);
  int first = get_global_id(0) * share;
  loc[lid] = INT_MAX;
  for (int i = 0; i < share; i++) {
    MIN(loc[lid], glob[first + i])
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    for (int i = 1; i < get_local_size(0); i++) {
      MIN(loc[0], loc[i])
    }
    mins[get_group_id(0)] = loc[0];
  }
}
`;

/** Elements, which all launches share evenly. The paper's array of 4 GB fits no browser. */
export const PAPER_SIZE = 307_200;

/** Table 2: work-items, group, TS, and milliseconds on the paper's P104-100. */
const ROWS = [
  [960, 64, 64, 140],
  [960, 64, 128, 140],
  [960, 64, 256, 140],
  [1280, 64, 128, 156],
  [1280, 64, 256, 156],
  [1600, 64, 64, 156],
  [1920, 128, 64, 137],
  [2560, 128, 64, 140],
  [3200, 128, 64, 124],
  [5120, 512, 64, 124],
  [6400, 256, 64, 109],
  [7680, 512, 64, 93],
] as const;

/** Each launch once. */
export const PAPER_CONFIGURATIONS: readonly Configuration[] = [
  ...new Map(ROWS.map(([G, WG]) => [G, { G, WG }])).values(),
];

/** A launch of Table 2 in the paper, in the model, and here. */
export interface PaperRow {
  readonly launch: Configuration;
  /** The paper's figure. */
  readonly step: number;
  /** Milliseconds in the paper. */
  readonly paper: number;
  /** The model's ticks, and nanoseconds on this GPU, where known. */
  readonly model?: number | undefined;
  readonly here?: number | undefined;
}

const isOfPaper = (question: Run['question']): boolean =>
  question?.kernelText === PAPER_KERNEL && question.constants.size.trim() === String(PAPER_SIZE);

/** The rows with what the present run and the GPU say of this kernel. */
export function paperRows(
  { question, configurations: { table, size } }: Pick<Run, 'question' | 'configurations'>,
  onGpu: OnGpuView,
): readonly PaperRow[] {
  return ROWS.map(([G, WG, step, paper]) => {
    const launch = { G, WG };
    const row = isOfPaper(question) ? table.find(launch) : -1;
    const time = row >= 0 && row < size ? table.time(row) : undefined;
    const at = isOfPaper(onGpu.question)
      ? onGpu.configurations.findIndex((one) => one['G'] === G && one['WG'] === WG)
      : -1;
    const here = onGpu.measured[at];
    return {
      launch,
      step,
      paper,
      model: time === undefined ? undefined : approximately(time),
      here: here?.state === 'timed' ? timeOf(here.times)?.middle : undefined,
    };
  });
}

/** With fewer rows the order says little. */
const ENOUGH = 8;

/** Rank correlation of two columns over the launches that both have. */
function agreement(rows: readonly PaperRow[], other: 'model' | 'here'): number | undefined {
  const both = rows.flatMap((row) => {
    const value = row[other];
    return value === undefined ? [] : [[row.paper, value] as const];
  });
  if (both.length < ENOUGH) return undefined;
  return spearman(
    both.map(([paper]) => paper),
    both.map(([, value]) => value),
  );
}

/** The orders beside each other, in words. */
export function paperInWords(rows: readonly PaperRow[]): string {
  const said = (
    [
      ['model', 'The model'],
      ['here', 'This GPU'],
    ] as const
  ).flatMap(([column, who]) => {
    const rho = agreement(rows, column);
    return rho === undefined
      ? []
      : [`${who} has the launches in the paper’s order with rho ${rho.toFixed(2)}.`];
  });
  return said.join(' ');
}
