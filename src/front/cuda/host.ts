import type { Node as TreeNode } from 'web-tree-sitter';
import { binary, conditional } from '../algebra.ts';
import { type Expr, name as named, num } from '../expr.ts';
import { bigIntegerOf } from '../lexer.ts';
import { named as children } from '../parsed.ts';
import { functionDeclaratorOf } from './names.ts';

/** What the host's text computes before a launch, as far as its constants tell. */

/** Where a host's name is looked up: a function, with what its caller gives it. */
export interface Frame {
  readonly function: TreeNode | undefined;
  readonly given: ReadonlyMap<string, { readonly node: TreeNode; readonly frame: Frame }>;
  /** The place that is looked from. */
  readonly at?: TreeNode;
}

const NOTHING: Frame['given'] = new Map();

/** Calls, declarations and returns are followed this far. */
const DEEPEST = 12;

const BYTES: Readonly<Record<string, number>> = {
  bool: 1,
  char: 1,
  short: 2,
  int: 4,
  unsigned: 4,
  'unsigned int': 4,
  float: 4,
  double: 8,
  long: 8,
  'long long': 8,
  'unsigned long long': 8,
  size_t: 8,
  half: 2,
  __half: 2,
  float2: 8,
  float4: 16,
  int2: 8,
  int4: 16,
  uint: 4,
  'unsigned char': 1,
  uint8_t: 1,
  int32_t: 4,
  uint32_t: 4,
  int64_t: 8,
};

export class Host {
  readonly #root: TreeNode;
  /** Tuning parameters and platform constants, which stay names. */
  readonly #known: ReadonlySet<string>;
  readonly #functions = new Map<string, TreeNode>();
  #depth = 0;

  constructor(root: TreeNode, known: ReadonlySet<string>) {
    this.#root = root;
    this.#known = known;
    for (const node of root.descendantsOfType('function_definition')) {
      const declarator = functionDeclaratorOf(node?.childForFieldName('declarator') ?? null);
      const callee = declarator?.childForFieldName('declarator')?.text;
      if (node && callee !== undefined) this.#functions.set(callee, node);
    }
  }

  /** A number, as the pragmas write it. */
  number(node: TreeNode, frame: Frame): string | undefined {
    const whole = this.value(node, frame);
    if (whole?.kind === 'number') return String(whole.value);
    const given =
      node.type === 'identifier'
        ? (frame.given.get(node.text) ?? this.declared(node.text, frame))
        : undefined;
    if (given !== undefined && given.node.type !== 'identifier')
      return this.number(given.node, given.frame);
    const real = Number(node.text.replace(/[fFlL]$/, ''));
    return /^[-.\d]/.test(node.text) && Number.isFinite(real) ? decimal(real) : undefined;
  }

  frameAt(node: TreeNode): Frame {
    let at: TreeNode | null = node.parent;
    while (at !== null && at.type !== 'function_definition') at = at.parent;
    return { function: at ?? undefined, given: NOTHING, at: node };
  }

  /** A whole number; undefined where the text does not tell. */
  value(node: TreeNode | null | undefined, frame: Frame): Expr | undefined {
    if (!node || this.#depth > DEEPEST) return undefined;
    this.#depth += 1;
    try {
      return this.#valueAt(node, frame);
    } finally {
      this.#depth -= 1;
    }
  }

  #valueAt(node: TreeNode, frame: Frame): Expr | undefined {
    const field = (each: string): TreeNode | null => node.childForFieldName(each);
    switch (node.type) {
      case 'number_literal': {
        const whole = bigIntegerOf(node.text.replaceAll("'", '')) ?? undefined;
        if (whole !== undefined) return num(Number(whole));
        const real = Number(node.text.replace(/[fFlL]$/, ''));
        return Number.isSafeInteger(real) ? num(real) : undefined;
      }
      case 'identifier':
      case 'type_identifier':
        return this.#variable(node.text, frame);
      case 'qualified_identifier':
        return this.value(field('name'), frame);
      case 'parameter_declaration':
      case 'parenthesized_expression':
        return this.value(children(node)[0], frame);
      case 'cast_expression':
        return this.value(field('value'), frame);
      case 'unary_expression': {
        const operand = this.value(field('argument'), frame);
        return operand && field('operator')?.text === '-'
          ? binary('-', num(0), operand)
          : undefined;
      }
      case 'binary_expression':
        return this.#binary(node, frame);
      case 'conditional_expression': {
        const [asked, then, otherwise] = ['condition', 'consequence', 'alternative'].map((each) =>
          this.value(field(each), frame),
        );
        return asked && then && otherwise && conditional(asked, then, otherwise);
      }
      case 'sizeof_expression':
        return this.#bytes(node);
      case 'field_expression': {
        const sizes = this.sizes(field('argument'), frame);
        return sizes?.['xyz'.indexOf(field('field')?.text ?? '')] ?? (sizes && num(1));
      }
      case 'call_expression':
        return this.#call(node, frame);
      case 'initializer_list':
      case 'argument_list': {
        const inside = children(node);
        return inside.length === 1 ? this.value(inside[0], frame) : undefined;
      }
      default:
        return undefined;
    }
  }

