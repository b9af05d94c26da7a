import type { Claim, ModelFacts } from '../../promela/index.ts';
import type { Reduction } from './reduction.ts';
import { SEARCH_FLAGS, type SearchFlag, type SearchFlagId } from './search-flags.ts';

/** The target of one search. */
export interface Check {
  /** In the user's words: `ltl p`, `assertions and invalid end states`. */
  readonly what: string;
  /** The checked claim, if any. */
  readonly claim?: string | undefined;
  /** The formula of an `ltl` claim. */
  readonly formula?: string | undefined;
  readonly cycles?: 'acceptance' | 'non-progress' | undefined;
}

/** The user's question. */
export interface Asked {
  /** A claim's name, or a formula. */
  readonly ltl?: string | undefined;
  readonly cycles?: Check['cycles'];
  /** Leave claims out, whatever the model has. */
  readonly safety?: boolean | undefined;
}

/** SPIN's name for a typed formula. */
const TYPED = 'typed_formula';

/** SPIN's own options. */
export interface SearchOptions extends Readonly<
  Partial<Record<SearchFlagId, boolean | undefined>>
> {
  /** Stop at so many errors; 0 for none (`-c`). */
  readonly errors?: number | undefined;
  /** Depth limit (`-m`); by default as deep as necessary. */
  readonly depth?: number | undefined;
  /** Only runs with so many context switches at most (`-DBCS`, `-L`). */
  readonly contextSwitches?: number | undefined;
  /** Partial order reduction, even where it is unsound. */
  readonly reduction?: boolean | undefined;
}

/** One search for the question asked, or one per claim of the model. */
export function checksOf({ claims }: Pick<ModelFacts, 'claims'>, asked: Asked): readonly Check[] {
  const { ltl, cycles, safety = false } = asked;
  if (ltl !== undefined) {
    const known = claims.find(({ name }) => name === ltl);
    if (known) return [ofClaim(known, cycles)];
    return [{ what: `the formula ${ltl}`, claim: TYPED, cycles }];
  }
  if (cycles === 'non-progress') return [{ what: 'non-progress cycles', cycles }];
  const own = claims.map((claim) => ofClaim(claim, cycles));
  if (cycles && own.length > 0 && !safety) return own;
  if (cycles) return [{ what: 'acceptance cycles', cycles }];
  return [{ what: 'assertions and invalid end states' }, ...(safety ? [] : own)];
}

const ofClaim = ({ name, kind, formula }: Claim, cycles: Check['cycles']): Check => ({
  what: `${kind} ${name}`,
  claim: name,
  ...(formula !== undefined && { formula }),
  cycles,
});

/** Appends a typed formula, unless it names a claim. */
export function withFormula(text: string, facts: Pick<ModelFacts, 'claims'>, ltl?: string): string {
  if (ltl === undefined || facts.claims.some(({ name }) => name === ltl)) return text;
  return `${text.trimEnd()}\n\nltl ${TYPED} { ${ltl} }\n`;
}

/** True if an infinite run may violate the claim: it has accept labels besides SPIN's own at the
 * end. */
export function needsCycles(
  claim: string,
  facts: Pick<ModelFacts, 'claims'>,
  generated: string | undefined,
): boolean {
  const [, body] = new RegExp(`^never ${claim} \\{([^]*?)^\\}`, 'm').exec(generated ?? '') ?? [];
  if (body !== undefined) return /^\s*accept_(?!all:)\w+:/m.test(body);
  return facts.claims.find(({ name }) => name === claim)?.accepts === true;
}

/** The way a search keeps its states, and which it takes first. */
export type Keeping = Pick<
  SearchOptions,
  'collapse' | 'bitstate' | 'hashCompact' | 'breadthFirst' | 'contextSwitches'
>;

/** pan's directives and options for these. Bitstate and hash-compact exclude each other in pan, and
 * breadth first the bound on context switches. */
export function keepingOf(keeping: Keeping): {
  readonly defines: string[];
  readonly args: string[];
} {
  const { collapse = false, bitstate = false, hashCompact = false } = keeping;
  const { breadthFirst = false, contextSwitches } = keeping;
  const isCompact = hashCompact && !bitstate;
  const isBounded = contextSwitches !== undefined && !breadthFirst;
  return {
    defines: [
      ...(bitstate ? ['BITSTATE'] : []),
      ...(isCompact ? ['HC4'] : collapse ? ['COLLAPSE'] : []),
      ...(breadthFirst ? ['BFS'] : []),
      ...(isBounded ? ['BCS'] : []),
    ],
    args: isBounded ? [`-L${contextSwitches}`] : [],
  };
}

/** Asked for by the user, so that a lack of memory changes nothing. */
export const isChosen = ({ collapse, bitstate, hashCompact }: Keeping): boolean =>
  collapse === true || bitstate === true || hashCompact === true;

/** Hash table entries, and bits of a bitstate search, as powers of two. */
const TABLE = { exact: 22, bits: 28 };

/** Maximum state in bytes: SPIN's usual 1024 is too small for many processes. */
const VECTOR = 32768;

/** A search's options for spin, the C compiler and pan. */
export interface Commands {
  readonly defines: readonly string[];
  readonly args: (depth: number) => readonly string[];
}

export function commandsOf(
  { claim, cycles }: Check,
  { on }: Pick<Reduction, 'on'>,
  options: SearchOptions,
  {
    fairness = 2,
    member,
  }: {
    readonly fairness?: number;
    /** Options of one search of a swarm. */
    readonly member?: Readonly<Record<'defines' | 'args', readonly string[]>> | undefined;
  } = {},
): Commands {
  const { fair = false, errors = 1, bitstate = false } = options;
  // They are for safety alone.
  const keeping = keepingOf(
    cycles === undefined
      ? options
      : { ...options, breadthFirst: false, contextSwitches: undefined },
  );
  const isNearest = keeping.defines.includes('BFS');
  const shortest = options.shortest === true && !isNearest;
  const flags: readonly SearchFlag[] = SEARCH_FLAGS.filter(({ id }) => options[id] === true);
  return {
    defines: [
      ...(cycles === undefined ? ['SAFETY'] : fair ? [] : ['NOFAIR']),
      ...(cycles === 'non-progress' ? ['NP'] : claim === undefined ? ['NOCLAIM'] : []),
      ...(fair && cycles && fairness > 2 ? [`NFAIR=${fairness}`] : []),
      ...(on ? [] : ['NOREDUCE']),
      ...keeping.defines,
      ...(member?.defines ?? []),
      ...(shortest && !bitstate ? ['REACH'] : []),
      `VECTORSZ=${VECTOR}`,
    ],
    args: (depth) => [
      ...(cycles === 'acceptance' ? ['-a'] : cycles === 'non-progress' ? ['-l'] : []),
      ...(fair && cycles ? ['-f'] : []),
      ...(claim === undefined ? [] : ['-N', claim]),
      ...flags.flatMap(({ pan }) => pan ?? []),
      ...keeping.args,
      ...(shortest ? ['-i'] : errors === 1 ? [] : ['-e', `-c${errors}`]),
      `-m${depth}`,
      ...(member?.args ?? [`-w${bitstate ? TABLE.bits : TABLE.exact}`]),
      ...(options.unreached === true ? [] : ['-n']),
    ],
  };
}
