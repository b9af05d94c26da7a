import type { Expr } from '../../kernel/expr.ts';
import type { BinaryOperator, UnaryOperator } from '../../kernel/operators.ts';

/** An expression of the model: as kernels have them, and what only Promela knows. */
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
  /** A variable of another process, of the type `process` and the number `pid`: `pex[i]:wake`. */
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