  #binary(node: TreeNode, frame: Frame): Expr | undefined {
    const left = this.value(node.childForFieldName('left'), frame);
    const right = this.value(node.childForFieldName('right'), frame);
    const operator = node.childForFieldName('operator')?.text;
    if (left === undefined || right === undefined) return undefined;
    switch (operator) {
      case '<<':
        return right.kind === 'number' ? binary('*', left, num(2 ** right.value)) : undefined;
      case '>>':
        return right.kind === 'number' ? binary('/', left, num(2 ** right.value)) : undefined;
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
      case '<':
      case '>':
      case '<=':
      case '>=':
      case '==':
      case '!=':
        return binary(operator, left, right);
      default:
        return undefined;
    }
  }

  #bytes(node: TreeNode): Expr | undefined {
    const type = node.childForFieldName('type') ?? children(node)[0];
    const text =
      type?.text
        .replace(/^\((.*)\)$/s, '$1')
        .replace(/\bconst\b/, '')
        .trim() ?? '';
    const bytes = text.includes('*') ? 8 : Object.hasOwn(BYTES, text) ? BYTES[text] : undefined;
    return bytes === undefined ? undefined : num(bytes);
  }

  /** `ceil(n / 256.0)`, `min(a, b)`, or a function of the text that returns an expression. */
  #call(node: TreeNode, frame: Frame): Expr | undefined {
    const callee = node.childForFieldName('function');
    const name = callee?.text.replace(/^.*::/, '').replace(/<.*$/, '') ?? '';
    const args = children(node.childForFieldName('arguments'));
    const [first, second] = args;
    if (/^ceilf?$/.test(name) && first) {
      const division = withoutBrackets(first);
      const [left, right] = ['left', 'right'].map((each) =>
        this.value(division.childForFieldName(each), frame),
      );
      if (division.childForFieldName('operator')?.text !== '/' || !left || !right) return undefined;
      return binary('/', binary('-', binary('+', left, right), num(1)), right);
    }
    if ((name === 'min' || name === 'max') && first && second) {
      const [left, right] = [this.value(first, frame), this.value(second, frame)];
      return left && right && binary(name, left, right);
    }
    if (name.endsWith('_cast')) return this.value(first, frame);
    const called = this.#functions.get(name);
    const returned = called?.childForFieldName('body')?.descendantsOfType('return_statement') ?? [];
    const [only] = returned;
    if (called === undefined || !only || returned.length !== 1) return undefined;
    return this.value(children(only)[0], this.called(called, args, frame));
  }

  /** A function with the arguments of a call. */
  called(definition: TreeNode, args: readonly TreeNode[], frame: Frame): Frame {
    const names = parametersOf(definition);
    const given = names.flatMap((name, i) => {
      const node = args[i];
      return node ? [[name, { node, frame }] as const] : [];
    });
    return { function: definition, given: new Map(given) };
  }

  #variable(name: string, frame: Frame): Expr | undefined {
    const given = frame.given.get(name) ?? this.#asked(name, frame) ?? this.declared(name, frame);
    if (given !== undefined) return this.value(given.node, given.frame);
    return this.#known.has(name) ? named(name) : undefined;
  }

  /** The value that a `switch` around the place takes a variable for. */
  #asked(name: string, { at, ...frame }: Frame): { node: TreeNode; frame: Frame } | undefined {
    for (let inner = at; inner; inner = inner.parent ?? undefined) {
      const test = inner.parent?.type === 'if_statement' ? conditionOf(inner) : undefined;
      if (test?.left.text === name) return { node: test.right, frame };
      if (inner.type !== 'case_statement') continue;
      const value = inner.childForFieldName('value');
      const asked = inner.parent?.parent?.childForFieldName('condition');
      if (value && asked?.text.replace(/[()\s]/g, '') === name) return { node: value, frame };
    }
    return undefined;
  }

  /** The one value that a variable gets, where it gets one only; an argument's is its caller's. */
  declared(name: string, frame: Frame): { node: TreeNode; frame: Frame } | undefined {
    const inside = frame.function;
    const own = inside && valuesOf(inside, name);
    if (own !== undefined && own.length > 0)
      return own.length === 1 && own[0] ? { node: own[0], frame } : undefined;
    if (inside && parametersOf(inside).includes(name)) {
      const caller = this.#onlyCall(inside);
      if (caller === undefined) return undefined;
      const args = children(caller.childForFieldName('arguments'));
      const node = args[parametersOf(inside).indexOf(name)];
      return node && { node, frame: this.frameAt(caller) };
    }
    const global = globalsIn(this.#root).flatMap((node) => valuesOf(node, name));
    const [only, another] = global;
    return only && another === undefined
      ? { node: only, frame: { function: undefined, given: NOTHING } }
      : undefined;
  }

  #onlyCall(definition: TreeNode): TreeNode | undefined {
    const name = functionDeclaratorOf(
      definition.childForFieldName('declarator'),
    )?.childForFieldName('declarator')?.text;
    const calls = this.#root
      .descendantsOfType('call_expression')
      .filter((call) => call?.childForFieldName('function')?.text === name);
    return calls.length === 1 ? (calls[0] ?? undefined) : undefined;
  }

  /** A `dim3`, or a number that stands for one; what the text does not tell is undefined. */
  sizes(
    node: TreeNode | null | undefined,
    frame: Frame,
  ): readonly (Expr | undefined)[] | undefined {
    if (!node) return undefined;
    const all = (list: readonly TreeNode[]): readonly (Expr | undefined)[] | undefined =>
      list.length === 0 ? undefined : list.map((each) => this.value(each, frame));
    if (node.type === 'call_expression' && node.childForFieldName('function')?.text === 'dim3')
      return all(children(node.childForFieldName('arguments')));
    if (node.type === 'compound_literal_expression')
      return all(children(node.childForFieldName('value')));
    if (
      node.type === 'initializer_list' ||
      node.type === 'argument_list' ||
      node.type === 'parameter_list'
    )
      return all(children(node));
    if (node.type === 'identifier') {
      const set = this.#members(node.text, frame);
      if (set !== undefined) return set;
      const given = frame.given.get(node.text) ?? this.declared(node.text, frame);
      if (given !== undefined && !/literal|binary/.test(given.node.type))
        return this.sizes(given.node, given.frame);
    }
    const value = this.value(node, frame);
    return value && [value];
  }

  /** `grid.x = n; grid.y = m;` */
  #members(name: string, frame: Frame): readonly (Expr | undefined)[] | undefined {
    const inside = frame.function;
    if (inside === undefined) return undefined;
    const values = ['x', 'y', 'z'].map((member) => valuesOf(inside, `${name}.${member}`));
    if (values.every((each) => each.length === 0)) return undefined;
    const last = values.findLastIndex((each) => each.length > 0);
    return values.slice(0, last + 1).map(([only, another]) => {
      if (only === undefined) return num(1);
      return another === undefined ? this.value(only, frame) : undefined;
    });
  }

  /** A variable, and those that callers pass for it, from the inside out. */
  *origins(node: TreeNode, frame: Frame): Generator<{ name: string; frame: Frame }> {
    const name = node.text.replace(/\W/g, '');
    yield { name, frame };
    const inside = frame.function;
    const place = inside ? parametersOf(inside).indexOf(name) : -1;
    const caller = inside && place >= 0 ? this.#onlyCall(inside) : undefined;
    const arg = caller && children(caller.childForFieldName('arguments'))[place];
    if (caller && arg) yield* this.origins(arg, this.frameAt(caller));
  }

  /** The expressions that fill an array with a loop, in the order of its function's arguments. */
  contents(name: string, frame: Frame, depth = 0): { text: string } | undefined {
    const body = frame.function?.childForFieldName('body');
    if (!body || depth > 3) return undefined;
    const found: string[] = [];
    for (const loop of body.descendantsOfType('for_statement')) {
      const index = loop
        ?.childForFieldName('initializer')
        ?.descendantsOfType('init_declarator')[0]
        ?.childForFieldName('declarator')?.text;
      for (const set of loop?.descendantsOfType('assignment_expression') ?? []) {
        const target = set?.childForFieldName('left');
        if (target?.childForFieldName('argument')?.text !== name || index === undefined) continue;
        const at = children(target.childForFieldName('indices'))[0]?.text;
        const value = set?.childForFieldName('right');
        const text = at === index && value ? this.#text(value, index, frame) : undefined;
        found.push(text ?? '');
      }
    }
    for (const call of body.descendantsOfType('call_expression')) {
      const args = children(call?.childForFieldName('arguments') ?? null);
      const place = args.findIndex((arg) => arg.text === name);
      const called = this.#functions.get(call?.childForFieldName('function')?.text ?? '');
      const parameter = called && parametersOf(called)[place];
      if (called === undefined || parameter === undefined || place < 0) continue;
      const inner = this.contents(parameter, this.called(called, args, frame), depth + 1);
      if (inner !== undefined) found.push(inner.text);
    }
    const [only = ''] = found;
    return found.length === 1 && only !== '' ? { text: only } : undefined;
  }

  /** An expression of the index, in the pragmas' language. */
  #text(node: TreeNode, index: string, frame: Frame): string | undefined {
    const part = (field: string): string | undefined => {
      const inner = node.childForFieldName(field);
      return inner ? this.#text(inner, index, frame) : undefined;
    };
    switch (node.type) {
      case 'number_literal':
        return node.text.replace(/[fFuUlL]+$/, '');
      case 'parenthesized_expression': {
        const [inner] = children(node);
        const text = inner && this.#text(inner, index, frame);
        return text === undefined ? undefined : `(${text})`;
      }
      case 'identifier': {
        if (node.text === index) return 'i';
        const value = this.value(node, frame);
        return value?.kind === 'number' ? String(value.value) : undefined;
      }
      case 'binary_expression': {
        const operator = node.childForFieldName('operator')?.text ?? '';
        const [left, right] = [part('left'), part('right')];
        const isPlain = /^([-+*%]|[<>=!]=|[<>])$/.test(operator);
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
}

/** Without an exponent, which pragmas do not know. */
const decimal = (value: number): string =>
  value
    .toFixed(20)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '.0');

