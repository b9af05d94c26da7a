import type { Span } from '../../base/span.ts';
import type { Expr } from '../../front/expr.ts';
import type { FunctionDeclaration } from '../../front/syntax.ts';
import type { Value } from '../program.ts';
import type { Context, RValue } from './context.ts';
import { ofScalar } from './conversion.ts';
import { binary, constant, convert, select } from './make.ts';
import { isArithmeticOperator } from '../../base/arithmetic-operators.ts';
import { operate, operateOn, truthOf } from './operators.ts';
import { globalLinearId, groupLinearId, localLinearId } from './work-item.ts';

/** A call's result by `#pragma tuner value f = ...`; undefined without one. */
export function givenValue(
  context: Context,
  name: string,
  declaration: FunctionDeclaration | undefined,
  args: readonly RValue[],
  span: Span,
): Value | undefined {
  const pragma = context.facts.values.get(name);
  if (pragma === undefined) return undefined;
  return valueOf(context, pragma.value.expr, span, (wanted) => {
    const place = declaration?.parameters.findIndex((each) => each.name === wanted) ?? -1;
    return args[place]?.lanes[0];
  });
}

/** An expression of a pragma as a value. */
function valueOf(
  context: Context,
  expr: Expr,
  span: Span,
  find: (name: string) => Value | undefined,
): Value {
  const of = (part: Expr): RValue => ofScalar(valueOf(context, part, span, find));
  const only = ({ lanes }: RValue): Value => lanes[0] ?? constant('long', 0);
  switch (expr.kind) {
    case 'number':
      return constant('long', expr.value);
    case 'name': {
      const found = find(expr.name) ?? ofItem(context, expr.name);
      if (found !== undefined) return found;
      const place = context.lookUp(expr.name);
      const [lane] = place?.kind === 'value' ? place.lanes : [];
      if (lane !== undefined) return lane;
      const [register] = place?.kind === 'registers' ? place.registers : [];
      const type = register === undefined ? undefined : context.emitter.registers[register]?.type;
      if (register !== undefined && type !== undefined) return { kind: 'register', type, register };
      return context.refuse(
        span,
        `${expr.name}, which a value pragma mentions, is not known here.`,
      );
    }
    case 'unary':
      if (expr.operator !== 'log2')
        return only(operateOn(context, expr.operator, of(expr.operand), span));
      break;
    case 'conditional':
      return select(
        truthOf(context, of(expr.condition), span),
        convert('long', only(of(expr.then))),
        convert('long', only(of(expr.otherwise))),
      );
    case 'binary': {
      const { operator } = expr;
      const [left, right] = [of(expr.left), of(expr.right)];
      if (isArithmeticOperator(operator))
        return only(operate(context, operator, left, right, span));
      const [a, b] = [convert('long', only(left)), convert('long', only(right))];
      if (operator === 'min') return select(binary('<', b, a), b, a);
      if (operator === 'max') return select(binary('<', a, b), b, a);
      if (operator === '&&' || operator === '||') {
        const [x, y] = [truthOf(context, left, span), truthOf(context, right, span)];
        return binary(operator === '&&' ? '&' : '|', x, y);
      }
    }
  }
  return context.refuse(span, `${expr.operator} in a value pragma is not understood here.`);
}

/** `lid`, `gid` and `group`. */
function ofItem({ range }: Context, name: string): Value | undefined {
  if (name === 'lid') return localLinearId(range);
  if (name === 'gid') return globalLinearId(range);
  return name === 'group' ? groupLinearId(range) : undefined;
}
