import type { Expr } from '../../front/expr.ts';
import type { BinaryOperator, UnaryOperator } from '../../base/operators.ts';

/** The model's expressions: the kernel's, and Promela's own. */
export type Expression =
  | Extract<Expr, { kind: 'number' | 'name' }>
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Exclude<BinaryOperator, 'min' | 'max'>;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  /** Another process's variable: `pex[i]:wake`. */
  | {
      readonly kind: 'remote';
      readonly process: string;
      readonly pid: Expression;
      readonly name: string;
    }
  /** An element of an array of the model: `free_at[u]`. */
  | { readonly kind: 'element'; readonly array: string; readonly index: Expression }
  /** An expression that is written in parentheses wherever it stands. */
  | { readonly kind: 'parentheses'; readonly inner: Expression };