/** Declarations outside of functions, also in namespaces. */
const globalsIn = (node: TreeNode): readonly TreeNode[] =>
  children(node).flatMap((child) => {
    if (child.type === 'declaration') return [child];
    const isOpen = /^(namespace_definition|linkage_specification|declaration_list)$/.test(
      child.type,
    );
    return isOpen ? globalsIn(child) : [];
  });

/** `if (x == 3)` around what happens then. */
function conditionOf(then: TreeNode): { left: TreeNode; right: TreeNode } | undefined {
  const outer = then.parent;
  if (outer?.childForFieldName('consequence')?.id !== then.id) return undefined;
  const [equal, another] =
    outer.childForFieldName('condition')?.descendantsOfType('binary_expression') ?? [];
  const left = equal?.childForFieldName('left');
  const right = equal?.childForFieldName('right');
  const isPlain = !another && equal?.childForFieldName('operator')?.text === '==';
  return isPlain && left && right ? { left, right } : undefined;
}

function withoutBrackets(node: TreeNode): TreeNode {
  const [inner] = children(node);
  if (node.type === 'cast_expression') {
    const value = node.childForFieldName('value');
    return value ? withoutBrackets(value) : node;
  }
  return node.type === 'parenthesized_expression' && inner ? withoutBrackets(inner) : node;
}

