import { rowOf } from '../base/search.ts';
import type { Machine } from './machine.ts';

/** Where a constant is from. `assumed`: nobody says it of this machine; a relative of it, or its vendor's usual figure,
 * is taken. Latencies and bandwidths of caches are those that gpu-benches (RRZE Erlangen) or the configurations that
 * accel-sim was tested with have; those of `Huerta et al.` are in Dissecting and modeling the architecture of modern GPU
 * cores, MICRO 2025; `measured`: by scripts/probe.cu on one such machine. */
export const SOURCES = [
  ...(['data sheet', 'RRZE gpu-benches', 'accel-sim', 'Huerta et al.'] as const),
  ...(['measured', 'assumed'] as const),
] as const;
export type Source = (typeof SOURCES)[number];

type MachineConstant = keyof Machine;

/** A real machine by name. */
export interface MachinePreset {
  readonly id: string;
  readonly label: string;
  readonly vendor: 'NVIDIA' | 'AMD';
  /** Its vendor's name for its kind. */
  readonly family: string;
  readonly machine: Machine;
  /** Where each constant is from. */
  readonly sources: Readonly<Record<MachineConstant, Source>>;
}

/** Some constants, and where they are from. */
interface Known {
  readonly source: Source;
  readonly constants: Partial<Machine>;
}

const sheet = (constants: Partial<Machine>): Known => ({ source: 'data sheet', constants });
const benches = (constants: Partial<Machine>): Known => ({ source: 'RRZE gpu-benches', constants });
const accelSim = (constants: Partial<Machine>): Known => ({ source: 'accel-sim', constants });
const huerta = (constants: Partial<Machine>): Known => ({ source: 'Huerta et al.', constants });
const measured = (constants: Partial<Machine>): Known => ({ source: 'measured', constants });
const assumed = (constants: Partial<Machine>): Known => ({ source: 'assumed', constants });

const KB = 1024;

/** Defaults of NVIDIA's machines. */
const NVIDIA = [
  sheet({ schedulers: 4, lanes: 32, registers: 65_536, registersOfItem: 255, registerStep: 8 }),
  // Of a unit's special functions 16 a cycle, 4 for each scheduler.
  sheet({ line: 128, integer: 2, special: 8 }),
  // Eight units for loads and stores for each scheduler.
  sheet({ addressing: 4 }),
  assumed({ memory: 1, dependent: 4, localLatency: 29, compiler: 'predicates', unroll: 4 }),
  assumed({ dispatch: 1, request: 1 }),
];
const VOLTA = [
  sheet({ floating: 2, double: 4, residentItems: 2048, residentWarps: 64, residentGroups: 32 }),
  sheet({ localBytes: 96 * KB, l1Bytes: 128 * KB, l1Width: 128, localWidth: 128 }),
  benches({ l1Latency: 28, l2Latency: 212, memoryLatency: 434 }),
  accelSim({ localLatency: 20 }),
  assumed({ l2Width: 25.6 }),
];
const TURING = [
  // Two units of double precision each; of the 96 KB together the first cache has at most 64.
  sheet({ floating: 2, double: 64, residentItems: 1024, residentWarps: 32, residentGroups: 16 }),
  sheet({ localBytes: 64 * KB, l1Bytes: 64 * KB, l1Width: 64, localWidth: 64 }),
  accelSim({ localLatency: 30 }),
  // Four units, which Ampere cards have as well.
  assumed({ addressing: 4 }),
  // As a V100, with an A40's second-cache width.
  assumed({ l1Latency: 28, l2Latency: 212, memoryLatency: 434, l2Width: 16.8 }),
];
/** Ampere cards, with latencies and second cache of an A40. */
const AMPERE = [
  // Two units of double precision each.
  sheet({ floating: 1, double: 64, residentItems: 1536, residentWarps: 48, residentGroups: 16 }),
  sheet({ localBytes: 100 * KB, l1Bytes: 128 * KB, localWidth: 128 }),
  benches({ l1Latency: 33, l2Latency: 250, memoryLatency: 556, l2Width: 16.8 }),
  accelSim({ localLatency: 29 }),
  benches({ l1Width: 64 }),
  huerta({ request: 2, addressing: 4 }),
];
const HOPPER = [
  sheet({ floating: 1, double: 2, residentItems: 2048, residentWarps: 64, residentGroups: 32 }),
  sheet({ localBytes: 228 * KB, l1Bytes: 256 * KB, l1Width: 128, localWidth: 128 }),
  measured({ l1Latency: 33, localLatency: 29 }),
  // 1.6 in a nanosecond, whatever the kernel.
  measured({ dispatch: 0.81 }),
];
/** Defaults of AMD's machines. */
const AMD = [
  sheet({ registerStep: 8, memory: 0, addressing: 0 }),
  assumed({ compiler: 'branches', unroll: 1, dispatch: 1, request: 1 }),
];
/** Waves of 64 lanes, four cycles per instruction; latencies of an MI210. */
const GCN = [
  // Special functions at a quarter of the rate, double precision at half.
  sheet({ schedulers: 4, lanes: 64, floating: 4, integer: 4, residentGroups: 32 }),
  sheet({ special: 16, double: 8 }),
  sheet({ localBytes: 64 * KB, l1Width: 64, line: 64, l1Bytes: 16 * KB, localWidth: 128 }),
  benches({ l1Latency: 130, l2Latency: 253, memoryLatency: 685, l2Width: 28 }),
  assumed({ dependent: 4, localLatency: 64 }),
];
/** Waves of 32 lanes; latencies of an RX 6900 XT. */
const RDNA = [
  sheet({ schedulers: 2, lanes: 32, floating: 1, integer: 1, residentGroups: 16 }),
  sheet({ special: 4, double: 16 }),
  sheet({ residentItems: 1024, residentWarps: 32, localBytes: 64 * KB }),
  sheet({ l1Width: 128, line: 128, localWidth: 128 }),
  benches({ l1Latency: 73, l2Latency: 222, memoryLatency: 424, l2Width: 22.5 }),
  assumed({ dependent: 5, localLatency: 40 }),
];

