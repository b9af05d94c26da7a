import {
  type Asked,
  MOST_SWARM,
  perFlag,
  SEARCH_FLAGS,
  type SearchOptions,
} from '../src/checker/index.ts';
import { MOST_SECONDS, readMemory, USUAL_MEMORY } from './kernel-arguments.ts';
import { NATIVE_HELP } from './native-options.ts';
import { count, upTo, line, MOST_SEED, string, several } from './option-values.ts';
import { readOptions } from './command.ts';
import { UsageError } from './usage-error.ts';
import { checkDefine } from './model-input.ts';
import { checkKeeping } from './tuning-arguments.ts';

export interface VerifyModelArguments {
  readonly promela: string;
  readonly defines: readonly string[];
  readonly folders: readonly string[];
  readonly asked: Asked;
  readonly search: SearchOptions;
  /** Searches of a swarm. */
  readonly swarm?: number | undefined;
  readonly timeout?: number | undefined;
  readonly memory: number;
  /** Searches are made by this machine's own compiler. */
  readonly native: boolean;
  /** Where the trail is written, as SPIN has it. */
  readonly trail?: string | undefined;
  /** Lines of the run that are printed. */
  readonly steps: number;
  /** The run's messages in place of its steps. */
  readonly msc: boolean;
  /** Instead of checking, one run by this seed, or along a trail. */
  readonly simulate?: number | undefined;
  readonly follow?: string | undefined;
  readonly json: boolean;
}

/** Lines of a run that are printed unless told otherwise. */
const STEPS = 200;
const MOST_STEPS = 10_000_000;

const USAGE = [
  'Usage: npm run -s verify -- FILE.pml [options]',
  '',
  'Checks any Promela model with SPIN, as WebAssembly. Without options it checks all that the model says of itself:',
  'its assertions and invalid end states, then each of its ltl formulas and never claims.',
  '',
  line('--promela FILE', 'the model'),
  line('-D NAME[=VALUE]', 'a macro that is defined before the text (spin -D); may be repeated'),
  line('-I FOLDER', "where included files are, besides the model's folder; may be repeated"),
  '',
  line(
    '--ltl NAME|FORMULA',
    'one formula or claim of the model (pan -N), or a formula of your own',
  ),
  line('--acceptance', 'cycles through states with a label accept... (pan -a)'),
  line('--progress', 'cycles without a state with a label progress... (pan -l, -DNP)'),
  line('--safety', 'assertions and invalid end states alone (-DNOCLAIM)'),
  '',
  line('--errors N', 'go on up to N errors, 0: all of them (pan -c)'),
  ...SEARCH_FLAGS.map(({ option, help, native }) =>
    line(`--${option}`, `${help[0]?.toLowerCase()}${help.slice(1, -1)} (${native})`),
  ),
  line('--reduction', 'partial order reduction even where it may leave errors out'),
  line('--no-reduction', 'no partial order reduction, even where it is sound (-DNOREDUCE)'),
  line('--context-switches N', 'only runs with at most N context switches (-DBCS, pan -LN)'),
  line('--swarm N', 'N searches for each check, sampled: random orders, a few bits of each state'),
  line('--depth N', 'steps of the longest path (pan -m; default as many as it takes)'),
  line('--timeout S', 'end after S seconds, with what is known'),
  line('--memory MB', `the most memory of the verifier (default ${USUAL_MEMORY})`),
  ...NATIVE_HELP,
  line('--trail FILE', 'write the trail of the error, for spin -t -k FILE or pan -r FILE'),
  line(
    '--steps N',
    `lines of the run that breaks it, 0: none (spin -t -p -g -l; default ${STEPS})`,
  ),
  line('--msc', 'its messages instead, a column for each process (spin -t -c)'),
  line('--json', 'print one JSON object'),
  '',
  line('--simulate [SEED]', 'instead, one random run (spin -nSEED -p -g -l)'),
  line(
    '--follow FILE',
    'instead, the run of a trail (spin -t -k FILE; with C in the model pan -r FILE)',
  ),
  '',
  'Exit status 0 when it holds, 1 when it is violated, 3 when not everything was searched, 2 on bad input.',
].join('\n');

