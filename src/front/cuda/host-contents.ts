import type { TreeNode } from '../tree-node.ts';
import { binary } from '../algebra.ts';
import { type Expr, num } from '../expr.ts';
import { named as children } from '../parsed.ts';
import { builtInType } from '../types.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import {
  contains,
  decimal,
  declarationOf,
  parametersOf,
  realLiteral,
  wholeLiteral,
} from './host-text.ts';
import { isConditional, loopsAround } from './host-loops.ts';
import { writersOf } from './host-writers.ts';
import { chosen, MOST_VALUES } from './listed-contents.ts';
import { heldBy } from './pointer-moves.ts';
import { typeOfCuda } from './words.ts';

/** Contents that a loop of the host gives an array. */
export interface Filled {
  /** An expression of `i`, in the pragmas' language. */
  readonly text: string;
  /** Elements from the first on; undefined where the text does not tell. */
  readonly rounds: Expr | undefined;
  readonly by: TreeNode;
}

interface About {
  /** The node that reads the array. */
  readonly until: TreeNode;
  readonly depth?: number;
}

/** The expression that fills an array with a loop, in the order of its function's arguments; undefined where anything
 * else may be in it. */
export function contentsFrom(
  host: Host,
  name: string,
  frame: Frame,
  { until, depth = 0 }: About,
): Filled | undefined {
  const body = frame.function?.childForFieldName('body');
  if (!body || depth > 3) return undefined;
  const found: (Filled | undefined)[] = [];
  for (const loop of body.descendantsOfType('for_statement')) {
    const index = loop
      ?.childForFieldName('initializer')
      ?.descendantsOfType('init_declarator')[0]
      ?.childForFieldName('declarator')?.text;
    for (const set of loop.descendantsOfType('assignment_expression') ?? []) {
      const target = set.childForFieldName('left');
      if (target?.childForFieldName('argument')?.text !== name || index === undefined) continue;
      const at = children(target.childForFieldName('indices'))[0]?.text;
      const value = set.childForFieldName('right');
      const isEach = set && loop && isInEachRound(set, loop) && !isMovedIn(loop, index);
      const text =
        at === index && value && isEach && loop
          ? (textOf(host, value, index, frame) ?? listed(host, { value, index, name, loop }, frame))
          : undefined;
      found.push(
        loop && text ? { text, rounds: roundsOf(host, loop, frame), by: loop } : undefined,
      );
    }
  }
  const fills: TreeNode[] = [];
  for (const call of body.descendantsOfType('call_expression')) {
    const args = children(call.childForFieldName('arguments') ?? null);
    const place = args.findIndex((arg) => arg.text === name);
    const called = host.definition(call.childForFieldName('function')?.text ?? '');
    const parameter = called && parametersOf(called)[place];
    const end = called?.childForFieldName('body')?.children.at(-1);
    if (!call || !called || parameter === undefined || place < 0 || !end) continue;
    const inside = host.called(called, args, frame);
    const inner = contentsFrom(host, parameter, inside, { until: end, depth: depth + 1 });
    if (inner === undefined) continue;
    found.push({ ...inner, by: call });
    fills.push(call);
  }
  const [only] = found;
  if (found.length !== 1 || only === undefined || isConditional(only.by, until)) return undefined;
  const others = writersOf(host, name, frame, { areCopies: true }).filter(
    (each) => !fills.some((call) => contains(call, each)),
  );
  return isBetween(others, undefined, until, { host, frame }) ? undefined : only;
}

/** The values of all rounds, where no expression says them. */
function listed(
  host: Host,
  about: { readonly value: TreeNode; readonly loop: TreeNode } & Record<'index' | 'name', string>,
  frame: Frame,
): string | undefined {
  const { value, index, name, loop } = about;
  const rounds = roundsOf(host, loop, frame);
  const element = declarationOf(name, frame.function, host.root)?.type ?? '';
  const type = typeOfCuda(element) ?? builtInType(element);
  const count = rounds?.kind === 'number' ? rounds.value : 0;
  if (type?.kind !== 'scalar' || count < 1 || count > MOST_VALUES) return undefined;
  // Whole numbers in it may be cut to their bits.
  const isLarge = value
    .descendantsOfType('number_literal')
    .some((each) => (wholeLiteral(each.text) ?? 0n) > 65_535n);
  if (isLarge || !host.isFraction(value, frame)) return undefined;
  const values: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const inRound = { ...frame, rounds: new Map([...(frame.rounds ?? []), [index, i]]) };
    const text = host.number(value, inRound, type.scalar);
    if (text === undefined) return undefined;
    values.push(text);
  }
  return chosen(values, 0, count);
}

/** No condition decides about it. */
const isInEachRound = (set: TreeNode, loop: TreeNode): boolean => {
  const statement = set.parent;
  const at = statement?.parent?.type === 'compound_statement' ? statement.parent : statement;
  return statement?.type === 'expression_statement' && at?.parent?.id === loop.id;
};

/** A loop's body moves its variable on. */
const isMovedIn = (loop: TreeNode, index: string): boolean =>
  (
    loop
      .childForFieldName('body')
      ?.descendantsOfType(['update_expression', 'assignment_expression']) ?? []
  ).some(
    (each) =>
      (each.childForFieldName('left') ?? each.childForFieldName('argument'))?.text === index,
  );

