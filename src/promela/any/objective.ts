import type { ModelFacts, Variable } from './facts.ts';
import { type OpenStates, partCode, partSteps } from './part.ts';
import { type Token, tokensOf } from './tokens.ts';

export interface Tuning {
  /** Chosen by the model, a name or path each: `WG`, `size[2]`, `s.tile`. */
  readonly parameters: readonly string[];
  /** To be as small or as large as can be. */
  readonly objective: string;
  readonly goal: 'smallest' | 'largest';
  /** When it is looked at: as soon as this holds. */
  readonly when: string;
  /** In parts: when the model has chosen its configuration. */
  readonly open?: OpenStates | undefined;
}

/** The names that models of kernels have by the papers. */
export const PAPERS_TUNING: Tuning = {
  parameters: ['WG', 'TS'],
  objective: 'time',
  goal: 'smallest',
  when: 'FIN',
};

/** Sentences for all that keeps a model from being tuned. */
export function lacksOf(facts: ModelFacts, tuning: Tuning): readonly string[] {
  const lacks = tuning.parameters.map((each) => parameterProblem(facts, each));
  for (const [what, text] of [
    ['the objective', tuning.objective],
    ['the condition', tuning.when],
  ] as const)
    lacks.push(expressionProblem(facts, what, text, what === 'the objective'));
  const found = [...new Set(lacks.filter((each) => each !== undefined))];
  const missing = found.flatMap((each) => MISSING.exec(each)?.[1] ?? []);
  if (missing.length < 2) return found;
  const last = missing.at(-1) ?? '';
  const names = `${missing.slice(0, -1).join(', ')} and ${last}`;
  return [
    `the model has no global variables ${names}`,
    ...found.filter((each) => !MISSING.test(each)),
  ];
}

const MISSING = /^the model has no global variable (.*)$/;

function parameterProblem(facts: ModelFacts, parameter: string): string | undefined {
  const tokens = tokensOf(parameter);
  const [first] = tokens;
  if (first?.kind !== 'name') return `\`${parameter}\` is not the name of a variable`;
  const missing = nameProblem(facts, first.text);
  if (missing !== undefined) return missing;
  const variable = facts.globals.find(({ name }) => name === first.text);
  if (!variable) return `\`${parameter}\` is not a variable of the model`;
  const end = pathAt(facts, tokens, 0);
  if (end === undefined || end.end !== tokens.length)
    return `\`${parameter}\` is not one value: name an element \`[2]\` or a field \`.f\` of it`;
  if (variable.type === 'chan') return `\`${parameter}\` is a channel`;
  return undefined;
}

/** Names of Promela that are no variables. */
const KNOWN = new Set(
  'true false skip len empty nempty full nfull timeout np_ enabled pc_value _nr_pr _last'.split(
    ' ',
  ),
);

function expressionProblem(
  facts: ModelFacts,
  what: string,
  text: string,
  isNumber: boolean,
): string | undefined {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return `${what} is empty`;
  const odd = tokens.find(
    ({ kind, text: word }) =>
      kind === 'text' || kind === 'c' || /^[{};#$]|\+\+|--|^=$|^[!?]{2}$/.test(word),
  );
  if (odd) return `\`${odd.text}\` has no place in ${what}`;
  let depth = 0;
  for (const { text: word } of tokens) {
    if (word === '(' || word === '[') depth += 1;
    if (word === ')' || word === ']') depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0) return `the brackets of ${what} do not match`;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'name' || tokens[at - 1]?.text === '.') continue;
    if (isNumber && KNOWN.has(token.text) && !/^(true|false)$/.test(token.text))
      return `\`${token.text}\` has no place in ${what}: keep it in a variable`;
    // `user[0]@critical` and `user[0]:n` are of processes.
    const isProcess = facts.processes.includes(token.text) && !isNumber;
    if (KNOWN.has(token.text) || isProcess || tokens[at - 1]?.text === '@') continue;
    if (tokens[at - 1]?.text === ':' && tokens[at - 2]?.text === ']') continue;
    if (facts.mtypes.includes(token.text) && !isNumber) continue;
    const missing = nameProblem(facts, token.text);
    if (missing !== undefined) return missing;
    if (!isNumber) continue;
    const path = pathAt(facts, tokens, at);
    if (!path) return `\`${token.text}\` is not one value in ${what}`;
    const { kept, type } = path.variable;
    if (type === 'chan') return `\`${token.text}\` is a channel: it has no place in ${what}`;
    if (kept === 'local') return `\`${token.text}\` is declared local: leave the word out`;
  }
  return undefined;
}

function nameProblem(facts: ModelFacts, name: string): string | undefined {
  if (facts.globals.some((variable) => variable.name === name)) return undefined;
  const local = facts.locals.find((variable) => variable.name === name);
  if (local)
    return `\`${name}\` is a local variable of ${local.process}: declare it outside of the processes`;
  return `the model has no global variable \`${name}\``;
}

/** The value at a name: its path's end, and the variable or field there. */
function pathAt(
  facts: ModelFacts,
  tokens: readonly Token[],
  at: number,
): { readonly end: number; readonly variable: Variable } | undefined {
  let variable = facts.globals.find(({ name }) => name === tokens[at]?.text);
  let end = at + 1;
  for (;;) {
    if (!variable) return undefined;
    if (variable.size !== undefined) {
      if (tokens[end]?.text !== '[') return undefined;
      let depth = 0;
      do {
        if (tokens[end]?.text === '[') depth += 1;
        if (tokens[end]?.text === ']') depth -= 1;
        end += 1;
      } while (depth > 0 && end < tokens.length);
    }
    const fields = facts.structures.get(variable.type);
    if (!fields) return { end, variable };
    if (tokens[end]?.text !== '.') return undefined;
    const field = tokens[end + 1]?.text;
    variable = fields.find(({ name }) => name === field);
    end += 2;
  }
}

