import type { Span } from '../base/span.ts';
import {
  attempt,
  type Environment,
  type Expr,
  ExprError,
  evaluate,
  namesIn,
  show,
} from './expr.ts';

/** A tuning parameter's values; bounds may use platform constants and size. */
export type Domain =
  /** low, 2 low, 4 low, ... up to high */
  | { readonly kind: 'pow2'; readonly low: Expr; readonly high: Expr }
  | { readonly kind: 'range'; readonly low: Expr; readonly high: Expr; readonly step: Expr }
  | { readonly kind: 'list'; readonly values: readonly Expr[] };

/** From `#pragma tuner param WG = pow2(4, size/2)`. */
export interface Parameter {
  readonly name: string;
  readonly domain: Domain;
  readonly span: Span;
}

/** From `#pragma tuner require WG * TS <= size`. */
export interface Constraint {
  readonly condition: Expr;
  /** The source text, to explain why a configuration is invalid. */
  readonly text: string;
  readonly span: Span;
}

/** A parameter with more values is taken for a mistake. */
const MAX_VALUES = 1_000_000;

/** Ascending, or as written, without repetitions.
 * @throws {ExprError} where a bound has no value, or there are more than a million values. */
export function domainValues(domain: Domain, environment: Environment): number[] {
  switch (domain.kind) {
    case 'pow2': {
      const low = evaluate(domain.low, environment);
      const high = evaluate(domain.high, environment);
      if (low <= 0) throw new ExprError(`pow2 cannot start at ${low}`);
      return series(low, high, (value) => value * 2);
    }
    case 'range': {
      const low = evaluate(domain.low, environment);
      const high = evaluate(domain.high, environment);
      const step = evaluate(domain.step, environment);
      if (step <= 0) throw new ExprError(`the step of a range cannot be ${step}`);
      if ((high - low) / step >= MAX_VALUES)
        throw new ExprError(`range(${low}, ${high}, ${step}) has too many values`);
      return series(low, high, (value) => value + step);
    }
    case 'list':
      return [...new Set(domain.values.map((value) => evaluate(value, environment)))];
  }
}

/** The greatest value of each parameter whose values are the same on any platform. */
export const greatestValues = (
  parameters: readonly { readonly target: { readonly name: string }; readonly domain: Domain }[],
): Environment =>
  Object.fromEntries(
    parameters.flatMap(({ target: { name }, domain }) => {
      const values = attempt(() => domainValues(domain, {})) ?? [];
      return values.length === 0
        ? []
        : [[name, values.reduce((most, value) => Math.max(most, value))]];
    }),
  );

function series(low: number, high: number, next: (value: number) => number): number[] {
  const values: number[] = [];
  for (let value = low; value <= high; value = next(value)) values.push(value);
  return values;
}

/** The first parameter without a value, and the reason; undefined where each has some.
 * @throws {ExprError} as `configurations` does. */
export function withoutValues(
  { parameters }: Pick<Space, 'parameters'>,
  constants: Environment,
): { readonly parameter: Parameter; readonly why: string } | undefined {
  for (const parameter of parameters) {
    const { name, domain } = parameter;
    if (domainValues(domain, constants).length > 0) continue;
    const why =
      domain.kind === 'list'
        ? `${name} has no values`
        : `${name} has no values, for ${domain.kind}(${show(domain.low)}, ${show(domain.high)}${domain.kind === 'range' ? `, ${show(domain.step)}` : ''}) begins at ${evaluate(domain.low, constants)} and ends at ${evaluate(domain.high, constants)}`;
    return { parameter, why };
  }
  return undefined;
}

/** A combination of values. */
export interface Combination {
  readonly values: Readonly<Record<string, number>>;
  /** The broken constraint as written; absent for valid ones. */
  readonly reason?: string | undefined;
}

interface Space {
  readonly parameters: readonly Parameter[];
  readonly constraints: readonly Constraint[];
}

/** More combinations than these are not visited one by one. */
export const MOST_COMBINATIONS = 10_000_000;

/** All combinations one at a time, the last parameter changing fastest; of very many, the valid ones alone.
 * `constants` are the platform constants and `size`.
 * @throws {ExprError} where a domain has no values because a name is unknown or a bound is broken. */
export function* configurations(kernel: Space, constants: Environment): Generator<Combination> {
  const domains = kernel.parameters.map((parameter) => domainValues(parameter.domain, constants));
  if (domains.some((values) => values.length === 0)) return;
  if (domains.reduce((count, { length }) => count * length, 1) > MOST_COMBINATIONS) {
    for (const values of validConfigurations(kernel, constants)) yield { values };
    return;
  }
  const places = domains.map(() => 0);
  const environment: Record<string, number> = { ...constants };
  for (;;) {
    const values: Record<string, number> = {};
    kernel.parameters.forEach((parameter, i) => {
      const value = domains[i]?.[places[i] ?? 0] ?? 0;
      values[parameter.name] = value;
      environment[parameter.name] = value;
    });
    yield { values, reason: brokenConstraint(kernel, environment) };
    let i = places.length - 1;
    for (; i >= 0; i -= 1) {
      const next = (places[i] ?? 0) + 1;
      places[i] = next;
      if (next < (domains[i]?.length ?? 0)) break;
      places[i] = 0;
    }
    if (i < 0) return;
  }
}

/** Those that break no constraint, in the same order. A constraint is asked as soon as its parameters have values: what
 * it excludes is not visited.
 * @param tries left; each value that is tried takes one, and none left is the end
 * @throws {ExprError} as `configurations` does. */
export function* validConfigurations(
  kernel: Space,
  constants: Environment,
  tries = { left: Infinity },
): Generator<Combination['values']> {
  const { parameters } = kernel;
  const domains = parameters.map(({ domain }) => domainValues(domain, constants));
  const asked = [-1, ...parameters.keys()].map((place) => ({
    constraints: kernel.constraints.filter(({ condition }) => {
      const names = namesIn(condition);
      return parameters.findLastIndex(({ name }) => names.has(name)) === place;
    }),
  }));
  const environment: Record<string, number> = { ...constants };
  const isBroken = (place: number): boolean =>
    brokenConstraint(asked[place + 1] ?? kernel, environment) !== undefined;
  if (domains.some((values) => values.length === 0) || isBroken(-1)) return;
  if (parameters.length === 0) yield {};
  const places = domains.map(() => -1);
  for (let place = 0; place >= 0 && place < parameters.length;) {
    const at = (places[place] ?? 0) + 1;
    const value = domains[place]?.[at];
    places[place] = value === undefined ? -1 : at;
    if (value === undefined) {
      place -= 1;
      continue;
    }
    tries.left -= 1;
    if (tries.left < 0) return;
    environment[parameters[place]?.name ?? ''] = value;
    if (isBroken(place)) continue;
    if (place < parameters.length - 1) place += 1;
    else yield Object.fromEntries(parameters.map(({ name }) => [name, environment[name] ?? 0]));
  }
}

/** The first broken constraint as written, if any.
 * @param environment constants and values together. */
export function brokenConstraint(
  kernel: Pick<Space, 'constraints'>,
  environment: Environment,
): string | undefined {
  for (const { condition, text } of kernel.constraints)
    try {
      if (evaluate(condition, environment) === 0) return text;
    } catch (error) {
      if (!(error instanceof ExprError)) throw error;
      return `${text || show(condition)}: ${error.message}`;
    }
  return undefined;
}
