import type { TreeNode } from '../tree-node.ts';
import type { Expr } from '../expr.ts';
import { named as children } from '../parsed.ts';
import type { Frame } from './host-names.ts';
import { declarationOf } from './host-text.ts';

/** Fractions of the host's text, as it computes them. */

interface Evaluates {
  readonly root: TreeNode;
  value(node: TreeNode, frame: Frame): Expr | undefined;
}

/** A number, by its type. */
interface Real {
  readonly value: number;
  readonly type: 'whole' | 'single' | 'double';
}

const typeOf = (text: string): Real['type'] | undefined => {
  const type = text.replaceAll(/\b(?:const|static|constexpr)\b/g, '').trim();
  return type === 'float' ? 'single' : type === 'double' ? 'double' : undefined;
};

const ofLiteral = (text: string): Real['type'] => {
  if (/^0[xX]/.test(text) || !/[.eE]|[fF]$/.test(text)) return 'whole';
  return /[fF]$/.test(text) ? 'single' : 'double';
};

/** The type that an expression is cast to: `(float)n`, `float(n)`, `static_cast<float>(n)`. */
function castOf(node: TreeNode): Real['type'] | undefined {
  if (node.type === 'cast_expression') return typeOf(node.childForFieldName('type')?.text ?? '');
  const callee = node.childForFieldName('function')?.text ?? '';
  return typeOf(/^static_cast\s*<\s*(\w+)\s*>$/.exec(callee)?.[1] ?? callee);
}

const operandOf = (node: TreeNode): TreeNode | undefined =>
  node.childForFieldName('value') ?? children(node.childForFieldName('arguments'))[0];

const sidesOf = (node: TreeNode): readonly TreeNode[] =>
  ['left', 'right'].flatMap((side) => node.childForFieldName(side) ?? []);

/** It is computed in floating point. */
export function isFraction(host: Pick<Evaluates, 'root'>, node: TreeNode, frame: Frame): boolean {
  switch (node.type) {
    case 'number_literal':
      return ofLiteral(node.text) !== 'whole';
    case 'identifier':
      return typeOf(declarationOf(node.text, frame.function, host.root)?.type ?? '') !== undefined;
    case 'cast_expression':
    case 'call_expression':
      return castOf(node) !== undefined;
    case 'unary_expression':
    case 'parenthesized_expression':
      return children(node).some((each) => isFraction(host, each, frame));
    case 'binary_expression':
      return (
        /^[-+*/]$/.test(node.childForFieldName('operator')?.text ?? '') &&
        sidesOf(node).some((each) => isFraction(host, each, frame))
      );
    default:
      return false;
  }
}

/** A quotient is rounded down to a whole number: `(int)(n / 256.0)`. */
export function isTruncated(node: TreeNode): boolean {
  let at = node.parent;
  while (at?.type === 'parenthesized_expression') at = at.parent;
  return at?.type === 'cast_expression' && castOf(at) === undefined;
}

/** A number of literals, casts and what the text tells; undefined where one is not told. */
export function realOf(host: Evaluates, node: TreeNode, frame: Frame): Real | undefined {
  if (!isFraction(host, node, frame)) {
    const whole = host.value(node, frame);
    return whole?.kind === 'number' ? { value: whole.value, type: 'whole' } : undefined;
  }
  switch (node.type) {
    case 'number_literal': {
      const type = ofLiteral(node.text);
      return rounded(Number(node.text.replace(/[fFlL]$/, '')), type);
    }
    case 'identifier': {
      const type = typeOf(declarationOf(node.text, frame.function, host.root)?.type ?? '');
      const value = host.value(node, frame);
      return value?.kind === 'number' && type ? { value: value.value, type } : undefined;
    }
    case 'cast_expression':
    case 'call_expression': {
      const operand = operandOf(node);
      const inner = operand && realOf(host, operand, frame);
      return inner && rounded(inner.value, castOf(node) ?? inner.type);
    }
    case 'unary_expression': {
      const inner = children(node).map((each) => realOf(host, each, frame))[0];
      const sign = node.childForFieldName('operator')?.text;
      return inner && /^[-+]$/.test(sign ?? '')
        ? { ...inner, value: sign === '-' ? -inner.value : inner.value }
        : undefined;
    }
    case 'parenthesized_expression': {
      const [inner] = children(node);
      return inner && realOf(host, inner, frame);
    }
    default: {
      const [left, right] = sidesOf(node).map((each) => realOf(host, each, frame));
      if (!left || !right) return undefined;
      const value = computed(node.childForFieldName('operator')?.text, left.value, right.value);
      const types = [left.type, right.type];
      const type = types.includes('double') ? 'double' : 'single';
      return value === undefined ? undefined : rounded(value, type);
    }
  }
}

const rounded = (value: number, type: Real['type']): Real => ({
  value: type === 'single' ? Math.fround(value) : value,
  type,
});

function computed(operator: string | undefined, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return undefined;
  }
}
