import { type Combination, configurations, domainValues } from '../../front/configurations.ts';
import { evaluate, ExprError } from '../../front/expr.ts';
import type { Derivation } from '../derive.ts';

type Values = Combination['values'];

/** Configurations that are listed at most. */
const MOST_LISTED = 300;
/** Where each one's warps must be built: milliseconds. */
const MOST_MADE = 24;

/** Tried to find runnable ones: a constraint may exclude nearly all. */
const MOST_LOOKED_AT = 100_000;

/** The first configurations that can run. */
export function validOf(
  { kernel, model, constants, problem }: Derivation,
  most = problem?.machine ? MOST_MADE : MOST_LISTED,
): readonly Values[] {
  const found: Values[] = [];
  if (!kernel || !constants) return found;
  let looked = 0;
  try {
    for (const { values, reason } of configurations(kernel, { ...constants })) {
      if ((looked += 1) > MOST_LOOKED_AT) break;
      if (reason !== undefined || model?.invalid(values, constants) !== undefined) continue;
      found.push(values);
      if (found.length >= most) break;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
  }
  return found;
}

/** The configuration may be an earlier text's. */
export function isValid({ kernel, model, constants }: Derivation, values: Values): boolean {
  if (!kernel || !constants) return false;
  const { parameters, constraints } = kernel;
  if (parameters.length !== Object.keys(values).length) return false;
  const environment = { ...constants, ...values };
  try {
    return (
      parameters.every(({ name, domain }) =>
        domainValues(domain, { ...constants }).includes(values[name] ?? NaN),
      ) &&
      constraints.every(({ condition }) => evaluate(condition, environment) !== 0) &&
      model?.invalid(values, constants) === undefined
    );
  } catch (error) {
    if (error instanceof ExprError) return false;
    throw error;
  }
}