/** Rounds of `for (i = 0; i < n; i++)`. */
function roundsOf(host: Host, loop: TreeNode, frame: Frame): Expr | undefined {
  const [made] = loop.childForFieldName('initializer')?.descendantsOfType('init_declarator') ?? [];
  const first = made?.childForFieldName('value')?.text ?? '';
  const name = made?.childForFieldName('declarator')?.text;
  const asked = loop.childForFieldName('condition');
  const [left, operator] = ['left', 'operator'].map((each) => asked?.childForFieldName(each)?.text);
  const update = loop.childForFieldName('update')?.text.replaceAll(/\s/g, '') ?? '';
  const isPlain =
    /^0[uUlL]*$/.test(first) &&
    left === name &&
    /^(?:<=?|!=)$/.test(operator ?? '') &&
    [`${name}++`, `++${name}`, `${name}+=1`].includes(update) &&
    loop.descendantsOfType(['break_statement', 'continue_statement']).length === 0;
  const end = isPlain ? host.value(asked?.childForFieldName('right'), frame) : undefined;
  return end && operator === '<=' ? binary('+', end, num(1)) : end;
}

/** Some of these are done after one place and before another, or in a loop around the second alone. */
function isBetween(
  writers: readonly TreeNode[],
  from: TreeNode | undefined,
  to: TreeNode,
  { host, frame }: { readonly host: Host; readonly frame: Frame },
): boolean {
  const inside = frame.function;
  const after = from?.startIndex ?? -1;
  const isOwn = (each: TreeNode): boolean => inside === undefined || contains(inside, each);
  if (writers.some((each) => !isOwn(each))) return true;
  const isSite = (each: TreeNode): boolean => contains(each, to) || contains(to, each);
  if (writers.some((each) => !isSite(each) && isInLambda(each, to))) return true;
  if (
    writers.some(
      (each) => !isSite(each) && each.startIndex > after && each.startIndex < to.startIndex,
    )
  )
    return true;
  const outer = new Set(from ? loopsAround(from, inside).map(({ id }) => id) : []);
  return loopsAround(to, inside).some(
    (loop) =>
      !outer.has(loop.id) &&
      writers.some((each) => contains(loop, each)) &&
      !isFirstTold(host, loop, frame),
  );
}

/** Lambdas are called elsewhere. */
function isInLambda(node: TreeNode, to: TreeNode): boolean {
  for (let at = node.parent; at && at.type !== 'function_definition'; at = at.parent)
    if (at.type === 'lambda_expression' && !contains(at, to)) return true;
  return false;
}

/** An array where it is passed on. */
export interface PassedArray {
  readonly array: string;
  readonly frame: Frame;
  readonly site: TreeNode;
}

/** It may have been written, or its pointer set to another, between what fills it and where it is passed on. */
export const isWrittenSince = (
  host: Host,
  { array, frame, site }: PassedArray,
  by: TreeNode | undefined,
): boolean =>
  isBetween(
    [
      ...writersOf(host, array, frame, { areCopies: false }),
      ...heldBy(host.root, array, frame).moves,
    ],
    by,
    site,
    { host, frame },
  );

/** Said with the verdict: the first value of its variable, or that it is the first round. */
function isFirstTold(host: Host, loop: TreeNode, frame: Frame): boolean {
  const [made] = loop.childForFieldName('initializer')?.descendantsOfType('init_declarator') ?? [];
  const name = made?.childForFieldName('declarator');
  return (name && host.value(name, frame) !== undefined) || host.isFirstRound();
}

/** An expression of the index, in the pragmas' language. */
function textOf(host: Host, node: TreeNode, index: string, frame: Frame): string | undefined {
  const part = (field: string): string | undefined => {
    const inner = node.childForFieldName(field);
    return inner ? textOf(host, inner, index, frame) : undefined;
  };
  switch (node.type) {
    case 'number_literal': {
      const real = realLiteral(node.text);
      return real === undefined ? wholeLiteral(node.text)?.toString() : decimal(real);
    }
    case 'parenthesized_expression': {
      const [inner] = children(node);
      const text = inner && textOf(host, inner, index, frame);
      return text === undefined ? undefined : `(${text})`;
    }
    case 'identifier': {
      if (node.text === index) return 'i';
      const value = host.value(node, frame);
      return value?.kind === 'number' ? String(value.value) : undefined;
    }
    case 'binary_expression': {
      const operator = node.childForFieldName('operator')?.text ?? '';
      const [left, right] = [part('left'), part('right')];
      // Whole numbers are divided as in C; real ones have no such division in a pragma.
      const isPlain =
        operator === '/'
          ? host.kindOf(node, frame) === 'whole'
          : /^([-+*%&|^]|[<>=!]=|[<>]|<<|>>)$/.test(operator);
      return isPlain && left !== undefined && right !== undefined
        ? `${left} ${operator} ${right}`
        : undefined;
    }
    case 'unary_expression': {
      const operand = part('argument');
      return operand !== undefined && node.childForFieldName('operator')?.text === '-'
        ? `-${operand}`
        : undefined;
    }
    case 'conditional_expression': {
      const [asked, then, otherwise] = ['condition', 'consequence', 'alternative'].map(part);
      return asked === undefined || then === undefined || otherwise === undefined
        ? undefined
        : `(${asked} ? ${then} : ${otherwise})`;
    }
    case 'cast_expression':
      return part('value');
    default:
      return undefined;
  }
}

/** The text takes it by a compare-exchange or an exchange, as a lock. */
export const isExchanged = (host: Host, member: string): boolean =>
  new RegExp(`\\batomic(?:CAS|Exch)\\w*\\s*\\(\\s*&?\\s*(?:\\w+(?:\\.|->))*${member}\\b`).test(
    host.root.text,
  );
