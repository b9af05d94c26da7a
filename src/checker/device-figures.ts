import { approximately, type Ticks } from '../base/ticks.ts';
import { count, percent, whole, threeFigures } from '../base/words.ts';
import {
  boundOf,
  type BoundBy,
  floorOf,
  type Floor,
  type Machine,
  machineOn,
  peakFlops,
  type Tally,
  tallyOf,
  warpAccesses,
} from '../device/index.ts';
import { ExprError } from '../front/expr.ts';
import type { Configuration, TuningResult } from '../tuning/index.ts';
import type { Problem } from './problem.ts';

/** Parts of a machine that can be what a kernel is bound by. */
export const BOTTLENECKS = [
  'memory',
  'first cache',
  'local memory',
  'arithmetic',
  'latency',
] as const;
export type Bottleneck = (typeof BOTTLENECKS)[number];

/** A time on a machine in an engineer's units, with what is counted from the kernel. */
export interface DeviceFigures {
  /** The model's, and in seconds at the machine's clock; the peak's where that allows no such time. */
  readonly cycles: number;
  readonly seconds: number;
  readonly tally: Tally;
  /** A second. Bytes are distinct ones of global memory, each read and written once. */
  readonly flops: number;
  readonly bytes: number;
  /** Shares of the machine's peak. */
  readonly ofPeak: { readonly arithmetic: number; readonly memory: number };
  readonly boundBy: Bottleneck;
  /** The share of the time for which it is busy. */
  readonly busy: number;
  /** Present where the model takes less time than the machine's peak allows: that is not proved of any machine. */
  readonly belowPeak?: { readonly modelled: number; readonly floor: Floor };
}

/** The figures of a configuration that takes so many cycles in the model; undefined off a real machine. */
export function figuresOf(
  problem: Problem,
  values: Configuration,
  time: Ticks,
): DeviceFigures | undefined {
  const { kernel, machine, model, constants } = problem;
  if (!machine || !model.program) return undefined;
  try {
    const on = machineOn(machine, constants);
    const tally = tallyOf(kernel)(values, { ...constants });
    const modelled = approximately(time);
    const floor = floorOf(tally, on);
    const isBelow = modelled < floor.least;
    const cycles = isBelow ? Math.ceil(floor.least) : modelled;
    const seconds = cycles / (on.clock * 1e9);
    const perSecond = (amount: number): number => (seconds > 0 ? amount / seconds : 0);
    const flops = perSecond(tally.flops);
    const bytes = perSecond(tally.read + tally.written);
    const bound = boundOf(model.program(values, constants), on);
    return {
      cycles,
      seconds,
      tally,
      flops,
      bytes,
      ofPeak: { arithmetic: flops / peakFlops(on), memory: bytes / (on.bandwidth * 1e9) },
      boundBy: isBelow
        ? floor.by
        : bottleneckOf(bound.by, () => portShares(problem, on, values, tally)),
      busy: isBelow ? 1 : Math.min(1, cycles > 0 ? bound.least / cycles : 1),
      ...(isBelow && { belowPeak: { modelled, floor } }),
    };
  } catch (error) {
    if (error instanceof ExprError) return undefined;
    throw error;
  }
}

/** Milliseconds that the machine's peak allows a configuration at least; 0 off a real machine. */
export const leastMilliseconds = (problem: Problem, values: Configuration): number =>
  1000 * (figuresOf(problem, values, 0n)?.seconds ?? 0);

function bottleneckOf(by: BoundBy, shares: () => PortShares): Bottleneck {
  switch (by) {
    case 'port': {
      const { local, global } = shares();
      return local > global ? 'local memory' : 'first cache';
    }
    case 'l2':
      return 'memory';
    case 'issue':
      return 'arithmetic';
    case 'latency':
      return 'latency';
  }
}

interface PortShares {
  readonly local: number;
  readonly global: number;
}

/** Cycles of a unit's port, by whose accesses they are: each warp's, as often as its items make them. */
function portShares(
  { kernel, constants }: Problem,
  machine: Machine,
  values: Configuration,
  { accesses }: Tally,
): PortShares {
  const times = new Map(accesses.map(({ span, kind, times: of }) => [`${span.start} ${kind}`, of]));
  let [local, global] = [0, 0];
  for (const { span, kind, memory, cycles } of warpAccesses(kernel, machine, values, constants)) {
    const own = ((times.get(`${span.start} ${kind}`) ?? 0) / machine.lanes) * cycles;
    if (memory === 'local') local += own;
    else global += own;
  }
  return { local, global };
}

