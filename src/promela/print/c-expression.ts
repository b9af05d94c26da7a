import { BINARY } from '../../base/operators.ts';
import type { Expression } from '../syntax/expression.ts';

export interface Variable {
  /** Its text in C, such as `now.WG`. */
  readonly c: string;
  /** `long`: 64 bits, unknown to Promela. `small`: sums and products of a few fit 32 bits. */
  readonly kind: 'long' | 'int' | 'small' | 'chan';
}

/** A variable, or with `of` another process's, whose number C computes. */
export type Scope = (
  name: string,
  of?: { readonly process: string; readonly pid: string },
) => Variable;

/** An expression in C. */
export interface Translated {
  readonly c: string;
  /** 32 bits might not do, or it divides: C computes it. */
  readonly long: boolean;
  readonly small: boolean;
  readonly open?: boolean;
}

/** Checked 64-bit arithmetic in C. SPIN claims a name right before a parenthesis. */
export function translate(expr: Expression, scope: Scope): Translated {
  const of = (part: Expression): Translated => translate(part, scope);
  switch (expr.kind) {
    case 'number':
      return atom({
        c: expr.value < 0 ? `t_sub (0, ${-expr.value})` : String(expr.value),
        kind: Math.abs(expr.value) < 2 ** 16 ? 'small' : 'int',
      });
    case 'name':
      return atom(scope(expr.name));
    case 'remote':
      return atom(scope(expr.name, { process: expr.process, pid: of(expr.pid).c }));
    case 'element': {
      const { c, kind } = scope(expr.array);
      return atom({ c: `${c}[${of(expr.index).c}]`, kind });
    }
    case 'parentheses':
      return of(expr.inner);
    case 'unary': {
      const operand = of(expr.operand);
      if (expr.operator === 'log2') return { c: `t_log (${operand.c})`, long: true, small: false };
      const c = expr.operator === '-' ? `t_sub (0, ${operand.c})` : expr.operator + nested(operand);
      return { ...operand, c, open: false };
    }
    case 'conditional': {
      const [asked, then, otherwise] = [of(expr.condition), of(expr.then), of(expr.otherwise)];
      return {
        c: `(${asked.c} ? ${then.c} : ${otherwise.c})`,
        long: asked.long || then.long || otherwise.long,
        small: then.small && otherwise.small,
      };
    }
    case 'binary': {
      const [left, right] = [of(expr.left), of(expr.right)];
      const { ticks: checked } = BINARY[expr.operator];
      const small = left.small && right.small;
      const long = left.long || right.long;
      if (checked !== null)
        return { c: `${checked} (${left.c}, ${right.c})`, long: long || !small, small };
      return { c: `${nested(left)} ${expr.operator} ${nested(right)}`, long, small, open: true };
    }
  }
}

const atom = ({ c, kind }: Variable): Translated => ({
  c,
  long: kind === 'long',
  small: kind === 'small',
});

const nested = ({ c, open }: Translated): string => (open ? `(${c})` : c);
