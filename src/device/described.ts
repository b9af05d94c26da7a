import { ALL_MACHINE_FIELDS, fieldProblem, type MachineNumber } from './machine-fields.ts';
import type { Machine } from './machine.ts';
import { type Kind, nearestOf, type Relative, relativesOf } from './relative.ts';

/** A constant that a text says, and where. */
export interface Reading {
  readonly constant: MachineNumber;
  readonly value: number;
  readonly line: string;
}

/** A GPU by what a tool or a data sheet says of it. */
export interface Described {
  readonly name: string | undefined;
  readonly tool: string;
  readonly readings: readonly Reading[];
  /** Values that no machine has. */
  readonly refused: readonly { readonly line: string; readonly problem: string }[];
  /** Gives the rest. */
  readonly relative: Relative;
  /** Constants that matter most and nobody said. */
  readonly missing: readonly MachineNumber[];
  /** GPUs after the first. */
  readonly others: number;
}

type Fact =
  | ('units' | 'simds' | 'lanes' | 'clock' | 'bandwidth' | 'memoryClock' | 'memoryRate' | 'bus')
  | ('l1' | 'l1OfAmd' | 'l2' | 'local' | 'threads' | 'waves');

type Units = ReadonlyMap<string, number>;
const units = (...all: readonly (readonly [words: string, factor: number])[]): Units =>
  new Map(
    all.flatMap(([words, factor]) => words.split('|').map((word) => [word, factor] as const)),
  );

const COUNT = units(['', 1]);
const CLOCK = units(['ghz', 1], ['mhz', 1e-3], ['khz', 1e-6]);
const CLOCK_IN_MHZ = new Map([...CLOCK, ['', 1e-3]] as const);
const BYTES = units(['b|byte|bytes', 1], ['kb|kib|kbytes', 2 ** 10], ['mb|mib|mbytes', 2 ** 20]);
const PLAIN_BYTES = new Map([...BYTES, ['', 1]] as const);
const RATE = units(['gb/s|gb/sec|gbyte/s', 1], ['tb/s|tb/sec|tbyte/s', 1000]);
const BITS_A_SECOND = units(['gbps|gbit/s', 1]);
const BITS = units(['bit|bits', 1]);

interface Row {
  readonly fact: Fact;
  readonly units: Units;
  /** The line's label before its number, or after it. */
  readonly before: RegExp;
  readonly after: RegExp;
  /** The heading that the line stands under. */
  readonly under: RegExp;
}

const NUMBER = String.raw`(?<number>\d[\d.,]*)(?:\(0x[\da-f]+\))?[ -]?(?<unit>[a-z%]+(?:/s)?)?`;

/** Each begins at the line's beginning, and a line has a few hundred letters at most. */
const row = (fact: Fact, label: string, unit: Units, under = /^/): Row => ({
  fact,
  units: unit,
  before: new RegExp(
    String.raw`^(?:${label})(?: ?\((?<other>[a-z/]+)\))?[ :=]*(?:up to )?${NUMBER}`,
    'i',
  ),
  after: new RegExp(String.raw`^\(? ?${NUMBER}\)? ?(?:${label})(?![a-z])`, 'i'),
  under,
});

/** The earlier row wins, and in it the earlier line. OpenCL's local memory is a group's share, its cache on
 * NVIDIA that of all units together, and neither is here. */
