import { domainValues } from '../front/configurations.ts';
import { evaluate, type Expr, ExprError, namesIn, num } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import { substitute } from '../front/algebra.ts';
import type { Constants } from '../platform/index.ts';
import type { ListedConfiguration } from '../tuning/index.ts';
import { problemConfigurations } from '../checker/index.ts';
import type { Write } from './exporter.ts';
import { inPython } from './python-text.ts';
import { type Outcome, outcomeOf, Refused } from './refused.ts';
import { type KernelSpecification, listingOf, searchSpaceText } from './t1-document.ts';
import { readSearchSpace } from './t1-read.ts';

type SpaceOf = Pick<
  Kernel,
  'name' | 'parameters' | 'constraints' | 'items' | 'localSize' | 'geometry'
>;

/** Combinations compared to check that file and kernel agree. */
const MOST_COMPARED = 200_000;
/** The most configurations that a condition lists by themselves. */
const MOST_LISTED = 5000;

/** A kernel's search space on a platform. */
export function specificationOf(
  { name, items, localSize, geometry }: SpaceOf,
  constants: Constants,
): KernelSpecification {
  const sizes = (written: readonly Expr[]): string[] =>
    written.map((size) => inPython(withConstants(size, constants)));
  return {
    name,
    file: `${name}.cl`,
    globalSize: sizes(geometry?.global ?? [items]),
    localSize: sizes(geometry?.local ?? [localSize]),
  };
}

/** The search space of a kernel on a platform, as a T1 file: the values of its parameters, its constraints,
 * and where the model leaves out more than they do, a list of what is left. It is read back and compared
 * with the kernel before it is handed over.
 * @param all every combination, those that are invalid with the reason. */
export const writeSearchSpace = (
  kernel: SpaceOf,
  constants: Constants,
  all: Iterable<ListedConfiguration>,
): Outcome<string> => outcomeOf(() => spaceText(kernel, constants, all));

function spaceText(
  kernel: SpaceOf,
  constants: Constants,
  all: Iterable<ListedConfiguration>,
): string {
  const names = kernel.parameters.map(({ name }) => name);
  const parameters = kernel.parameters.map(({ name, domain }) => ({
    name,
    values: domainValues(domain, { ...constants }),
  }));
  const specification = specificationOf(kernel, constants);
  const conditions = kernel.constraints.flatMap(({ condition }) => {
    const own = withConstants(condition, constants);
    const expression = pythonOf(own);
    return expression === undefined ? [] : [{ names: [...namesIn(own)], expression }];
  });
  // Ambiguous conditions become part of the list.
  const understood = conditions.filter(
    (one) => readSearchSpace(searchSpaceText(specification, parameters, [one])).ok,
  );
  const compared = [...first(all, MOST_COMPARED + 1)];
  if (compared.length > MOST_COMPARED)
    throw new Refused(
      `There are more than ${MOST_COMPARED} combinations of values: too many to see that a file says the same. Give some parameters fewer values.`,
    );
  const text = searchSpaceText(specification, parameters, understood);
  if (saysTheSame(text, compared)) return text;
  const valid = compared.filter(({ reason }) => reason === undefined);
  if (valid.length > MOST_LISTED)
    throw new Refused(
      `The model leaves out configurations that no condition of the kernel does, and ${valid.length} are too many to list. Write what it leaves out as #pragma tuner require.`,
    );
  const rows = valid.map(({ values }) => names.map((name) => values[name] ?? 0));
  return searchSpaceText(specification, parameters, [
    ...understood,
    { names, expression: listingOf(names, rows) },
  ]);
}

const withConstants = (expr: Expr, constants: Constants): Expr =>
  substitute(
    expr,
    new Map(Object.entries(constants).map(([name, value]): [string, Expr] => [name, num(value)])),
  );

function pythonOf(expr: Expr): string | undefined {
  try {
    return inPython(expr);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function* first<T>(all: Iterable<T>, most: number): Generator<T> {
  let count = 0;
  for (const one of all) {
    if (count === most) return;
    count += 1;
    yield one;
  }
}

/** True if file and kernel allow the same combinations. */
function saysTheSame(text: string, all: readonly ListedConfiguration[]): boolean {
  const read = readSearchSpace(text);
  if (!read.ok) return false;
  return all.every(({ values, reason }) => {
    const holds = read.value.conditions.every((condition) => isTrue(condition, values));
    return holds === (reason === undefined);
  });
}

function isTrue(condition: Expr, values: Readonly<Record<string, number>>): boolean {
  try {
    return evaluate(condition, values) !== 0;
  } catch (error) {
    if (error instanceof ExprError) return false;
    throw error;
  }
}

export const writeSpace: Write = ({ subject }) =>
  subject.of({
    kernel: (problem) =>
      writeSearchSpace(problem.kernel, problem.constants, problemConfigurations(problem)),
    model: () => ({ ok: false, message: 'A Promela model has no search space of its own.' }),
  });
