import { PAPERS_TUNING, type Tuning } from '../src/promela/index.ts';
import type { Keeping } from '../src/checker/index.ts';
import { UsageError } from './usage-error.ts';
import { count } from './option-values.ts';

/** `--help` on a model's tuning. */
export const TUNING_HELP: readonly (readonly [option: string, help: string])[] = [
  ['  --parameters A,B', 'the variables that it chooses (default WG,TS)'],
  ['  --objective EXPR', 'what is to be as small as can be (default time),'],
  ['  --largest', 'or as large,'],
  ['  --when EXPR', 'as soon as this holds (default FIN)'],
  [
    '  --collapse',
    'keeps states in less memory (-DCOLLAPSE); so it goes on where the memory ends,',
  ],
  ['', 'and then with --bitstate'],
  ['  --hash-compact', 'keeps a hash of each state (-DHC4): sampled, not proved'],
  ['  --bitstate', 'keeps a few bits of each state (-DBITSTATE): sampled, not proved'],
  ['  --breadth-first', 'nearest states first (-DBFS): shortest runs, more memory'],
  [
    '  --context-switches N',
    'only runs with at most N context switches (-DBCS): bounded, not proved',
  ],
];

const flag = { type: 'boolean' } as const;
export const KEEPING_OPTIONS = {
  collapse: flag,
  bitstate: flag,
  'hash-compact': flag,
  'breadth-first': flag,
  'context-switches': { type: 'string' },
} as const;

/** The way searches keep states, if any of it was typed. @throws {UsageError} */
export function readKeeping(typed: {
  readonly collapse?: boolean | undefined;
  readonly bitstate?: boolean | undefined;
  readonly 'hash-compact'?: boolean | undefined;
  readonly 'breadth-first'?: boolean | undefined;
  readonly 'context-switches'?: string | undefined;
}): Keeping | undefined {
  const { collapse, bitstate, 'hash-compact': hashCompact, 'breadth-first': breadthFirst } = typed;
  const contextSwitches = count(255, typed['context-switches'], '--context-switches', 0);
  const given = { collapse, bitstate, hashCompact, breadthFirst, contextSwitches };
  checkKeeping(given);
  return Object.values(given).every((each) => each === undefined) ? undefined : given;
}

/** Options that pan does not take together. @throws {UsageError} */
export function checkKeeping(keeping: Keeping): void {
  const { collapse, bitstate, hashCompact, breadthFirst, contextSwitches } = keeping;
  const stores = [
    ['--collapse', collapse],
    ['--bitstate', bitstate],
    ['--hash-compact', hashCompact],
  ].flatMap(([name, isGiven]) => (isGiven === true ? [name] : []));
  if (stores.length > 1) throw new UsageError(`${stores.join(' and ')} exclude each other`);
  if (breadthFirst === true && contextSwitches !== undefined)
    throw new UsageError('--breadth-first and --context-switches exclude each other');
}

/** A model's tuning, if any of it was typed. */
export function readTuning(typed: {
  readonly parameters?: string | undefined;
  readonly objective?: string | undefined;
  readonly when?: string | undefined;
  readonly largest?: boolean | undefined;
}): Tuning | undefined {
  const { parameters, objective, when, largest = false } = typed;
  if (parameters === undefined && objective === undefined && when === undefined && !largest)
    return undefined;
  const names = parameters?.split(',').map((name) => name.trim()) ?? PAPERS_TUNING.parameters;
  if (new Set(names).size < names.length || names.includes(''))
    throw new UsageError(`--parameters takes names such as WG,TS; it is '${parameters}'`);
  return {
    parameters: names,
    objective: objective ?? PAPERS_TUNING.objective,
    when: when ?? PAPERS_TUNING.when,
    goal: largest ? 'largest' : 'smallest',
  };
}