interface Row extends Pick<MachinePreset, 'id' | 'label' | 'vendor' | 'family'> {
  /** Later entries override earlier ones. */
  readonly known: readonly Known[];
}

const nvidia = (
  id: string,
  label: string,
  family: string,
  base: readonly Known[],
  ...own: readonly Known[]
): Row => ({ id, label, vendor: 'NVIDIA', family, known: [...NVIDIA, ...base, ...own] });

const amd = (
  id: string,
  label: string,
  family: string,
  base: readonly Known[],
  ...own: readonly Known[]
): Row => ({ id, label, vendor: 'AMD', family, known: [...AMD, ...base, ...own] });

/** Units, GHz, GB/s of memory, MB of second cache. */
const size = (units: number, clock: number, bandwidth: number, l2: number): Known =>
  sheet({ units, clock, bandwidth, l2Bytes: l2 * 1_000_000 });

const ROWS: readonly Row[] = [
  nvidia(
    ...(['a100', 'A100', 'Ampere', AMPERE] as const),
    size(108, 1.41, 1555, 40),
    sheet({ floating: 2, double: 4, residentItems: 2048, residentWarps: 64, residentGroups: 32 }),
    sheet({ localBytes: 164 * KB, l1Bytes: 192 * KB, l1Width: 128, localWidth: 128 }),
    sheet({ addressing: 4 }),
    // Nobody says it of this one, whose first cache is twice as wide.
    assumed({ request: 1 }),
    benches({ l1Latency: 33, l2Latency: 206, memoryLatency: 552, l2Width: 35.5 }),
  ),
  nvidia(
    ...(['h100', 'H100', 'Hopper', HOPPER] as const),
    size(132, 1.98, 3352, 50),
    measured({ l2Latency: 280, memoryLatency: 627, l2Width: 40 }),
  ),
  nvidia(
    ...(['h200', 'H200', 'Hopper', HOPPER] as const),
    size(132, 1.98, 4800, 60),
    measured({ l2Latency: 279, memoryLatency: 599 }),
    assumed({ l2Width: 40 }),
  ),
  nvidia('a4000', 'RTX A4000', 'Ampere', AMPERE, size(48, 1.56, 448, 4)),
  nvidia('a6000', 'RTX A6000', 'Ampere', AMPERE, size(84, 1.8, 768, 6)),
  nvidia('rtx3090', 'RTX 3090', 'Ampere', AMPERE, size(82, 1.695, 936, 6)),
  nvidia('rtx3070', 'RTX 3070', 'Ampere', AMPERE, size(46, 1.725, 448, 4)),
  nvidia('rtx3060-laptop', 'RTX 3060 Laptop', 'Ampere', AMPERE, size(30, 1.425, 336, 3)),
  nvidia('rtx2080ti', 'RTX 2080 Ti', 'Turing', TURING, size(68, 1.545, 616, 5.5)),
  nvidia('rtx2060', 'RTX 2060', 'Turing', TURING, size(30, 1.68, 336, 3)),
  nvidia('titan-rtx', 'Titan RTX', 'Turing', TURING, size(72, 1.77, 672, 6)),
  nvidia('v100', 'V100', 'Volta', VOLTA, size(80, 1.53, 900, 6)),
  nvidia(
    ...(['titan-x', 'Titan X', 'Pascal', VOLTA] as const),
    size(28, 1.531, 480, 3),
    sheet({ floating: 1, double: 32, integer: 1, l1Bytes: 48 * KB, l1Width: 128, localWidth: 128 }),
    accelSim({ localLatency: 24 }),
    assumed({ dependent: 6, l1Latency: 82, l2Latency: 216, memoryLatency: 434, l2Width: 32 }),
  ),
  nvidia(
    ...(['gtx-titan', 'GTX Titan', 'Kepler', VOLTA] as const),
    size(14, 0.837, 288, 1.5),
    // 32 special function units and 64 of double precision.
    sheet({ double: 2, special: 4 }),
    sheet({ floating: 1, integer: 1, residentGroups: 16, localBytes: 48 * KB, l1Bytes: 16 * KB }),
    assumed({ dependent: 9, l1Latency: 35, localLatency: 33, l2Latency: 200 }),
    assumed({ memoryLatency: 301, l2Width: 64 }),
  ),
  nvidia(
    ...(['gtx480', 'GTX 480', 'Fermi', VOLTA] as const),
    size(15, 1.401, 177.4, 0.768),
    // The clock of the cores, 16 to a scheduler.
    // Double precision is held to an eighth on this card; 4 special function units.
    sheet({ double: 16, special: 16 }),
    sheet({ schedulers: 2, floating: 2, integer: 2, registers: 32_768, registersOfItem: 63 }),
    sheet({ residentItems: 1536, residentWarps: 48, residentGroups: 8, registerStep: 2 }),
    sheet({ localBytes: 48 * KB, l1Bytes: 16 * KB }),
    accelSim({ localLatency: 26 }),
    assumed({ dependent: 18, l1Width: 64, localWidth: 64, l1Latency: 80, l2Latency: 250 }),
    assumed({ memoryLatency: 600, l2Width: 16 }),
  ),
  amd(
    ...(['mi250x', 'MI250X', 'CDNA', GCN] as const),
    // One of its two dies.
    size(110, 1.7, 1638, 8),
    sheet({ residentItems: 2048, residentWarps: 32, registers: 131_072, double: 4 }),
    assumed({ registersOfItem: 128 }),
  ),
  amd(
    ...(['mi50', 'MI50', 'GCN', GCN] as const),
    size(60, 1.725, 1024, 4),
    sheet({ residentItems: 2560, residentWarps: 40, registers: 65_536 }),
    // A group of 1,024 leaves these of 256; compilers are ready for it unless they are told (HIP, launch bounds).
    assumed({ registersOfItem: 64, l1Latency: 130, l2Latency: 253, memoryLatency: 685 }),
    assumed({ l2Width: 28 }),
  ),
  amd(
    ...(['w6600', 'Radeon Pro W6600', 'RDNA', RDNA] as const),
    size(28, 2.9, 224, 2),
    sheet({ registers: 65_536, l1Bytes: 16 * KB }),
    assumed({ registersOfItem: 128 }),
  ),
  amd(
    ...(['w7800', 'Radeon Pro W7800', 'RDNA', RDNA] as const),
    size(70, 2.52, 576, 6),
    sheet({ registers: 98_304, l1Bytes: 32 * KB }),
    assumed({ registersOfItem: 192 }),
  ),
];

