import { CONSTANTS } from '../base/constants.ts';
import { domainValues, type Domain } from './configurations.ts';
import { type Environment, evaluate, type Expr, ExprError, namesIn, partsOf } from './expr.ts';
import { BINARY } from '../base/operators.ts';

/** Facts about names chosen later: parameter domains (undefined where unclear), and conditions that
 * all configurations meet. */
export interface Choices {
  readonly domains: ReadonlyMap<string, Domain | undefined>;
  readonly required: readonly Expr[];
}

/** A name's values; `all` where no other could matter. */
interface Candidates {
  readonly values: readonly number[];
  readonly all: boolean;
}

const MOST_VALUES = 1000;
const MOST_TRIED = 10_000;
const LARGEST = 2 ** 31;

/** False where `others` can hold together, but never with the condition; true where trying the
 * values that matter cannot tell. */
export function possible(condition: Expr, others: readonly Expr[], choices: Choices): boolean {
  const own = namesIn(condition);
  const isOwn = (other: Expr): boolean => [...namesIn(other)].every((name) => own.has(name));
  // Where all of them are too many to try, or not understood, fewer can still contradict.
  const known = [
    connected(condition, [...others, ...choices.required]),
    connected(condition, others),
    [condition, ...[...others, ...choices.required].filter(isOwn)],
  ];
  return known.every((all) => holdTogether(all, choices) !== false);
}

/** Undefined where there is too much to try. */
function holdTogether(all: readonly Expr[], choices: Choices): boolean | undefined {
  const names = [...new Set(all.flatMap((condition) => [...namesIn(condition)]))];
  const candidates = names.map((name) => candidatesOf(name, all, choices));
  const tried = candidates.reduce((product, { values }) => product * values.length, 1);
  if (tried > MOST_TRIED) return undefined;
  const environment: Record<string, number> = {};
  const from = (index: number): boolean => {
    const name = names[index];
    if (name === undefined) return all.every((each) => holds(each, environment));
    return (candidates[index]?.values ?? []).some((value) => {
      environment[name] = value;
      return from(index + 1);
    });
  };
  return from(0) || !candidates.every((each) => each.all);
}

/** The condition and others that share names, directly or indirectly. */
function connected(condition: Expr, others: readonly Expr[]): readonly Expr[] {
  const names = namesIn(condition);
  const found = new Set<Expr>([condition]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const other of others) {
      const own = [...namesIn(other)];
      if (found.has(other) || !own.some((name) => names.has(name))) continue;
      found.add(other);
      for (const name of own) names.add(name);
    }
  }
  return [...found];
}

/** A condition without a value (division by zero) does not hold. */
function holds(condition: Expr, environment: Environment): boolean {
  try {
    return evaluate(condition, environment) !== 0;
  } catch (error) {
    if (error instanceof ExprError) return false;
    throw error;
  }
}

function candidatesOf(name: string, conditions: readonly Expr[], choices: Choices): Candidates {
  const domain = choices.domains.get(name);
  const known = domain === undefined ? undefined : valuesOf(domain);
  if (known !== undefined) return { values: known, all: true };
  // Compared with numbers alone, it behaves alike between two of them.
  const numbers = conditions.flatMap((condition) => comparedWith(condition, name));
  const constant = CONSTANTS.find((one) => one.name === name);
  const { least, most } = constant ?? boundsOf(domain);
  const points = numbers.flatMap((number) => [number - 1, number, number + 1]);
  const inside = [...points, 0, 1, least, most].filter((at) => at >= least && at <= most);
  return { values: [...new Set(inside)], all: !numbers.some(Number.isNaN) };
}

/** The domain's values on any platform, or more; undefined where unknown. */
export function valuesOf(domain: Domain): readonly number[] | undefined {
  try {
    const values = domainValues(domain, {});
    return values.length > MOST_VALUES ? undefined : values;
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
    if (domain.kind !== 'pow2' || namesIn(domain.low).size > 0) return undefined;
    return domainValues({ ...domain, high: { kind: 'number', value: LARGEST } }, {});
  }
}

/** Bounds of the domain's values, as far as known for any platform. */
function boundsOf(domain: Domain | undefined): { readonly least: number; readonly most: number } {
  if (domain === undefined || domain.kind === 'list') return { least: -LARGEST, most: LARGEST };
  const bound = (expr: Expr, otherwise: number): number =>
    expr.kind === 'number' ? expr.value : otherwise;
  const least = domain.kind === 'pow2' ? 1 : -LARGEST;
  return { least: bound(domain.low, least), most: bound(domain.high, LARGEST) };
}

/** Numbers the name is compared with; NaN for any other use. */
function comparedWith(condition: Expr, name: string): number[] {
  if (condition.kind === 'name') return condition.name === name ? [0] : [];
  if (condition.kind === 'binary' && BINARY[condition.operator].result === 'truth') {
    const { left, right } = condition;
    if (left.kind === 'name' && right.kind === 'number')
      return left.name === name ? [right.value] : [];
    if (left.kind === 'number' && right.kind === 'name')
      return right.name === name ? [left.value] : [];
  }
  const isLogic =
    (condition.kind === 'binary' && /^(&&|\|\|)$/.test(condition.operator)) ||
    (condition.kind === 'unary' && condition.operator === '!');
  if (isLogic) return partsOf(condition).flatMap((part) => comparedWith(part, name));
  return namesIn(condition).has(name) ? [Number.NaN] : [];
}
