import * as v from 'valibot';
import {
  factsOf,
  lacksOf,
  plainModel,
  TUNING_CLAIM,
  type Tuning,
  withTuningClaim,
} from '../../promela/index.ts';

/** Letters of a model, and of an expression or a name. */
const MOST_TEXT = 1_000_000;
const MOST_TYPED = 4000;
/** Words of a command line. */
const MOST_WORDS = 100;

const typed = v.pipe(v.string(), v.maxLength(MOST_TYPED));

/** Directives that searches of models have. */
const DIRECTIVE =
  /^(?:SAFETY|NOFAIR|NP|NOCLAIM|NOREDUCE|COLLAPSE|HC4|BITSTATE|BFS|BCS|REACH|T_RAND|P_RAND|(?:NFAIR|VECTORSZ|FREQ)=\d{1,9})$/;

/** Options of pan without a file's name, and words that a tuning's claim reads. */
const WORD =
  /^(?:-(?:a|l|f|A|E|q|n|i|e|t_reverse|(?:c|m|w|L|RS|h|k)\d{1,10})|T=-?\d{1,15}|improve=[12]|list=1|p\d{1,2}=-?\d{1,11})$/;

const NAME = /^[A-Za-z_]\w*$/;

const words = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(100))),
  v.maxLength(MOST_WORDS),
  v.check((list) =>
    list.every((word, at) => {
      if (word === '-N') return NAME.test(list[at + 1] ?? '');
      return list[at - 1] === '-N' ? NAME.test(word) : WORD.test(word);
    }),
  ),
);

const ingredients = {
  model: v.pipe(v.string(), v.maxLength(MOST_TEXT)),
  /** Its over-time property is written here: nobody sends its C. */
  tuning: v.exactOptional(
    v.object({
      parameters: v.pipe(v.array(typed), v.minLength(1), v.maxLength(50)),
      objective: typed,
      when: typed,
      goal: v.picklist(['smallest', 'largest']),
    }),
  ),
  lossy: v.boolean(),
  optimise: v.picklist(['-O0', '-O2']),
  defines: v.pipe(v.array(v.pipe(v.string(), v.regex(DIRECTIVE))), v.maxLength(MOST_WORDS)),
};

/** A page's question to the machine that serves it. */
export const questionSchema = v.variant('ask', [
  v.strictObject({ ask: v.literal('state') }),
  v.strictObject({ ask: v.literal('compile'), ...ingredients }),
  v.strictObject({
    ask: v.literal('search'),
    ...ingredients,
    args: words,
    memoryMB: v.pipe(v.number(), v.integer(), v.minValue(32), v.maxValue(2 ** 20)),
  }),
]);

export type NativeQuestion = v.InferOutput<typeof questionSchema>;
export type NativeIngredients = Omit<Extract<NativeQuestion, { ask: 'compile' }>, 'ask'>;

const PARAMETER = /^[A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_]\w*)*$/;
/** No braces, quotes or separators, and nothing that begins a comment. */
const EXPRESSION = /^(?!.*\/[/*])[\w \t.[\]()+\-*/%<>=!&|^~?:@,]*$/;

/** The text that SPIN reads on the machine. */
export function nativeModel({
  model,
  tuning,
}: Pick<NativeIngredients, 'model' | 'tuning'>): ReturnType<typeof plainModel> {
  const plain = plainModel(model);
  if (!plain.ok || tuning === undefined) return plain;
  const why = tuningProblem(plain.text, tuning);
  if (why !== undefined) return { ok: false, why };
  return { ok: true, text: withTuningClaim(plain.text, factsOf(plain.text), tuning) };
}

function tuningProblem(text: string, tuning: Tuning): string | undefined {
  const { parameters, objective, when } = tuning;
  const odd =
    parameters.find((each) => !PARAMETER.test(each)) ??
    [objective, when].find((each) => !EXPRESSION.test(each) || !plainModel(each).ok);
  if (odd !== undefined) return `\`${odd}\` is not searched for natively`;
  if (text.includes(TUNING_CLAIM)) return 'it has the claim of a tuning already';
  return lacksOf(factsOf(text), tuning)[0];
}

/** A machine's answer about itself. */
export const stateSchema = v.union([
  v.object({ compiler: v.string(), memoryMB: v.number(), cores: v.number() }),
  v.object({ lacks: v.string() }),
]);

export type NativeState = v.InferOutput<typeof stateSchema>;
export type NativeMachine = Exclude<NativeState, { lacks: string }>;

/** A line of a search's answer. */
export const answerSchema = v.union([
  v.object({ line: v.string() }),
  v.object({ file: v.string(), letters: v.string() }),
  v.object({ stderr: v.string() }),
  v.object({ made: v.object({ sha256: v.optional(v.string()) }) }),
  v.object({
    end: v.object({
      outcome: v.picklist(['done', 'out-of-memory', 'trapped', 'given-up']),
      exit: v.optional(v.number()),
      trap: v.optional(v.string()),
    }),
  }),
  v.object({
    failed: v.object({
      place: v.picklist(['compiler', 'model', 'worker', 'spin']),
      message: v.string(),
      hint: v.string(),
      detail: v.optional(v.string()),
    }),
  }),
]);

export type NativeAnswer = v.InferOutput<typeof answerSchema>;

/** Where the questions go, beside the page. */
export const NATIVE_PATH = 'native';
/** The header with the token of the server's start. */
export const TOKEN_HEADER = 'X-Overtime-Token';
/** The token's place in the address that the server prints. */
export const TOKEN_FRAGMENT = '#native=';
