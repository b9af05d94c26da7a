import { Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { binary, not } from './algebra.ts';
import { type Choices, possible, valuesOf } from './conditions.ts';
import { type Expr, name, num, show } from './expr.ts';
import { blankComments, directivesIn } from './lexer.ts';
import { parsePragma } from './pragma.ts';
import type { Domain } from './configurations.ts';

/** An #if condition on later choices, and its assumed outcome. */
export interface Decision {
  readonly condition: Expr;
  readonly holds: boolean;
  readonly span: Span;
}

/** Questions asked while a text is read. */
export interface Outcomes {
  readonly decide: (condition: Expr, span: Span) => boolean;
  /** Undefined where the parameter's values are not known. */
  readonly choose: (name: string, span: Span) => number | undefined;
}

/** A text with its conditions decided one way. */
export interface Variant<T> {
  readonly path: readonly Decision[];
  readonly made: T;
}

/** A text with more variants than this is refused, or with more characters of them, or with more
 * outcomes to read before equal ones are put together. */
export const MOST_VARIANTS = 1024;
const MOST_CHARACTERS = 6_000_000;
const MOST_OUTCOMES = 4096;

/** A text read for one outcome of its conditions. */
interface Reading<T> {
  readonly run: (outcomes: Outcomes) => T;
  /** Equal for texts that are the same. */
  readonly keyOf: (made: T) => string;
  readonly sizeOf: (made: T) => number;
}

/** Runs for each possible combination of the conditions asked; those where the first one holds come
 * first, and so on. A condition that makes no difference is left out.
 * @returns also the condition at which there were too many. */
export function variantsOf<T>(
  choices: Choices,
  { run, keyOf, sizeOf }: Reading<T>,
): { readonly variants: readonly Variant<T>[]; readonly tooMany?: Span } {
  const outcomes: Keyed<T>[] = [];
  const keys = new Map<string, number>();
  for (let prefix: readonly boolean[] | undefined = []; prefix !== undefined;) {
    const { path, made }: Variant<T> = outcomeOf(choices, run, prefix);
    const text = keyOf(made);
    const key = keys.get(text) ?? keys.size;
    keys.set(text, key);
    outcomes.push({ path, made, key });
    const last = path.findLastIndex(({ holds }) => holds);
    prefix = last < 0 ? undefined : [...path.slice(0, last).map(({ holds }) => holds), false];
    const tooMany = path[last]?.span;
    if (outcomes.length >= MOST_OUTCOMES && tooMany !== undefined)
      return { variants: outcomes, tooMany };
  }
  const variants = withoutIdle(outcomes, 0);
  let room = MOST_CHARACTERS;
  const odd = variants.find(
    ({ made }, i) => i >= MOST_VARIANTS || (i > 0 && (room -= sizeOf(made)) < 0),
  );
  const tooMany = odd?.path.at(-1)?.span;
  return { variants, ...(tooMany !== undefined && { tooMany }) };
}

/** The reading after the first outcomes, with all later conditions holding where they can. */
function outcomeOf<T>(
  choices: Choices,
  run: (outcomes: Outcomes) => T,
  outcomes: readonly boolean[],
): Variant<T> {
  const path: Decision[] = [];
  const decide = (condition: Expr, span: Span): boolean => {
    const known = path.map(conditionOf);
    if (!possible(condition, known, choices)) return false;
    if (!possible(not(condition), known, choices)) return true;
    const holds = outcomes[path.length] ?? true;
    path.push({ condition, holds, span });
    return holds;
  };
  const choose = (text: string, span: Span): number | undefined => {
    const domain = choices.domains.get(text);
    const values = domain === undefined ? undefined : valuesOf(domain);
    return values?.find((value) => decide(binary('==', name(text), num(value)), span));
  };
  return { made: run({ decide, choose }), path };
}

interface Keyed<T> extends Variant<T> {
  readonly key: number;
}

/** Drops decisions, from `depth` on, whose two sides are the same. */
function withoutIdle<T>(variants: readonly Keyed<T>[], depth: number): readonly Keyed<T>[] {
  if (variants.length < 2) return variants;
  const [then, otherwise] = [true, false].map((side) =>
    withoutIdle(
      variants.filter(({ path }) => path[depth]?.holds === side),
      depth + 1,
    ),
  );
  if (then === undefined || otherwise === undefined) return variants;
  const without = ({ path, ...rest }: Keyed<T>): Keyed<T> =>
    ({ ...rest, path: path.toSpliced(depth, 1) }) as Keyed<T>;
  const isIdle =
    then.length === otherwise.length &&
    then.every((one, i) => isSame(without(one), otherwise[i] && without(otherwise[i]), depth));
  return isIdle ? then.map(without) : [...then, ...otherwise];
}

/** The same text, by the same decisions from `depth` on. */
const isSame = <T>(one: Keyed<T>, other: Keyed<T> | undefined, depth: number): boolean =>
  one.key === other?.key && pathKey(one.path, depth) === pathKey(other.path, depth);

const pathKey = (path: readonly Decision[], depth: number): string =>
  path
    .slice(depth)
    .map(({ condition, holds, span }) => `${show(condition)} ${holds} ${span.start}`)
    .join(';');

/** Non-zero where the decision turns out so. */
export const conditionOf = ({ condition, holds }: Decision): Expr =>
  holds ? condition : not(condition);

/** Decisions in words, without those that follow from others. */
export function showPath(path: readonly Decision[], choices: Choices): string {
  const conditions = path.map(conditionOf);
  for (let i = 0; i < conditions.length;) {
    const condition = conditions[i];
    const others = conditions.filter((_, at) => at !== i);
    if (condition !== undefined && others.length > 0 && !possible(not(condition), others, choices))
      conditions.splice(i, 1);
    else i += 1;
  }
  return conditions.map((condition) => show(condition)).join(' and ');
}

/** Parameters and common conditions from the pragmas, read before anything else. Those inside an #if
 * are not required. */
export function choicesOf(source: string): Choices {
  const clean = blankComments(source).text;
  const silent = new Reports(() => false);
  const domains = new Map<string, Domain | undefined>();
  const required: Expr[] = [];
  let depth = 0;
  for (const { start, end } of directivesIn(clean)) {
    const word = /^#\s*(\w*)/.exec(clean.slice(start, end))?.[1] ?? '';
    if (word.startsWith('if')) depth += 1;
    if (word === 'endif') depth -= 1;
    const pragma = word === 'pragma' ? parsePragma(clean, start, end, silent) : undefined;
    if (pragma?.kind === 'param') {
      const { name: text } = pragma.target;
      domains.set(text, domains.has(text) ? undefined : pragma.domain);
    } else if (pragma?.kind === 'require' && depth === 0) required.push(pragma.value.expr);
  }
  return { domains, required };
}