const ROWS: readonly Row[] = [
  row(
    'units',
    '(?:CL_DEVICE_)?max[_ ]compute[_ ]units|compute units?(?: count)?|(?:streaming )?multiprocessors(?: \\(SMs?\\))?(?: count)?|SMs|SM count',
    COUNT,
  ),
  row(
    'simds',
    'SIMDs? per (?:CU|compute unit \\(AMD\\))|CL_DEVICE_SIMD_PER_COMPUTE_UNIT_AMD',
    COUNT,
  ),
  row(
    'lanes',
    'warp size(?: \\(NV\\))?|wavefront size|wavefront width \\(AMD\\)|CL_DEVICE_W(?:ARP_SIZE_NV|AVEFRONT_WIDTH_AMD)|subgroupMinSize',
    COUNT,
  ),
  row('clock', 'CL_DEVICE_MAX_CLOCK_FREQUENCY', CLOCK_IN_MHZ),
  row(
    'clock',
    '(?:GPU )?(?:max|boost|peak)(?: engine)? (?:clock|freq(?:uency|\\.))(?: rate| speed| freq(?:uency|\\.))?|GPU clock rate',
    CLOCK,
  ),
  row('clock', 'SM', CLOCK, /^Max Clocks/),
  row('bandwidth', '(?:(?:peak )?(?:GPU )?memory )?bandwidth', RATE),
  row('memoryClock', 'Memory Clock rate', CLOCK),
  row('memoryRate', 'memory (?:speed|data rate)', BITS_A_SECOND),
  row('bus', '(?:memory )?(?:bus|interface)(?: width)?', BITS),
  row('l1', 'L1', BYTES, /^Cache Info/),
  row('l1OfAmd', 'global memory cache size|CL_DEVICE_GLOBAL_MEM_CACHE_SIZE', PLAIN_BYTES),
  row('l2', 'L2(?: cache)?(?: size)?', BYTES),
  row('local', 'total (?:amount of )?shared memory per multiprocessor', BYTES),
  row(
    'local',
    'local memory size per CU \\(AMD\\)|CL_DEVICE_LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD',
    PLAIN_BYTES,
  ),
  row('local', 'Size', BYTES, /^Segment: GROUP/),
  row('local', '(?:shared|local) memory per (?:SM|CU|multiprocessor|compute unit)', BYTES),
  row('threads', 'Maximum number of threads per multiprocessor', COUNT),
  row('waves', 'Max Waves Per CU', COUNT),
];

/** Words of a device; the earlier row wins. */
const WORDS: readonly (readonly [keyof Kind | 'major' | 'minor', RegExp])[] = [
  ['name', /^(?:Device \d+|Product Name|Marketing Name|Board name) ?: ?([^ ].*)/],
  ['name', /^(?:Device Board Name \(AMD\)|CL_DEVICE_BOARD_NAME_AMD) (.+)/],
  ['name', /^(?:Device Name|CL_DEVICE_NAME) (.+)/],
  ['name', /^(?:description|Graphics card|Model|Product|GPU|device|Name) ?: ?([^ /:\d].*)/i],
  ['name', /^((?:NVIDIA|AMD|GeForce|Quadro|Tesla|Titan|Radeon|RTX|GTX) [^:]+)$/i],
  ['capability', /^CUDA Capability Major\/Minor version number: ?(\d+\.\d)/],
  ['capability', /^(?:CUDA |NVIDIA )?compute capability(?: \(NV\))?[ :]*(\d+\.\d)/i],
  ['major', /^CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV (\d+)/],
  ['minor', /^CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV (\d+)/],
  ['gfx', /\b(gfx[\da-f]{3,4})\b/],
  ['architecture', /^(?:Product |GPU )?architecture ?:? ?([^ ].*)/i],
];

const VENDORS = [
  ['NVIDIA', /nvidia|cuda|geforce|quadro|tesla/i],
  ['AMD', /\bamd\b|advanced micro devices|radeon|instinct|gfx\d/i],
] as const;

const TOOLS = [
  ['deviceQuery', /^CUDA Device Query|^CUDA Capability Major/m],
  ['nvidia-smi', /NVSMI LOG|^Attached GPUs|^Product Name :|^Max Clocks$/m],
  ['rocminfo', /^HSA |^Marketing Name|^Agent \d|^SIMDs per CU/m],
  ['clinfo', /CL_DEVICE_|^Number of platforms|\((?:NV|AMD)\)|^Max compute units/m],
  ['WebGPU', /^vendor ?:|^architecture ?:|^max[A-Z]\w+ ?:|^subgroupM/m],
] as const;

/** A line that begins a device. */
const BEGINS =
  /^(?:Device \d+: |GPU [\da-f]{8}:|Agent \d+$|Device Name\b|CL_DEVICE_NAME\b|Device Type: CL_DEVICE_TYPE_)/i;