const MOST_DEPTH = 40_000_000;
const MOST_ERRORS = 1_000_000;

/** Reads the command line. @throws {UsageError} */
export function readVerifyModelArguments(args: readonly string[]): VerifyModelArguments {
  const flag = { type: 'boolean' } as const;
  const typed = readOptions(
    USAGE,
    {
      promela: string,
      ltl: string,
      errors: string,
      depth: string,
      'context-switches': string,
      swarm: string,
      timeout: string,
      memory: string,
      native: flag,
      trail: string,
      steps: string,
      simulate: string,
      follow: string,
      msc: flag,
      json: flag,
      acceptance: flag,
      progress: flag,
      safety: flag,
      ...(Object.fromEntries(SEARCH_FLAGS.map(({ option }) => [option, flag])) as object),
      reduction: flag,
      'no-reduction': flag,
      define: { ...several, short: 'D' },
      include: { ...several, short: 'I' },
    },
    withSeed(args),
  );
  const { promela = '', ltl, acceptance, progress, safety, reduction } = typed;
  const isSet = new Map<string, unknown>(Object.entries(typed));
  const exclusive = [
    ['--acceptance', acceptance],
    ['--progress', progress],
    ['--safety', safety],
  ].filter(([, isGiven]) => isGiven === true);
  if (exclusive.length > 1)
    throw new UsageError(`${exclusive.map(([name]) => name).join(' and ')} exclude each other`);
  if (ltl !== undefined && (progress === true || safety === true))
    throw new UsageError('--ltl is about a formula: leave out --progress and --safety');
  if (reduction === true && typed['no-reduction'] === true)
    throw new UsageError('--reduction and --no-reduction exclude each other');
  if (ltl !== undefined && /[{};#"\n]/.test(ltl))
    throw new UsageError(`--ltl takes a name or a formula such as '[] (x < 3)'; it is '${ltl}'`);
  if (typed.simulate !== undefined && typed.follow !== undefined)
    throw new UsageError('--simulate and --follow exclude each other');
  const contextSwitches = count(255, typed['context-switches'], '--context-switches', 0);
  const flags = perFlag(({ option }) => isSet.get(option) === true);
  checkKeeping({ ...flags, contextSwitches });
  const swarm = count(MOST_SWARM, typed.swarm, '--swarm');
  if (swarm !== undefined && flags.unreached)
    throw new UsageError('--unreached is of one search: leave out --swarm');
  const other = ['collapse', 'hash-compact', 'bitstate', 'breadth-first', 'shortest'].find(
    (name) => isSet.get(name) === true,
  );
  if (swarm !== undefined && other !== undefined)
    throw new UsageError(`--swarm keeps states in its own way: leave out --${other}`);
  const cycles =
    acceptance === true ? 'acceptance' : progress === true ? 'non-progress' : undefined;
  return {
    promela,
    folders: typed.include ?? [],
    json: typed.json === true,
    trail: typed.trail,
    steps: count(MOST_STEPS, typed.steps, '--steps', 0) ?? STEPS,
    msc: typed.msc === true,
    simulate: count(MOST_SEED, typed.simulate, '--simulate'),
    follow: typed.follow,
    defines: (typed.define ?? []).map(checkDefine),
    asked: { ltl: ltl?.trim(), cycles, safety },
    search: {
      ...flags,
      errors: count(MOST_ERRORS, typed.errors, '--errors', 0),
      depth: count(MOST_DEPTH, typed.depth, '--depth'),
      contextSwitches,
      ...(reduction === true && { reduction: true }),
      ...(typed['no-reduction'] === true && { reduction: false }),
    },
    swarm,
    timeout: upTo(MOST_SECONDS, typed.timeout, '--timeout'),
    memory: readMemory(typed),
    native: typed.native === true,
  };
}

/** `--simulate` alone is the first seed. */
const withSeed = (args: readonly string[]): readonly string[] =>
  args.map((word, at) =>
    word === '--simulate' && !/^\d/.test(args[at + 1] ?? '') ? '--simulate=1' : word,
  );
