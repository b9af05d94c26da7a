import { type MachinePreset, MACHINES, machineOf, USUAL_MACHINE } from './machines.ts';

/** A GPU's kind, as far as the text says it. */
export interface Kind {
  readonly name?: string | undefined;
  /** NVIDIA's, such as 8.6. */
  readonly capability?: string | undefined;
  /** AMD's, such as gfx1030. */
  readonly gfx?: string | undefined;
  readonly architecture?: string | undefined;
  readonly vendor?: MachinePreset['vendor'] | undefined;
}

interface Family {
  readonly name: string;
  /** Capability, gfx number, product or architecture. */
  readonly says: RegExp;
  /** Presets that stand nearest; the first where nobody says how many units. */
  readonly presets: readonly [string, ...string[]];
  /** Set beside the presets, where they are of another. */
  readonly is?: 'later' | 'earlier';
}

const AMPERE_CARDS = ['rtx3090', 'a6000', 'a4000', 'rtx3070', 'rtx3060-laptop'] as const;
const HOPPERS = ['h100', 'h200'] as const;
const TURINGS = ['rtx2080ti', 'titan-rtx', 'rtx2060'] as const;

const family = (
  name: string,
  says: RegExp,
  presets: Family['presets'],
  is?: Family['is'],
): Family => ({ name, says, presets, ...(is && { is }) });

/** The first that is said counts. */
const FAMILIES: readonly Family[] = [
  family('Ampere', /^8\.0$|\bA(?:30|100|800)\b/, ['a100']),
  family('Hopper', /^9\.0$|hopper|\bG?H(?:[128]00|20)\b/i, HOPPERS),
  family('Blackwell', /^1[01]\.\d$|\bG?B[123]00\b/, HOPPERS, 'later'),
  family('Blackwell', /^12\.\d$|blackwell|RTX 50\d\d/i, AMPERE_CARDS, 'later'),
  family('Ada', /^8\.9$|\bAda\b|lovelace|RTX 40\d\d|\bL(?:4|40S?)\b/i, AMPERE_CARDS, 'later'),
  family('Ampere', /^8\.[67]$|ampere|RTX (?:30\d\d|A\d{3,4})|\bA(?:2|10|16|40)\b/i, AMPERE_CARDS),
  family('Turing', /^7\.5$|turing|RTX 20\d\d|GTX 16\d\d|Quadro RTX|\bT4\b/i, TURINGS),
  family('Volta', /^7\.[02]$|volta|\bV100|Titan V\b/i, ['v100']),
  family('Pascal', /^6\.\d$|pascal|GTX 10\d\d|Titan Xp?\b|\bP(?:4|40|100)\b/i, ['titan-x']),
  family('Maxwell', /^5\.\d$|maxwell|GTX 9\d\d|\bM(?:40|60)\b/i, ['titan-x'], 'earlier'),
  family('Kepler', /^3\.\d$|kepler|GTX [67]\d\d|\bK(?:10|20|40|80)/i, ['gtx-titan']),
  family('Fermi', /^2\.\d$|fermi|GTX [45]\d\d/i, ['gtx480']),
  family('CDNA 3', /^gfx9(?:4\w|50)$|cdna-?[ 34]|\bMI3\d\d/i, ['mi250x'], 'later'),
  family('CDNA 1', /^gfx908$|cdna-?[ 1]|\bMI100\b/i, ['mi250x'], 'earlier'),
  family('CDNA 2', /^gfx90a$|cdna|\bMI2\d\d/i, ['mi250x']),
  family('GCN', /^gfx(?:[678]\d\d|90[0-69c])$|gcn|vega|Radeon VII|\bMI(?:25|50|60)\b/i, ['mi50']),
  family('RDNA 4', /^gfx12\w\w$|rdna[- ]?4|\bRX 9\d{3}/i, ['w7800'], 'later'),
  family('RDNA 3', /^gfx11\w\w$|rdna[- ]?3|\bRX 7\d{3}|\bW7\d{3}/i, ['w7800']),
  family('RDNA 1', /^gfx101\w$|rdna[- ]?1|\bRX 5\d{3}|\bW5\d{3}/i, ['w6600'], 'earlier'),
  family('RDNA 2', /^gfx10\w\w$|rdna|\bRX 6\d{3}|\bW6\d{3}/i, ['w6600']),
];

type Presets = readonly [MachinePreset, ...MachinePreset[]];

/** Why a preset stands in for what nobody says. */
export interface Relative {
  readonly preset: MachinePreset;
  /** `name`: it is the GPU itself. */
  readonly by: 'name' | 'family' | 'vendor' | 'units';
  readonly family?: Family;
}

/** The presets among which a GPU's nearest is. */
export function relativesOf(kind: Kind): Omit<Relative, 'preset'> & { readonly presets: Presets } {
  const own = sheetOf(kind.name ?? '');
  if (own) return { by: 'name', presets: [own] };
  const isOf = ({ vendor }: MachinePreset): boolean => vendor === (kind.vendor ?? vendor);
  const families = FAMILIES.filter(({ presets: [first] }) => isOf(machineOf(first)));
  for (const said of [kind.capability, kind.gfx, kind.name, kind.architecture]) {
    const found = said !== undefined && families.find(({ says }) => says.test(said));
    if (!found) continue;
    const [first, ...others] = found.presets;
    return { by: 'family', family: found, presets: [machineOf(first), ...others.map(machineOf)] };
  }
  const by = kind.vendor === undefined ? 'units' : 'vendor';
  const [first = machineOf(USUAL_MACHINE), ...others] = MACHINES.filter(isOf);
  return { by, presets: [first, ...others] };
}

/** The one with nearly as many units. */
export function nearestOf([first, ...others]: Presets, units: number | undefined): MachinePreset {
  if (units === undefined) return first;
  const apart = ({ machine }: MachinePreset): number => Math.abs(Math.log(machine.units / units));
  return others.reduce((best, one) => (apart(one) < apart(best) ? one : best), first);
}

/** Words after a product's name that make another product of it. */
const OTHER = String.raw`(?! ?(?:Ti|SUPER|Laptop|Mobile|Max-Q|XT|XP?|Black|PCIe|NVL)\b)`;

/** The preset of a GPU by its name, if there is one. */
export function sheetOf(name: string): MachinePreset | undefined {
  const [found] = MACHINES.filter(({ label }) =>
    new RegExp(`\\b${label}\\b${OTHER}`, 'i').test(name),
  ).toSorted((a, b) => b.label.length - a.label.length);
  return found;
}
