import type { DeviceProgram, DeviceStep, Segment } from '../../device/program.ts';

export const PROGRAM_FILE = 'programs';

/** The file's first word. */
export const PROGRAM_MAGIC = 0x4f56_4431;

/** The model has an array for each of a step's numbers. */
export const MOST_PROGRAM_STEPS = 8192;
/** Warps of a wave at most. */
export const MOST_WAVE_WARPS = 4096;
/** Events of a wave at most: some seconds of a verifier. */
const MOST_EVENTS = 20_000_000;
/** Costs fit 32 bits, and their sums along a wave 64. */
const MOST_COST = 2 ** 31 - 1;

/** Groups and warps per wave, and waves: these run in turn and take equally long. */
export function wavesOf({ groups, resident, warps }: DeviceProgram) {
  const inWave = Math.min(resident, groups);
  return { groups: inWave, warps: inWave * warps, waves: Math.ceil(groups / inWave) };
}

/** Warps begin and end; a segment with memory and computation is two events each time. */
export function eventsOf(program: DeviceProgram): number {
  const each = program.steps.reduce(
    (sum, step) => sum + (step.kind === 'barrier' ? 1 : step.times * (isMemory(step) ? 2 : 1)),
    1,
  );
  return each * wavesOf(program).warps;
}

const isMemory = ({ port, l2, latency }: Segment): boolean => port + l2 + latency > 0;

/** Why the model cannot run a program; nothing where it can. */
export function unrunnable(program: DeviceProgram): string | undefined {
  const { steps, warps, groups, resident } = program;
  const whole = [warps, groups, resident];
  if (whole.some((count) => !Number.isInteger(count) || count < 1))
    return `has no warps to run: ${warps} in a group, ${resident} of ${groups} groups at once`;
  if (steps.length > MOST_PROGRAM_STEPS)
    return `a warp takes ${steps.length} steps; the model has room for ${MOST_PROGRAM_STEPS}`;
  const wave = wavesOf(program).warps;
  if (wave > MOST_WAVE_WARPS)
    return `a unit has ${wave} warps at once; the model has room for ${MOST_WAVE_WARPS}`;
  for (const step of steps) {
    if (step.kind === 'barrier') continue;
    const { times, port, l2, latency, issue, chain } = step;
    const costs = [times - 1, port, l2, latency, issue, chain];
    if (costs.some((cost) => !Number.isInteger(cost) || cost < 0 || cost > MOST_COST))
      return `a step of a warp has a cost that is no number of cycles (${costs.join(', ')})`;
  }
  const events = eventsOf(program);
  if (events > MOST_EVENTS)
    return `a wave has ${events} events; the model runs at most ${MOST_EVENTS}`;
  return undefined;
}

/** A program in 32-bit words: warps per group, groups per wave, waves, words that follow, and per
 * step:
 * - a segment: how often, port, second cache, latency, issue, chain;
 * - a barrier: 0;
 * - `-n m`: the `n` steps before it `m` times more. */
export function encodeProgram(program: DeviceProgram): Int32Array {
  const { groups, waves } = wavesOf(program);
  const code = encodeSteps(program.steps);
  return Int32Array.of(program.warps, groups, waves, code.length, ...code);
}

/** Longest repetition that is looked for, in steps. */
const LONGEST_PERIOD = 64;

function encodeSteps(steps: readonly DeviceStep[]): number[] {
  const rows = steps.map((step) =>
    step.kind === 'barrier'
      ? [0]
      : [step.times, step.port, step.l2, step.latency, step.issue, step.chain],
  );
  const numbers = new Map<string, number>();
  const kinds = rows.map((row) => {
    const key = row.join(' ');
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
  const code: number[] = [];
  for (let at = 0; at < rows.length;) {
    const { period, times } = repetition(kinds, at);
    if (times === 0) code.push(...(rows[at] ?? []));
    else code.push(-period, times);
    at += Math.max(1, period * times);
  }
  return code;
}

/** The repetition of the steps right before that covers the most. */
function repetition(kinds: readonly number[], at: number): { period: number; times: number } {
  let best = { period: 0, times: 0 };
  for (let period = 1; period <= Math.min(at, LONGEST_PERIOD); period += 1) {
    let end = at;
    while (end < kinds.length && kinds[end] === kinds[end - period]) end += 1;
    const times = Math.floor((end - at) / period);
    if (times * period > best.times * best.period) best = { period, times };
  }
  return best;
}

/** A program by its parameters' values, in the kernel's order. */
export interface ProgramRow {
  readonly key: readonly number[];
  readonly words: Int32Array;
}

/** 32-bit words, lowest byte first: magic word, length, parameters, rows; each row's key and program
 * place, sorted by key; the programs, equal ones once. */
export function programFile(
  rows: readonly ProgramRow[],
  parameters: number,
): Uint8Array<ArrayBuffer> {
  const sorted = rows.toSorted((a, b) => compareKeys(a.key, b.key));
  const places = new Map<string, number>();
  let length = 4 + sorted.length * (parameters + 1);
  const index = sorted.map(({ key, words }) => {
    const text = words.join(' ');
    const known = places.get(text);
    const place = known ?? length;
    if (known === undefined) {
      places.set(text, place);
      length += words.length;
    }
    return { key, words, place };
  });
  const bytes = new Uint8Array(length * 4);
  const view = new DataView(bytes.buffer);
  const put = (at: number, words: Iterable<number>): void => {
    let place = at * 4;
    for (const word of words) {
      view.setInt32(place, word, true);
      place += 4;
    }
  };
  put(0, [PROGRAM_MAGIC, length, parameters, sorted.length]);
  index.forEach(({ key, words, place }, row) => {
    put(4 + row * (parameters + 1), [...key, place]);
    put(place, words);
  });
  return bytes;
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (const [place, value] of one.entries()) {
    const difference = value - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