const MOST = 2 ** 20;
const LONGEST_LINE = 300;

type Lines = readonly { readonly text: string; readonly under: string }[];

/** A value that facts give, the first of those that can be had.
 * @param lanes of a warp. */
type Formula = readonly [
  MachineNumber,
  readonly Fact[],
  (lanes: number, ...values: readonly [number, number, number]) => number,
];

const itself = (_: number, value: number): number => value;

/** RDNA's units in pairs, as OpenCL may have them. */
const inPairs = (lanes: number, simds: number): boolean => lanes === 32 && simds === 4;

const FORMULAS: readonly Formula[] = [
  ['units', ['units', 'simds'], (lanes, all, simds) => (inPairs(lanes, simds) ? 2 * all : all)],
  ['units', ['units'], itself],
  ['schedulers', ['simds'], (lanes, simds) => (inPairs(lanes, simds) ? 2 : simds)],
  ['lanes', ['lanes'], itself],
  ['clock', ['clock'], itself],
  ['residentItems', ['threads'], itself],
  ['residentItems', ['waves'], (lanes, waves) => waves * lanes],
  ['residentWarps', ['threads'], (lanes, threads) => threads / lanes],
  ['residentWarps', ['waves'], itself],
  ['localBytes', ['local'], itself],
  ['l1Bytes', ['l1'], itself],
  ['l1Bytes', ['l1OfAmd'], itself],
  ['l2Bytes', ['l2'], itself],
  ['bandwidth', ['bandwidth'], itself],
  // Twice a clock, eight bits a byte.
  ['bandwidth', ['memoryClock', 'bus'], (_, clock, bits) => (2 * clock * bits) / 8],
  ['bandwidth', ['memoryRate', 'bus'], (_, rate, bits) => (rate * bits) / 8],
];

const WANTED = ['units', 'clock', 'bandwidth', 'l2Bytes'] as const satisfies MachineNumber[];

/** Reads pasted output of nvidia-smi -q, clinfo, rocminfo, deviceQuery or WebGPU, or lines of a data sheet.
 * @returns the first GPU of them, or why there is none. */
export function describedMachine(text: string): Described | { readonly none: string } {
  if (text.length > MOST)
    return { none: `It is longer than ${MOST} letters: paste what is said of one GPU.` };
  const lines = linesOf(text);
  const devices = devicesIn(lines).filter(isGpu);
  const numbered = devices.filter((device) => factsOf(device, undefined).size > 0);
  const [device, ...others] = numbered.length > 0 ? numbered : devices.filter(isOfFamily);
  if (!device)
    return {
      none: 'It says nothing of a GPU that is known here: paste what nvidia-smi -q, clinfo, rocminfo or deviceQuery prints, or lines such as SMs: 68.',
    };
  const kind = kindOf(device);
  const { presets, ...why } = relativesOf(kind);
  const facts = factsOf(device, kind.vendor);
  const { readings, refused } = readingsOf(facts, presets[0].machine.lanes);
  const said = new Map(readings.map(({ constant, value }) => [constant, value]));
  return {
    name: kind.name,
    tool: toolOf(lines),
    readings,
    refused,
    relative: { ...why, preset: nearestOf(presets, said.get('units')) },
    missing: WANTED.filter((constant) => !said.has(constant)),
    others: others.length,
  };
}

/** The relative with what was read. */
export const machineDescribed = ({ readings, relative }: Described): Machine => ({
  ...relative.preset.machine,
  ...Object.fromEntries(readings.map(({ constant, value }) => [constant, value])),
});

const toolOf = (lines: Lines): string => {
  const whole = lines.map(({ text }) => text).join('\n');
  return TOOLS.find(([, says]) => says.test(whole))?.[0] ?? 'data sheet';
};

