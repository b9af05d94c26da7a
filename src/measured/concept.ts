/** What the names of tuning parameters stand for, as far as people agree on them. */
type Meaning = 'group' | 'tile' | 'unroll' | 'vector' | 'padding' | 'local';

/** A meaning, and the dimension of the NDRange it is about. */
interface Concept {
  readonly meaning: Meaning;
  readonly axis?: 'x' | 'y' | 'z' | undefined;
}

/** Names in lower case without separators and dimension. */
const NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  group: [
    ...['wg', 'wgs', 'wgsize', 'workgroup', 'workgroupsize', 'ws', 'group', 'groupsize', 'gs'],
    ...['block', 'blocksize', 'blockdim', 'bs', 'b', 'threads', 'threadblock', 'tb', 'tbsize'],
    ...['local', 'localsize', 'localworksize', 'ls', 'lws', 'threadblocksize', 'numthreads'],
    ...['threadsperblock', 'nthreads'],
  ],
  tile: [
    ...['ts', 'tile', 'tilesize', 't', 'coarsening', 'coarsen', 'coarseningfactor', 'coarse', 'cf'],
    ...['wpt', 'workperthread', 'itemsperthread', 'elementsperthread', 'perthread', 'ipt', 'ept'],
    ...['workperitem', 'outputsperitem', 'pixelsperthread', 'thread_tile', 'threadtile'],
  ],
  unroll: ['unroll', 'unrollfactor', 'loopunroll', 'loopunrollfactor', 'uf', 'ur'],
  vector: ['vec', 'vector', 'vectorwidth', 'vw', 'vecsize', 'vectorsize', 'simd', 'simdwidth'],
  padding: ['pad', 'padding', 'usepadding', 'usepad'],
  local: [
    ...['useshmem', 'shmem', 'sharedmem', 'sharedmemory', 'usesharedmem', 'usesharedmemory'],
    ...['uselocal', 'uselocalmem', 'uselocalmemory', 'localmem', 'localmemory', 'uselmem', 'usesm'],
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

/** What a name stands for: `block_size_x`, `WGX` and `localSize0` are groups in the first dimension. Nothing
 * where it says nothing to us. */
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

/** Whether a parameter says how much one work-item does: the size of its tile, in some dimension. */
export const isTile = (name: string): boolean => conceptOf(name)?.meaning === 'tile';
