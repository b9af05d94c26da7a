/** A slip of a published model, and how it is read here. */
export interface Erratum {
  readonly id: string;
  readonly printed: string;
  readonly read: string;
  /** It is left as printed. */
  readonly kept: boolean;
}

const TABLE = [
  {
    id: 'E1',
    printed: 'An element sends on b_pex and receives on pex_b',
    read: 'the other way round',
  },
  {
    id: 'E2',
    printed: 'A receive overwrites me, and the numbers of elements repeat in each dispatcher',
    read: 'elements of a multiprocessor are numbered, and a message is for the one it names',
  },
  {
    id: 'E3',
    printed: 'NRP grows by WR twice, so that the clock never moves',
    read: 'only where elements are told to go',
  },
  {
    id: 'E4',
    printed: 'The first arrival at a barrier is not taken from NRP',
    read: 'every arrival is',
  },
  { id: 'E5', printed: 'A multiprocessor awaits WR dispatchers', read: 'all of its dispatchers' },
  {
    id: 'E6',
    printed: 'With more groups than multiprocessors, NM + WGs groups run',
    read: 'WGs groups',
    inPrinted: true,
  },
  {
    id: 'E7',
    printed: 'The loop runs from 0 to size/TS inclusive',
    read: 'size/TS iterations',
    inPrinted: true,
  },
  {
    id: 'E8',
    printed: 'The start is not taken anew, so that only the first load costs time',
    read: 'every load costs GMT + 1 ticks',
    inPrinted: true,
  },
  {
    id: 'E9',
    printed: 'A group smaller than WR times the dispatchers does nothing and ends at once',
    read: 'groups are multiples of that',
  },
  {
    id: 'E10',
    printed: 'A dispatcher runs each warp to its end, where the text has warps take turns',
    read: 'all warps of a group go from barrier to barrier',
    inPrinted: true,
  },
  {
    id: 'E11',
    printed:
      'Names are not declared, a sign is missing, done comes without a number, some are never stopped',
    read: 'declared and mended',
  },
  { id: 'E12', printed: 'Every group has new processes', read: 'they are kept for the next group' },
  {
    id: 'E13',
    printed:
      'Who is at work may change while a tick is counted, so that time depends on the schedule',
    read: 'who takes part in a tick is settled before it',
    inPrinted: true,
  },
] as const satisfies readonly (Omit<Erratum, 'kept'> & { readonly inPrinted?: true })[];

/** Errors of the second paper's listings. `printed`: mended only so that it runs. */
export const errataOf = (form: 'mended' | 'printed'): readonly Erratum[] =>
  TABLE.map(({ id, printed, read, ...more }) => ({
    id,
    printed,
    read,
    kept: form === 'printed' && 'inPrinted' in more,
  }));