/** Numbers in a verifier's C: variables are parts of the state. */
export function inC(facts: ModelFacts, text: string): string {
  const tokens = tokensOf(text);
  return tokens
    .map((token, at) => {
      const { kind, text: word } = token;
      if (word === '->') return '?';
      if (kind !== 'name' || tokens[at - 1]?.text === '.') return word;
      if (word === 'true') return '1';
      if (word === 'false') return '0';
      const variable = facts.globals.find(({ name }) => name === word);
      return variable?.kept === 'hidden' ? word : `now.${word}`;
    })
    .join(' ');
}

/** The claim that stands behind a model that is tuned. */
export const TUNING_CLAIM = 'overtime_claim';

/** The claim's first C variable, in no user's model. */
const CLAIM_BEGINS = '\n\nc_code {\n  static int';

/** The text before a tuning's claim. */
export const withoutTuningClaim = (text: string): string =>
  text.split(`${CLAIM_BEGINS} overtime_ready,`)[0] ?? text;

/** The model and a claim that ends once the condition holds within a bound on the objective,
 * printing `@finish time=... a=...`. Words give the bound (`T=`), whether finds lower it below their
 * cost (`improve=1`) or to it, so that every configuration with the best is told (`improve=2`), and
 * parameters (`p0=2`). A maximum's cost is its negative. */
export function withTuningClaim(text: string, facts: ModelFacts, tuning: Tuning): string {
  const { parameters, objective, goal, when, open } = tuning;
  const cost = `${goal === 'largest' ? '- ' : ''}(long long) (${inC(facts, objective)})`;
  const values = parameters.map((each) => inC(facts, each));
  // `a[b % n]` is a name, not a format.
  const named = parameters.map((each) => each.replaceAll(/\s/g, '').replaceAll('%', '%%'));
  const format = named.map((each) => ` ${each}=%d`).join('');
  const formals = parameters.map((_, at) => `int p${at}`);
  const known = parameters.map((_, at) => `overtime_known[i][${at}] == p${at}`).join(' && ');
  const note = parameters.map((_, at) => `overtime_known[overtime_count][${at}] = p${at};`);
  const other = parameters.map(
    (_, at) => `(overtime_set[${at}] && overtime_only[${at}] != p${at})`,
  );
  const whole = `  :: (${when}) && c_expr { overtime (${[cost, ...values].join(', ')}) } -> break`;
  return `${text.trimEnd()}${CLAIM_BEGINS} overtime_ready, overtime_improve, overtime_count, overtime_known[4096][${parameters.length}];
  static int overtime_set[${parameters.length}], overtime_only[${parameters.length}];
  static long long overtime_bound, overtime_least, overtime_cost[4096];
  /* Whether a state with this cost and these parameters is a counterexample: T=..., improve=... and p0=... stand in
   * the command line, as pan keeps it. */
  static int overtime(long long cost, ${formals.join(', ')}) {
    int i;
    if (!overtime_ready) {
      extern char o_cmdline[];
      const char *word = strstr(o_cmdline, "T=");
      overtime_ready = 1;
      overtime_bound = word ? atoll(word + 2) : 0;
      overtime_least = overtime_bound + 1;
      word = strstr(o_cmdline, "improve=");
      overtime_improve = word ? atoi(word + 8) : 0;
      for (i = 0; i < ${parameters.length}; i++) {
        char name[16];
        sprintf(name, " p%d=", i);
        word = strstr(o_cmdline, name);
        overtime_set[i] = word != 0;
        if (word) overtime_only[i] = atoi(word + strlen(name));
      }
    }
    if (cost > overtime_bound || ${other.join(' || ')}) return 0;
    for (i = 0; i < overtime_count; i++)
      if (${known}) break;
    if (overtime_improve == 2) {
      extern unsigned char every_error;
      if (i < overtime_count && cost >= overtime_cost[i]) return 0;
      every_error = cost < overtime_least;
      overtime_least = overtime_bound = cost;
    }
    if (i == overtime_count || cost < overtime_cost[i]) {
      printf("@finish time=%lld${format}\\n", cost, ${parameters.map((_, at) => `p${at}`).join(', ')});
      if (i < 4096) {
        overtime_cost[i] = cost;
        if (i == overtime_count) { ${note.join(' ')} overtime_count++; }
      }
    }
    if (overtime_improve == 1) overtime_bound = cost - 1;
    return 1;
  }
${open ? partCode(parameters.length, open) : ''}}

/* SPIN takes a name right before a parenthesis for a function with side effects; this one has none that
 * a search depends on. */
never ${TUNING_CLAIM} {
  do
${open ? partSteps(when, cost, values) : whole}
  :: else
  od
}
`;
}

/** Words for a search of runs with these parameters alone. */
export const wordsOfConfiguration = (
  { parameters }: Pick<Tuning, 'parameters'>,
  values: Readonly<Record<string, number>>,
): readonly string[] =>
  parameters.flatMap((name, at) => {
    const value = values[name.replaceAll(/\s/g, '')] ?? values[name];
    return value === undefined ? [] : [`p${at}=${value}`];
  });
