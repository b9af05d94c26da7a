import { CONSTANTS } from '../base/constants.ts';
import { domainValues } from './configurations.ts';
import { type Environment, evaluate, type Expr, ExprError, namesIn, partsOf } from './expr.ts';
import type { Domain } from './ir.ts';
import { BINARY } from './operators.ts';

/** What is known of names that are chosen later: domains of tuning parameters, undefined where it is not clear,
 * and conditions that all configurations meet. */
export interface Choices {
  readonly domains: ReadonlyMap<string, Domain | undefined>;
  readonly required: readonly Expr[];
}

/** Values of a name; `all` where no other value could make a difference. */
interface Candidates {
  readonly values: readonly number[];
  readonly all: boolean;
}

const MOST_VALUES = 1000;
const MOST_TRIED = 10_000;
const LARGEST = 2 ** 31;

/** False where no values of parameters and platform constants make a condition hold with others that some values
 * make hold together; true where some do, and where that cannot be told by trying those that matter. */
export function possible(condition: Expr, others: readonly Expr[], choices: Choices): boolean {
  const all = connected(condition, [...others, ...choices.required]);
  const names = [...new Set(all.flatMap((condition) => [...namesIn(condition)]))];
  const candidates = names.map((name) => candidatesOf(name, all, choices));
  const tried = candidates.reduce((product, { values }) => product * values.length, 1);
  if (tried > MOST_TRIED) return true;
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

/** A condition, and those of others that have to do with its names, directly or through others. */
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

/** A condition without a value, as by a division by zero, does not hold. */
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
  // What is compared with numbers alone behaves in one way between two of them.
  const numbers = conditions.flatMap((condition) => comparedWith(condition, name));
  const constant = CONSTANTS.find((one) => one.name === name);
  const { least, most } = constant ?? boundsOf(domain);
  const points = numbers.flatMap((number) => [number - 1, number, number + 1]);
  const inside = [...points, 0, 1, least, most].filter((at) => at >= least && at <= most);
  return { values: [...new Set(inside)], all: !numbers.some(Number.isNaN) };
}

/** The values of a domain whatever the platform, or more than those; undefined where they are not known. */
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

/** Between what the values of a domain lie, as far as that is known whatever the platform. */
function boundsOf(domain: Domain | undefined): { readonly least: number; readonly most: number } {
  if (domain === undefined || domain.kind === 'list') return { least: -LARGEST, most: LARGEST };
  const bound = (expr: Expr, otherwise: number): number =>
    expr.kind === 'number' ? expr.value : otherwise;
  const least = domain.kind === 'pow2' ? 1 : -LARGEST;
  return { least: bound(domain.low, least), most: bound(domain.high, LARGEST) };
}

/** The numbers that a name is compared with in a condition; NaN where something else is done with it. */
function comparedWith(condition: Expr, name: string): number[] {
  if (condition.kind === 'name') return condition.name === name ? [0] : [];
  if (condition.kind === 'binary' && BINARY[condition.operator].boolean === true) {
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
