import { FORM } from './arithmetic.ts';
import { Grammar } from './grammar.ts';
import { computed, faultOf, type InfixOperator, type PrefixOperator, UNARY } from './operators.ts';

/** Computes an expression while it reads its tokens. */
export abstract class Calculator<T extends { readonly text: string }> extends Grammar<number, T> {
  protected unary(operator: PrefixOperator, operand: number): number {
    return UNARY[operator].near(operand, FORM.wide);
  }

  protected infix(operator: InfixOperator, left: number, right: number): number {
    if (faultOf(operator, right) !== undefined) throw this.wrong('division by zero');
    return computed(operator, left, right);
  }

  protected conditional(condition: number, then: number, otherwise: number): number {
    return condition === 0 ? otherwise : then;
  }
}