/** Words for what binds a kernel, after "Bound by". */
export const BOTTLENECK_WORDS: Readonly<Record<Bottleneck, string>> = {
  memory: 'memory',
  'first cache': 'the first cache',
  'local memory': 'local memory',
  arithmetic: 'arithmetic',
  latency: 'latency: too few warps',
};

/** Three figures, and the unit that suits. */
export function timeAndUnit(seconds: number): { readonly words: string; readonly unit: string } {
  const [value, unit] =
    seconds < 1e-3 ? [seconds * 1e6, 'µs'] : seconds < 1 ? [seconds * 1e3, 'ms'] : [seconds, 's'];
  return { words: threeFigures(value), unit };
}

/** `285 µs`, `1.24 ms` */
export function timeOnDevice(seconds: number): string {
  const { words, unit } = timeAndUnit(seconds);
  return `${words} ${unit}`;
}

/** `7,527 GFLOP/s` */
export const flopsInWords = (flops: number): string => `${threeFigures(flops / 1e9)} GFLOP/s`;

/** `810 GB/s` */
const bytesPerSecondInWords = (bytes: number): string => `${threeFigures(bytes / 1e9)} GB/s`;

/** `Bound by memory, busy 87 % of the time.` */
export function boundByInWords({ boundBy, busy }: DeviceFigures): string {
  const share = percentOf(busy);
  return boundBy === 'latency'
    ? `Bound by latency: a warp by itself takes ${share} of the time, with too few others to hide its waiting.`
    : `Bound by ${BOTTLENECK_WORDS[boundBy]}, busy ${share} of the time.`;
}

/** `8.01 GFLOP/s, 0.1 % of peak`, and of bytes; what a kernel has none of is left out. */
export function ratesInWords({ flops, bytes, ofPeak }: DeviceFigures): readonly string[] {
  return [
    ...(flops > 0 ? [`${flopsInWords(flops)}, ${percentOf(ofPeak.arithmetic)} of peak`] : []),
    ...(bytes > 0 ? [`${bytesPerSecondInWords(bytes)}, ${percentOf(ofPeak.memory)} of peak`] : []),
  ];
}

/** `15.4 µs: 120 GFLOP/s, 0.6 % of peak; 810 GB/s, 52 % of peak. Bound by memory, ...` */
export function figuresInWords(figures: DeviceFigures): string {
  const rates = ratesInWords(figures).join('; ');
  const head = [timeOnDevice(figures.seconds), ...(rates === '' ? [] : [rates])].join(': ');
  return `${head}. ${boundByInWords(figures)}`;
}

/** `87 %`; of less than ten, one more figure. */
export const percentOf = (share: number): string =>
  share < 0.0995 ? percent(share) : `${Math.round(share * 100)} %`;

/** `The model takes 12,000 cycles. That is less than the peak of this machine allows ...` */
export function belowPeakInWords({ belowPeak, tally, cycles }: DeviceFigures): string | undefined {
  if (!belowPeak) return undefined;
  const what =
    belowPeak.floor.by === 'memory'
      ? `${whole(tally.read + tally.written)} bytes through its memory`
      : count(tally.flops, 'floating-point operation');
  return `The model takes ${count(belowPeak.modelled, 'cycle')}, less than the machine's peak allows for ${what}: ${whole(cycles)}. The peak's bound is shown, and is no proof.`;
}

/** The answer of a search, without a proof where the machine's peak contradicts it. */
export function withinPeak(result: TuningResult, figures: DeviceFigures | undefined): TuningResult {
  const reason = figures && belowPeakInWords(figures);
  return reason === undefined || result.status !== 'proved'
    ? result
    : { ...result, status: 'bounded', reason };
}

/** The figures for scripts, in units that their names say. */
export const figuresInJson = (figures: DeviceFigures): object => {
  const { cycles, seconds, tally, flops, bytes, ofPeak, boundBy, busy, belowPeak } = figures;
  return {
    cycles,
    microseconds: seconds * 1e6,
    gflops: flops / 1e9,
    gigabytesPerSecond: bytes / 1e9,
    shareOfPeak: ofPeak,
    boundBy,
    busy,
    floatingPointOperations: tally.flops,
    bytesRead: tally.read,
    bytesWritten: tally.written,
    bytesAreAll: tally.isWhole,
    countIsExact: tally.isExact,
    ...(belowPeak && { belowPeak: { cyclesOfModel: belowPeak.modelled, by: belowPeak.floor.by } }),
  };
};