/** Lines without what only sets them out: quotes, bullets, columns, the braces of JSON. */
function linesOf(text: string): Lines {
  const isObject = /^[\w\s[]{0,60}\{/.test(text);
  let under = '';
  return text.split(isObject ? /[{},\r\n]/ : /[\r\n]/).flatMap((line) => {
    const clean = line
      .slice(0, LONGEST_LINE)
      .replace(/^\s*\[[^\]]*\]/, '')
      .replaceAll(/["'`]/g, '')
      .replaceAll(/[\s|•*]+/g, ' ')
      .replace(/^[\s-]+/, '')
      .trim();
    if (clean === '') return [];
    const entry = { text: clean, under };
    if (/^(?:Segment:.*|[a-z][^:\d]*:?)$/i.test(clean)) under = clean;
    return [entry];
  });
}

function devicesIn(lines: Lines): readonly Lines[] {
  const devices: Lines[number][][] = [[]];
  for (const line of lines) {
    if (BEGINS.test(line.text)) devices.push([]);
    devices.at(-1)?.push(line);
  }
  return devices;
}

const isGpu = (device: Lines): boolean =>
  device
    .filter(({ text }) => /^(?:Device Type|CL_DEVICE_TYPE)\b/.test(text))
    .every(({ text }) => text.includes('GPU'));

const isOfFamily = (device: Lines): boolean => {
  const { by } = relativesOf(kindOf(device));
  return by === 'name' || by === 'family';
};

function kindOf(device: Lines): Kind {
  const words = new Map<string, string>();
  for (const [word, says] of WORDS)
    for (const { text } of words.has(word) ? [] : device) {
      const said = says.exec(text)?.[1];
      if (said !== undefined && !words.has(word)) words.set(word, said);
    }
  const raw = words.has('major') ? `${words.get('major')}.${words.get('minor') ?? ''}` : undefined;
  const whole = device.map(({ text }) => text).join('\n');
  return {
    name: words.get('name'),
    capability: words.get('capability') ?? raw,
    gfx: words.get('gfx'),
    architecture: words.get('architecture'),
    vendor: VENDORS.find(([, says]) => says.test(whole))?.[0],
  };
}

interface Said {
  readonly value: number;
  readonly line: string;
}

function factsOf(device: Lines, vendor: Kind['vendor']): ReadonlyMap<Fact, Said> {
  const facts = new Map<Fact, Said>();
  for (const each of ROWS) {
    if (each.fact === 'l1OfAmd' && vendor !== 'AMD') continue;
    for (const { text, under } of device) {
      if (facts.has(each.fact)) break;
      const value = each.under.test(under) ? valueIn(text, each) : undefined;
      if (value !== undefined) facts.set(each.fact, { value, line: text });
    }
  }
  return facts;
}

function valueIn(text: string, { before, after, units: known }: Row): number | undefined {
  const { number = '', unit, other } = (before.exec(text) ?? after.exec(text))?.groups ?? {};
  const factor = known.get((unit ?? other ?? '').toLowerCase());
  const isInThousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(number);
  const value = Number(isInThousands ? number.replaceAll(',', '') : number.replace(',', '.'));
  if (number === '' || factor === undefined || Number.isNaN(value)) return undefined;
  return value * factor;
}

/** @param usual the lanes where nobody says them. */
function readingsOf(
  facts: ReadonlyMap<Fact, Said>,
  usual: number,
): Pick<Described, 'readings' | 'refused'> {
  const readings: Reading[] = [];
  const refused: Described['refused'][number][] = [];
  const lanes = facts.get('lanes')?.value ?? usual;
  for (const [constant, needed, formula] of FORMULAS) {
    const field = ALL_MACHINE_FIELDS.find(({ name }) => name === constant);
    const said = needed.flatMap((fact) => facts.get(fact) ?? []);
    const isRead = readings.some((reading) => reading.constant === constant);
    if (!field || isRead || said.length < needed.length) continue;
    const [one = 0, two = 0, three = 0] = said.map(({ value: each }) => each);
    const value = Number(formula(lanes, one, two, three).toPrecision(12));
    const line = said.map((each) => each.line).join('; ');
    const problem = fieldProblem(field, value);
    if (problem === undefined) readings.push({ constant, value, line });
    else refused.push({ line, problem });
  }
  return { readings, refused };
}
