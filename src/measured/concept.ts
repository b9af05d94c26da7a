/** Common names of tuning parameters and their meanings. */
type Meaning = 'group' | 'tile' | 'unroll' | 'vector' | 'padding' | 'local';

/** A meaning and its NDRange dimension. */
interface Concept {
  readonly meaning: Meaning;
  readonly axis?: 'x' | 'y' | 'z' | undefined;
}

/** Names in lower case without separators and dimension. */
const NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  group: [
    'wg',
    'wgs',
    'wgsize',
    'workgroup',
    'workgroupsize',
    'ws',
    'group',
    'groupsize',
    'gs',
    'block',
    'blocksize',
    'blockdim',
    'bs',
    'b',
    'threads',
    'threadblock',
    'tb',
    'tbsize',
    'local',
    'localsize',
    'localworksize',
    'ls',
    'lws',
    'threadblocksize',
    'numthreads',
    'threadsperblock',
    'nthreads',
  ],
  tile: [
    'ts',
    'tile',
    'tilesize',
    't',
    'coarsening',
    'coarsen',
    'coarseningfactor',
    'coarse',
    'cf',
    'wpt',
    'workperthread',
    'itemsperthread',
    'elementsperthread',
    'perthread',
    'ipt',
    'ept',
    'workperitem',
    'outputsperitem',
    'pixelsperthread',
    'thread_tile',
    'threadtile',
  ],
  unroll: ['unroll', 'unrollfactor', 'loopunroll', 'loopunrollfactor', 'uf', 'ur'],
  vector: ['vec', 'vector', 'vectorwidth', 'vw', 'vecsize', 'vectorsize', 'simd', 'simdwidth'],
  padding: ['pad', 'padding', 'usepadding', 'usepad'],
  local: [
    'useshmem',
    'shmem',
    'sharedmem',
    'sharedmemory',
    'usesharedmem',
    'usesharedmemory',
    'uselocal',
    'uselocalmem',
    'uselocalmemory',
    'localmem',
    'localmemory',
    'uselmem',
    'usesm',
  ],
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  meanings().flatMap((meaning) => NAMES[meaning].map((name) => [name, meaning] as const)),
);

function meanings(): Meaning[] {
  return ['group', 'tile', 'unroll', 'vector', 'padding', 'local'];
}

const AXES: ReadonlyMap<string, 'x' | 'y' | 'z'> = new Map([
  ...(['x', 'y', 'z'] as const).map((axis) => [axis, axis] as const),
  ...(['x', 'y', 'z'] as const).map((axis, at) => [String(at), axis] as const),
]);

/** Maps `block_size_x`, `WGX` or `localSize0` to the group's first dimension; undefined for unknown
 * names. */
export function conceptOf(name: string): Concept | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const whole = MEANINGS.get(plain);
  if (whole) return { meaning: whole };
  const axis = AXES.get(plain.slice(-1));
  const meaning = MEANINGS.get(plain.slice(0, -1));
  return axis === undefined || meaning === undefined ? undefined : { meaning, axis };
}

export function sameConcept(left: string, right: string): boolean {
  const [one, other] = [conceptOf(left), conceptOf(right)];
  return one !== undefined && one.meaning === other?.meaning && one.axis === other.axis;
}

/** True for the work of one item: a tile size. */
export const isTile = (name: string): boolean => conceptOf(name)?.meaning === 'tile';
