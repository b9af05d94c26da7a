import type { ModelFacts } from '../../promela/index.ts';
import type { Reduction } from './reduction.ts';

/** What one search looks for. */
export interface Check {
  /** In the user's words: `ltl p`, `assertions and invalid end states`. */
  readonly what: string;
  /** The claim that it checks; absent of a search without one. */
  readonly claim?: string | undefined;
  readonly cycles?: 'acceptance' | 'non-progress' | undefined;
}

/** What the user asks of a model. */
export interface Asked {
  /** The name of a claim of the model's, or a formula. */
  readonly ltl?: string | undefined;
  readonly cycles?: Check['cycles'];
  /** Leave claims out, whatever the model has. */
  readonly safety?: boolean | undefined;
}

/** What SPIN calls a formula that was typed. */
const TYPED = 'typed_formula';

/** How a search is made, as those know who use pan. */
export interface SearchOptions {
  readonly fair?: boolean | undefined;
  /** Stop at so many errors; 0 for none (`-c`). */
  readonly errors?: number | undefined;
  /** Write the shortest trail (`-i`). */
  readonly shortest?: boolean | undefined;
  /** A few bits for a state (`-DBITSTATE`): it may miss states. */
  readonly bitstate?: boolean | undefined;
  /** Keep the parts of states apart (`-DCOLLAPSE`): less memory, more time. */
  readonly collapse?: boolean | undefined;
  readonly ignoreEnds?: boolean | undefined;
  readonly ignoreAssertions?: boolean | undefined;
  /** Messages to a full channel are lost (`spin -m`). */
  readonly lossy?: boolean | undefined;
  /** Steps of the longest path (`-m`); as many as it takes, where it is absent. */
  readonly depth?: number | undefined;
  /** Partial order reduction, whatever is said of the model. */
  readonly reduction?: boolean | undefined;
}

/** The searches that an answer takes: one for what is asked, or one for each thing that the model says. */
export function checksOf({ claims }: Pick<ModelFacts, 'claims'>, asked: Asked): readonly Check[] {
  const { ltl, cycles, safety = false } = asked;
  if (ltl !== undefined) {
    const known = claims.find(({ name }) => name === ltl);
    const what = known ? `${known.kind} ${ltl}` : `the formula ${ltl}`;
    return [{ what, claim: known ? ltl : TYPED, cycles }];
  }
  if (cycles === 'non-progress') return [{ what: 'non-progress cycles', cycles }];
  const own = claims.map(({ name, kind }) => ({ what: `${kind} ${name}`, claim: name, cycles }));
  if (cycles && own.length > 0 && !safety) return own;
  if (cycles) return [{ what: 'acceptance cycles', cycles }];
  return [{ what: 'assertions and invalid end states' }, ...(safety ? [] : own)];
}

/** The model with a typed formula behind it; as it is, where the formula is the name of a claim. */
export function withFormula(text: string, facts: Pick<ModelFacts, 'claims'>, ltl?: string): string {
  if (ltl === undefined || facts.claims.some(({ name }) => name === ltl)) return text;
  return `${text.trimEnd()}\n\nltl ${TYPED} { ${ltl} }\n`;
}

/** Whether a claim may be broken by a run that never ends, so that cycles must be looked for: by the labels of
 * acceptance that it has, but for the one that SPIN puts at the end of a claim about single states. */
export function needsCycles(
  claim: string,
  facts: Pick<ModelFacts, 'claims'>,
  generated: string | undefined,
): boolean {
  const [, body] = new RegExp(`^never ${claim} \\{([^]*?)^\\}`, 'm').exec(generated ?? '') ?? [];
  if (body !== undefined) return /^\s*accept_(?!all:)\w+:/m.test(body);
  return facts.claims.find(({ name }) => name === claim)?.accepts === true;
}

/** Entries of the hash table, as a power of two, and bits of a bitstate search. */
const TABLE = { exact: 22, bits: 28 };

/** Bytes of a state at most: SPIN's usual 1024 are too few for models of many processes. */
const VECTOR = 32768;

/** A search in the words of spin, a C compiler and pan. */
export interface Commands {
  readonly defines: readonly string[];
  readonly args: (depth: number) => readonly string[];
}

export function commandsOf(
  { claim, cycles }: Check,
  { on }: Pick<Reduction, 'on'>,
  options: SearchOptions,
  fairness = 2,
): Commands {
  const { fair = false, errors = 1, shortest = false, bitstate = false } = options;
  return {
    defines: [
      ...(cycles === undefined ? ['SAFETY'] : fair ? [] : ['NOFAIR']),
      ...(cycles === 'non-progress' ? ['NP'] : claim === undefined ? ['NOCLAIM'] : []),
      ...(fair && cycles && fairness > 2 ? [`NFAIR=${fairness}`] : []),
      ...(on ? [] : ['NOREDUCE']),
      ...(bitstate ? ['BITSTATE'] : []),
      ...(options.collapse === true ? ['COLLAPSE'] : []),
      ...(shortest && !bitstate ? ['REACH'] : []),
      `VECTORSZ=${VECTOR}`,
    ],
    args: (depth) => [
      ...(cycles === 'acceptance' ? ['-a'] : cycles === 'non-progress' ? ['-l'] : []),
      ...(fair && cycles ? ['-f'] : []),
      ...(claim === undefined ? [] : ['-N', claim]),
      ...(options.ignoreEnds === true ? ['-E'] : []),
      ...(options.ignoreAssertions === true ? ['-A'] : []),
      ...(shortest ? ['-i'] : errors === 1 ? [] : ['-e', `-c${errors}`]),
      `-m${depth}`,
      `-w${bitstate ? TABLE.bits : TABLE.exact}`,
      '-n',
    ],
  };
}
