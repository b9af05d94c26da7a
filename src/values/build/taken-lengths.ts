import { isComparison } from '../../base/operators.ts';
import { stands } from '../../front/facts.ts';
import type { Pragma } from '../../front/pragma.ts';
import { type FunctionDeclaration, statementsOf, within } from '../../front/syntax.ts';
import type { Context } from './context.ts';

/** Gives values to arguments that stated lengths name and nobody states. Where they are to stay open, only
 * lengths are made of them, longer than any item comes to. */
export function takeLengths(
  context: Context,
  kernel: FunctionDeclaration,
  pragmas: readonly Pragma[],
): void {
  const types = new Map(kernel.parameters.map(({ name, type }) => [name, type.kind]));
  const known = stands(context.facts);
  const [items] = context.range.global;
  let guards = 0;
  for (const pragma of pragmas) {
    if (pragma.kind !== 'array' && pragma.kind !== 'local' && pragma.kind !== 'before') continue;
    if (!types.has(pragma.target.name)) continue;
    const further = pragma.kind === 'array' ? (pragma.further ?? []) : [];
    for (const { name } of [pragma.value, ...further].flatMap(({ names }) => names)) {
      const isKnown = known.has(name) || Object.hasOwn(context.values, name);
      if (isKnown || types.get(name) !== 'scalar') continue;
      if (context.areLengthsOpen) {
        context.openSizes = { ...context.openSizes, [name]: MOST_TIMES * items + 2 };
        continue;
      }
      // A guard has to keep somebody out, and one of columns is not one of rows.
      const value = isGuard(kernel, name) ? Math.max(1, items - ++guards) : items;
      context.values = { ...context.values, [name]: value };
      context.takesLengths = true;
      context.assume({
        what: 'other inputs',
        why: `${name} is taken to be ${value}: a length is stated by it, and nobody states it.`,
        hint: `State it: #pragma tuner input ${name} = ...`,
        span: pragma.span,
        weakens: false,
        touches: 'all',
        holdsIf: `${name} is ${value}`,
        so: [{ line: `#pragma tuner input ${name} = ${value}`, where: 'top' }],
      });
    }
  }
}

/** The largest argument that is tried, in launches. */
const MOST_TIMES = 4;

/** An `if` compares with it. */
function isGuard({ body }: FunctionDeclaration, name: string): boolean {
  for (const statement of statementsOf(body))
    if (statement.kind === 'if')
      for (const each of within(statement.condition))
        if (each.kind === 'binary' && isComparison(each.operator))
          for (const side of [each.left, each.right])
            if (side.kind === 'name' && side.name === name) return true;
  return false;
}
