/** An on/off option of SPIN: a row here serves command line, page, links and history. */
export interface SearchFlag {
  readonly id: string;
  /** Command-line option. */
  readonly option: string;
  readonly label: string;
  readonly help: string;
  /** SPIN's native option. */
  readonly native: string;
  /** pan's option, if independent of the rest. */
  readonly pan?: string;
}

export const SEARCH_FLAGS = [
  {
    id: 'fair',
    option: 'fair',
    label: 'Weak fairness',
    help: 'Only cycles count in which every process goes on that always could.',
    native: 'pan -f',
  },
  {
    id: 'shortest',
    option: 'shortest',
    label: 'Shortest run',
    help: 'Goes on for the shortest way to an error; takes longer.',
    native: 'pan -i',
  },
  {
    id: 'lossy',
    option: 'lossy',
    label: 'Lossy channels',
    help: 'A message to a full channel is lost; otherwise the sender waits.',
    native: 'spin -m',
  },
  {
    id: 'collapse',
    option: 'collapse',
    label: 'Collapse',
    help: 'Keeps states in less memory, which takes more time. Nothing is missed.',
    native: '-DCOLLAPSE',
  },
  {
    id: 'bitstate',
    option: 'bitstate',
    label: 'Bitstate',
    help: 'Keeps a few bits of each state: very large models, but errors may be missed.',
    native: '-DBITSTATE',
  },
  {
    id: 'hashCompact',
    option: 'hash-compact',
    label: 'Hash-compact',
    help: 'Keeps a hash of each state: large models, but errors may be missed, though rarely.',
    native: '-DHC4',
  },
  {
    id: 'breadthFirst',
    option: 'breadth-first',
    label: 'Breadth first',
    help: 'Nearest states first, so that the first run to an error is a shortest; finds no cycles.',
    native: '-DBFS',
  },
  {
    id: 'reversed',
    option: 'reversed',
    label: 'Reversed order',
    help: 'Takes the steps of a state in the other order, which may meet an error sooner.',
    native: 'pan -t_reverse',
    pan: '-t_reverse',
  },
  {
    id: 'emptyChannels',
    option: 'empty-channels',
    label: 'Empty channels',
    help: 'At a valid end all channels are empty.',
    native: 'pan -q',
    pan: '-q',
  },
  {
    id: 'ignoreEnds',
    option: 'ignore-end-states',
    label: 'Ignore end states',
    help: 'A place where nobody can go on is no error.',
    native: 'pan -E',
    pan: '-E',
  },
  {
    id: 'ignoreAssertions',
    option: 'ignore-assertions',
    label: 'Ignore assertions',
    help: 'An assertion that fails is no error.',
    native: 'pan -A',
    pan: '-A',
  },
  {
    id: 'unreached',
    option: 'unreached',
    label: 'Unreached statements',
    help: 'Lists the statements that no run has reached, once all is searched.',
    native: 'pan without -n',
  },
] as const satisfies readonly SearchFlag[];

export type SearchFlagId = (typeof SEARCH_FLAGS)[number]['id'];

/** Something for each flag. */
export const perFlag = <T>(make: (flag: SearchFlag & { readonly id: SearchFlagId }) => T) =>
  Object.fromEntries(SEARCH_FLAGS.map((flag) => [flag.id, make(flag)])) as Readonly<
    Record<SearchFlagId, T>
  >;
