import { symbolOf } from './context.ts';
import {
  compile,
  type Environment,
  ExprError,
  inEnvironment,
  namesIn,
  num,
} from '../front/expr.ts';
import type { Change } from './recurrence.ts';
import type { Count } from './count.ts';
import { type IntegerType, integerType, wrapped } from '../front/conversions.ts';
import type { IntegerValue } from './values.ts';

/** Rounds that are tried at most. */
const MOST_ROUNDS = 20_000;

interface Step {
  readonly symbol: string;
  readonly type: IntegerType;
  readonly next: (environment: Environment) => number;
}

/** Counts rounds by running them in the variables' types. Undefined where not all are numbers, or it
 * runs too long. */
export function simulated(changes: readonly Change[], condition: IntegerValue): Count | undefined {
  if (condition.doubt !== undefined) return undefined;
  const state: Record<string, number> = {};
  const steps: Step[] = [];
  const wanted = new Set(namesIn(condition.expr));
  const bySymbol = new Map(changes.map((change) => [symbolOf(change.variable), change]));
  // Inputs of a wanted variable are wanted too.
  for (const symbol of wanted) {
    const change = bySymbol.get(symbol);
    const type = change && integerType(change.variable.type);
    if (change === undefined || type === undefined) return undefined;
    const { before, after } = change;
    if (before.kind !== 'int' || before.expr.kind !== 'number') return undefined;
    if (after?.kind !== 'int' || after.doubt !== undefined) return undefined;
    state[symbol] = inType(before.expr.value, type);
    for (const text of namesIn(after.expr)) wanted.add(text);
    const next = compile(after.expr, (text) => (at: Environment) => inEnvironment(text, at));
    steps.push({ symbol, type, next });
  }
  const holds = compile(condition.expr, (text) => (at: Environment) => inEnvironment(text, at));
  const seen = new Set<string>();
  try {
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      if (holds(state) === 0) return { expr: num(rounds), lasting: true };
      const key = steps.map(({ symbol }) => state[symbol]).join(' ');
      if (seen.has(key)) return { expr: num(0), endless: num(1) };
      seen.add(key);
      const values = steps.map(({ next, type }) => inType(next(state), type));
      steps.forEach(({ symbol }, i) => {
        state[symbol] = values[i] ?? 0;
      });
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
  }
  return undefined;
}

const inType = (value: number, type: IntegerType): number => Number(wrapped(BigInt(value), type));