/** All constants in the order of `Machine`; presets must have every one. */
export const MACHINE_CONSTANTS = [
  ...(['units', 'schedulers', 'lanes', 'clock', 'floating', 'double', 'special'] as const),
  ...(['integer', 'memory', 'addressing'] as const),
  ...(['dependent', 'residentItems', 'residentWarps', 'residentGroups'] as const),
  ...(['dispatch', 'localBytes'] as const),
  ...([
    'registers',
    'registersOfItem',
    'registerStep',
    'request',
    'l1Width',
    'line',
    'l1Bytes',
  ] as const),
  ...(['l1Latency', 'localWidth', 'localLatency', 'l2Width', 'l2Bytes', 'l2Latency'] as const),
  ...(['bandwidth', 'memoryLatency', 'compiler', 'unroll'] as const),
] as const satisfies readonly (keyof Machine)[];

function presetOf({ known, ...about }: Row): MachinePreset {
  const machine: Partial<Machine> = {};
  const sources: Partial<Record<keyof Machine, Source>> = {};
  for (const { source, constants } of known) {
    Object.assign(machine, constants);
    for (const name of MACHINE_CONSTANTS) if (constants[name] !== undefined) sources[name] = source;
  }
  if (!isWhole(machine) || !isWhole(sources))
    throw new Error(`the machine ${about.id} lacks a constant`);
  return { ...about, machine, sources };
}

const isWhole = <V extends Record<keyof Machine, unknown>>(value: Partial<V>): value is V =>
  MACHINE_CONSTANTS.every((name) => value[name] !== undefined);

/** Real machines; the first is the default. */
export const MACHINES: readonly MachinePreset[] = ROWS.map(presetOf);

export const machineOf = (id: string): MachinePreset => rowOf(MACHINES, id);

/** Where nobody chooses. */
export const USUAL_MACHINE = 'a100';
