/** Rows of cells from the top down (`G4`: four in global memory, `L` local, `P` private), and between two rows who
 * reads what: a row of `LINKS`, or pairs such as `0-1,2-3`. A barrier is a `|`. */
const PATTERNS: Readonly<Record<string, string>> = {
  map: 'G6 = G6',
  zip: 'G6 = G6 = G6',
  guard: 'P6 0-0,1-1,2-2,3-3 G4',
  'two-dimensions': 'G6 0-0,1-2,2-4,3-1,4-3,5-5 G6',
  broadcast: 'G4 0-0,1-1,2-2,3-3,0-4,1-5,2-6,3-7 G8',
  blocks: 'G2 0-0,0-1,0-2,1-3,1-4,1-5 G6',
  stride: 'P2 0-0,1-1,0-2,1-3,0-4,1-5,0-6,1-7 G8',
  tile: 'G6 = L6 |next G6',
  reverse: 'G6 turned G6',
  pooling: 'G6 = L6 |three G6',
  dot: 'G8 = G8 tree L4 tree L2 tree L1',
  convolution: 'G7 = L7 |three G5',
  'prefix-sum': 'G6 one G6 |two G6',
  rows: 'G8 tree L4 tree G2',
  matrix: 'G4 all L4 = G4',
  histogram: 'G8 0-0,1-2,2-1,3-0,4-2,5-2,6-1,7-0 G3',
  compaction: 'G8 0-0,3-1,5-2,6-3 G8',
  maximum: 'G6 all L1 all G6',
  ring: 'P1 all G4 |all P1',
  shuffles: 'P8 swap P8 far P8',
  'read-once': 'G6 0-0,0-1,0-2,3-3,3-4,3-5 P6',
  'one-barrier': 'G6 = L6 |three G6',
  'tile-reuse': 'G6 three L6',
  'count-near': 'G8 tree L2 |= G2',
  'whole-warps': 'P8 0-0,1-2,2-4,3-6,4-1,5-3,6-5,7-7 G8',
  'side-by-side': 'P8 = G8',
  banks: 'P6 all L1',
  occupancy: 'G8 turned L8',
  'ask-early': 'G6 = L6 turned G6 = G6',
  'bug-reduction': 'L8 half L8 |half L8',
  'bug-edge': 'G6 next G6',
  'bug-barrier': 'G6 = L6 |next G6',
  'bug-count': 'P6 all G1',
  'bug-swap': 'G6 swap G6',
  'bug-greatest': 'G6 all L1',
};

type Pair = readonly [from: number, to: number];

const each = (count: number, pairs: (at: number) => readonly Pair[]): readonly Pair[] =>
  Array.from({ length: count }, (_, at) => pairs(at)).flat();

const LINKS: Readonly<Record<string, (from: number, to: number) => readonly Pair[]>> = {
  '=': (from, to) => each(Math.min(from, to), (at) => [[at, at]]),
  turned: (from) => each(from, (at) => [[at, from - 1 - at]]),
  all: (from, to) => each(from, (at) => each(to, (other) => [[at, other]])),
  tree: (from, to) => each(from, (at) => [[at, Math.floor((at * to) / from)]]),
  next: (from, to) => each(to, (at) => within(from, [at, (at + 1) % from], at)),
  three: (from, to) => each(to, (at) => within(from, [at, at + 1, at + 2], at)),
  one: (from, to) => each(to, (at) => within(from, [at, at - 1], at)),
  two: (from, to) => each(to, (at) => within(from, [at, at - 2], at)),
  swap: (from) => each(from, (at) => within(from, [at, at ^ 1], at)),
  far: (from) => each(from, (at) => within(from, [at, at ^ 2], at)),
  half: (from) => each(from / 2, (at) => within(from, [at, at + from / 2], at)),
};

const within = (from: number, all: readonly number[], to: number): readonly Pair[] =>
  all.filter((one) => one >= 0 && one < from).map((one) => [one, to]);

export interface PictureRow {
  readonly space: 'global' | 'local' | 'private';
  readonly cells: number;
  /** Who reads what of the row above. */
  readonly reads: readonly Pair[];
  /** A barrier stands above it. */
  readonly isGate: boolean;
}

const SPACES = { G: 'global', L: 'local', P: 'private' } as const;

/** The access pattern of a shipped puzzle; none of others. */
export function pictureOf(id: string): readonly PictureRow[] {
  const words = PATTERNS[id]?.split(' ') ?? [];
  const cellsOf = (at: number): number => Number(words[at]?.slice(1) ?? 0);
  return words.flatMap((word, at): readonly PictureRow[] => {
    if (at % 2 === 1) return [];
    const link = at === 0 ? '' : (words[at - 1] ?? '');
    const name = link.replace('|', '');
    const listed = name.split(',').map((pair) => pair.split('-').map(Number));
    const reads =
      LINKS[name]?.(cellsOf(at - 2), cellsOf(at)) ??
      listed.flatMap(([from, to]): readonly Pair[] =>
        from === undefined || to === undefined ? [] : [[from, to]],
      );
    const space = SPACES[word.startsWith('G') ? 'G' : word.startsWith('L') ? 'L' : 'P'];
    return [{ space, cells: cellsOf(at), reads, isGate: link.startsWith('|') }];
  });
}