const parametersOf = (definition: TreeNode): readonly string[] =>
  children(
    functionDeclaratorOf(definition.childForFieldName('declarator'))?.childForFieldName(
      'parameters',
    ) ?? null,
  ).map((each) => each.descendantsOfType('identifier').at(-1)?.text ?? '');

/** The values that a variable is given in a part of the text. */
function valuesOf(inside: TreeNode, name: string): TreeNode[] {
  const found: TreeNode[] = [];
  for (const node of inside.descendantsOfType([
    'init_declarator',
    'assignment_expression',
    'update_expression',
  ])) {
    if (node === null) continue;
    const target =
      node.childForFieldName('declarator') ??
      node.childForFieldName('left') ??
      node.childForFieldName('argument');
    if (target?.text !== name) continue;
    const value = node.childForFieldName('value') ?? node.childForFieldName('right') ?? node;
    // The program is run without arguments.
    if (!/\bargv\b/.test(value.text)) found.push(value);
  }
  // `dim3 grid(n);` reads as a function's declaration.
  for (const node of inside.descendantsOfType('function_declarator')) {
    if (node?.childForFieldName('declarator')?.text !== name) continue;
    const list = node.childForFieldName('parameters');
    if (list && node.parent?.childForFieldName('type')?.text === 'dim3') found.push(list);
  }
  return found;
}
