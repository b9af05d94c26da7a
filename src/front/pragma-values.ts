import type { Reports } from '../base/diagnostic.ts';
import { binary, conditional, not, signOf } from './algebra.ts';
import { attempt, evaluate, type Expr, namesIn, num, partsOf } from './expr.ts';
import type { Constraint } from './configurations.ts';
import type { Pragma, Written } from './pragma.ts';

/** Reports impossible values: counts and times are not negative, and groups have items. A cost whose
 * sign depends on the configuration becomes a constraint.
 * @param value puts the macros of the text in.
 * @param known parameters and platform constants. */
export function checkValues(
  pragmas: readonly Pragma[],
  value: (expr: Expr) => Expr,
  known: ReadonlySet<string>,
  reports: Reports,
): Constraint[] {
  /** A number below the least that makes sense. */
  const isBelow = (least: number, { expr, span }: Pick<Written, 'expr' | 'span'>, what: string) => {
    const number = constantOf(value(expr));
    if (number === undefined || number >= least) return false;
    const hint = least === 0 ? 'Write 0 or more.' : `Write ${least} or more.`;
    reports.error('bad-value', span, `${what} cannot be ${number}.`, hint);
    return true;
  };
  return pragmas.flatMap((pragma): Constraint[] => {
    switch (pragma.kind) {
      case 'param': {
        const { domain, domainSpan: span, target } = pragma;
        const values = domain.kind === 'list' ? domain.values : [domain.low];
        values.some((expr) => isBelow(0, { expr, span }, `The tuning parameter ${target.name}`));
        return [];
      }
      case 'trips':
        isBelow(0, pragma.value, 'The iterations of a loop');
        return [];
      case 'items':
      case 'local_size':
        for (const one of pragma.values) isBelow(1, one, 'A size of a launch');
        return [];
      case 'cost': {
        const what = `The cost of ${pragma.target.name}`;
        const { expr, text } = pragma.value;
        if (isBelow(0, pragma.value, what)) return [];
        const ticks = value(expr);
        const isNatural = ['positive', 'natural'].includes(signOf(ticks, known));
        if (isNatural || ![...namesIn(ticks)].every((name) => known.has(name))) return [];
        // Division by zero has no sign: it is reported where its time is asked for.
        const condition = binary('||', not(hasValue(ticks)), binary('>=', ticks, num(0)));
        return [{ condition, text: `${text} >= 0`, span: pragma.span }];
      }
      default:
        return [];
    }
  });
}

/** Non-zero where no evaluated part divides by zero, as an expression. */
function hasValue(expr: Expr): Expr {
  if (expr.kind === 'conditional')
    return both(
      hasValue(expr.condition),
      conditional(expr.condition, hasValue(expr.then), hasValue(expr.otherwise)),
    );
  const parts = partsOf(expr).map(hasValue).reduce(both, num(1));
  if (expr.kind !== 'binary') return parts;
  const { operator, left, right } = expr;
  // The right side is evaluated only if the left does not decide.
  if (operator === '&&') return both(hasValue(left), conditional(left, hasValue(right), num(1)));
  if (operator === '||') return both(hasValue(left), conditional(left, num(1), hasValue(right)));
  return operator === '/' || operator === '%' ? both(parts, binary('!=', right, num(0))) : parts;
}

const both = (a: Expr, b: Expr): Expr => binary('&&', a, b);

/** The value of an expression without names. */
const constantOf = (expr: Expr): number | undefined => attempt(() => evaluate(expr, {}));
