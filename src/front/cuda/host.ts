import type { Node as TreeNode } from 'web-tree-sitter';
import { binary, conditional } from '../algebra.ts';
import { type Expr, name as named, num, show } from '../expr.ts';
import { bigIntegerOf } from '../lexer.ts';
import { named as children } from '../parsed.ts';
import { Choice } from './choice.ts';
import { functionDeclaratorOf } from './names.ts';
import { shapeOf } from './tensors.ts';
import {
  bytesOfName,
  conditionOf,
  declarationOf,
  decimal,
  deviceText,
  firstRound,
  functionAround,
  globalsIn,
  isLarge,
  parametersOf,
  plainType,
  templateParametersOf,
  valuesOf,
  withoutBrackets,
} from './host-text.ts';

/** Evaluates the host's text before a launch; numbers that it leaves open may be chosen. */

/** Where a host's name is looked up: a function, with what its caller gives it. */
export interface Frame {
  readonly function: TreeNode | undefined;
  readonly given: ReadonlyMap<string, { readonly node: TreeNode; readonly frame: Frame }>;
  /** The place that is looked from. */
  readonly at?: TreeNode;
  /** Values of variables there, where the host was followed. */
  readonly rounds?: ReadonlyMap<string, number>;
}

const NOTHING: Frame['given'] = new Map();

/** An array's element type: its spellings under `sizeof`, and its bytes where they are known. */
export interface Element {
  readonly texts: ReadonlySet<string>;
  readonly bytes: number | undefined;
}

/** Calls that give a number which the text does not tell: of an argument, a tensor or a vector. */
const GIVES_NUMBER =
  /^(?:(?:std::)?(?:atoi|atol|stoi|stol|strtol|strtoul)|.*(?:\.|->)(?:numel|size|length|dim_size))$/;

/** Calls, declarations and returns are followed this far. */
const DEEPEST = 40;

/** Larger than what texts have, so that it is known again. */
const PROBE = 2 ** 40;

/** A chosen number's key. */
const keyOf = (text: string, frame: Frame | undefined): string =>
  `${frame?.function?.startIndex ?? ''} ${text}`;

export class Host {
  readonly #root: TreeNode;
  /** Tuning parameters and platform constants, which stay names. */
  readonly #known: ReadonlySet<string>;
  readonly #functions = new Map<string, TreeNode>();
  #depth = 0;
  #choice: Choice | undefined;
  /** Values of the host's names that are passed as stated arguments. */
  readonly #bound = new Map<string, Expr>();
  #rounds: Map<string, number> | undefined;
  #element: Element | undefined;
  #fixed: ReturnType<typeof deviceText> | undefined;

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
    if (whole !== undefined) return show(whole);
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
    return { function: functionAround(node), given: NOTHING, at: node };
  }

  /** Evaluates with a choice of what the text leaves open. */
  choosing<T>(choice: Choice | undefined, work: () => T): T {
    const before = this.#choice;
    this.#choice = choice;
    try {
      return work();
    } finally {
      this.#choice = before;
    }
  }

  /** An argument that somebody states tells the host's name that is passed as it. */
  bind(arg: TreeNode, frame: Frame, stated: Expr): void {
    const probe = new Choice((index) => PROBE + index);
    const value = this.choosing(probe, () => this.value(arg, frame));
    for (const [key, chosen] of probe.chosen)
      if (value?.kind === 'number' && value.value === chosen.value) this.#bound.set(key, stated);
  }

  /** Evaluates with the variables of loops around a launch as in their first rounds.
   * @returns what was made, and those variables with their values */
  inFirstRounds<T>(work: () => T): {
    readonly made: T;
    readonly rounds: ReadonlyMap<string, number>;
  } {
    const rounds = new Map<string, number>();
    this.#rounds = rounds;
    try {
      return { made: work(), rounds };
    } finally {
      this.#rounds = undefined;
    }
  }

  /** A size in bytes, as a number of elements. */
  elements(node: TreeNode, frame: Frame, element: Element): Expr | undefined {
    this.#element = element;
    try {
      const bytes = this.value(node, frame);
      return bytes && binary('/', bytes, num(element.bytes ?? 1));
    } finally {
      this.#element = undefined;
    }
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
        if (whole !== undefined) return this.#smaller(node.text, num(Number(whole)));
        const real = Number(node.text.replace(/[fFlL]$/, ''));
        return Number.isSafeInteger(real) ? num(real) : undefined;
      }
      case 'identifier':
      case 'type_identifier':
        return this.#variable(node.text, frame) ?? this.#open(node, frame);
      case 'qualified_identifier':
        return this.value(field('name'), frame);
      case 'parameter_declaration':
      case 'type_descriptor':
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
        const member = this.#member(node, frame);
        if (member !== undefined) return member;
        const place = ['x', 'y', 'z'].indexOf(field('field')?.text ?? '');
        const sizes = place < 0 ? undefined : this.sizes(field('argument'), frame);
        return sizes === undefined ? this.#open(node, frame) : (sizes[place] ?? num(1));
      }
      case 'call_expression':
        return this.#call(node, frame) ?? this.#open(node, frame);
      case 'initializer_list':
      case 'argument_list': {
        const inside = children(node);
        return inside.length === 1 ? this.value(inside[0], frame) : undefined;
      }
      default:
        return undefined;
    }
  }

  /** A dimension's size of a tensor: as the text makes it, as it is chosen elsewhere, or else as proposed. */
  tensorSize(node: TreeNode, dimension: number, frame: Frame, proposed?: number): Expr | undefined {
    if (this.#depth > DEEPEST) return undefined;
    this.#depth += 1;
    try {
      const own = node.type === 'identifier' ? this.declared(node.text, frame) : undefined;
      const made = own === undefined ? undefined : shapeOf(own.node);
      if (own === undefined || made === undefined) {
        const call = `${node.text}.size(${dimension})`;
        const value = this.#choice?.propose(keyOf(call, frame), call, proposed);
        return value === undefined ? undefined : num(value);
      }
      if ('like' in made) return this.tensorSize(made.like, dimension, own.frame, proposed);
      return this.value(made.sizes[dimension], own.frame);
    } finally {
      this.#depth -= 1;
    }
  }

  /** A number that is chosen for one too large to be run, unless kernels are made with it. */
  #smaller<T extends Expr | undefined>(text: string, told: T, frame?: Frame): T | Expr {
    const bound = this.#bound.get(keyOf(text, frame));
    if (bound !== undefined) return bound;
    if (this.#choice === undefined || told?.kind !== 'number' || !isLarge(told.value)) return told;
    const isShared = frame === undefined || frame.function === undefined;
    this.#fixed ??= deviceText(this.#root);
    if (
      new RegExp(`\\b${text.replaceAll('.', '\\.')}\\b`).test(
        isShared ? this.#fixed.all : this.#fixed.arguments,
      )
    )
      return told;
    const value = this.#choice.of(keyOf(text, frame), text, told.value);
    return value === undefined ? told : num(value);
  }

  /** A number that is chosen for what the text does not tell. */
  #open(node: TreeNode, frame: Frame): Expr | undefined {
    const { text } = node;
    const callee = node.childForFieldName('function')?.text ?? '';
    if (node.type === 'call_expression' && !GIVES_NUMBER.test(callee)) return undefined;
    if (this.#known.has(text) || this.#functions.has(text)) return undefined;
    // A loop's variable has its own values.
    if (frame.function && valuesOf(frame.function, text).length > 1) return undefined;
    const bound = this.#bound.get(keyOf(text, frame));
    if (bound !== undefined) return bound;
    const value = this.#choice?.of(keyOf(text, frame), text);
    return value === undefined ? undefined : num(value);
  }

  /** `grid.w` of `Grid grid{60, 44}`, by the order of the struct's members, or of `grid.w = 60`. */
  #member(node: TreeNode, frame: Frame): Expr | undefined {
    const owner = node.childForFieldName('argument');
    if (owner?.type !== 'identifier') return undefined;
    const field = node.childForFieldName('field')?.text ?? '';
    const list = this.#listOf(owner, frame);
    const type = list?.node.parent?.parent?.childForFieldName('type')?.text;
    const struct = this.#root
      .descendantsOfType('struct_specifier')
      .find((each) => each?.childForFieldName('name')?.text === type);
    const members = struct?.descendantsOfType('field_identifier').map((each) => each?.text) ?? [];
    return this.memberValue(owner, { name: field, place: members.indexOf(field) }, frame);
  }

  /** A struct's member that is set once: in its list, or by itself. */
  memberValue(
    owner: TreeNode,
    { name, place }: { readonly name: string; readonly place: number },
    frame: Frame,
  ): Expr | undefined {
    const path = `${owner.text}.${name}`;
    const list = this.#listOf(owner, frame);
    const isSet = frame.function !== undefined && valuesOf(frame.function, path).length > 0;
    if (list === undefined) return this.#setOnce(path, frame);
    return isSet ? undefined : this.value(children(list.node)[place], list.frame);
  }

  #listOf(owner: TreeNode, frame: Frame): { node: TreeNode; frame: Frame } | undefined {
    const given = owner.type === 'identifier' ? this.declared(owner.text, frame) : undefined;
    return given?.node.type === 'initializer_list' ? given : undefined;
  }

  /** The value of what a function assigns to once. */
  #setOnce(path: string, frame: Frame): Expr | undefined {
    const [only, another] = frame.function ? valuesOf(frame.function, path) : [];
    return only && another === undefined ? this.value(only, frame) : undefined;
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
      case '&':
        return left.kind === 'number' && right.kind === 'number'
          ? num(left.value & right.value)
          : undefined;
      default:
        return undefined;
    }
  }

  #bytes(node: TreeNode): Expr | undefined {
    const type = node.childForFieldName('type') ?? children(node)[0];
    const text = plainType(type?.text.replace(/^\((.*)\)$/s, '$1') ?? '');
    const element = this.#element;
    if (element?.texts.has(text.replaceAll(' ', '')) === true) return num(element.bytes ?? 1);
    // Bytes of another type say nothing about an element of unknown size.
    const bytes = element && element.bytes === undefined ? undefined : bytesOfName(text);
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
    const list = callee?.childForFieldName('arguments');
    return this.value(children(only)[0], this.called(called, args, frame, children(list ?? null)));
  }

  /** A function with the arguments of a call, and of its template. */
  called(
    definition: TreeNode,
    args: readonly TreeNode[],
    frame: Frame,
    ofTemplate: readonly TreeNode[] = [],
  ): Frame {
    const given = (names: readonly string[], nodes: readonly TreeNode[]) =>
      names.flatMap((name, i) => {
        const node = nodes[i];
        return node ? [[name, { node, frame }] as const] : [];
      });
    const all = [
      ...given(templateParametersOf(definition), ofTemplate),
      ...given(parametersOf(definition), args),
    ];
    return { function: definition, given: new Map(all) };
  }

  #variable(name: string, frame: Frame): Expr | undefined {
    const round = frame.rounds?.get(name);
    if (round !== undefined) return num(round);
    const given = frame.given.get(name) ?? this.#asked(name, frame) ?? this.declared(name, frame);
    if (given !== undefined) {
      const isOwn = given.node.type.endsWith('_literal') || !/[A-Za-z_]\w*/.test(given.node.text);
      return isOwn
        ? this.#smaller(
            name,
            this.choosing(undefined, () => this.value(given.node, given.frame)),
            given.frame,
          )
        : this.value(given.node, given.frame);
    }
    const first = this.#rounds && firstRound(name, frame.at);
    if (first !== undefined) {
      const value = this.value(first, frame);
      if (value?.kind === 'number') this.#rounds?.set(name, value.value);
      return value;
    }
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

  /** The value that the host copies to a constant, if it does so once. */
  copiedTo(symbol: string): { node: TreeNode; frame: Frame } | undefined {
    const found = this.#root.descendantsOfType('call_expression').flatMap((call) => {
      const callee = call?.childForFieldName('function')?.text ?? '';
      const [target, from] = children(call?.childForFieldName('arguments') ?? null);
      const isIt = target?.text.replace(/^HIP_SYMBOL\((.*)\)$/, '$1') === symbol;
      if (!/^(?:cuda|hip)MemcpyToSymbol(?:Async)?$/.test(callee) || !isIt || !from) return [];
      const node = from.text.startsWith('&') ? from.childForFieldName('argument') : null;
      return [node && { node, frame: this.frameAt(from) }];
    });
    const [only, another] = found;
    return only && another === undefined ? only : undefined;
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
    const all = (list: readonly TreeNode[]): readonly (Expr | undefined)[] | undefined => {
      const [first, second] = list;
      // `dim3(block)` copies one.
      if (first?.type === 'identifier' && second === undefined)
        return this.sizes(first, frame) ?? [undefined];
      return list.length === 0 ? undefined : list.map((each) => this.value(each, frame));
    };
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
    const paths = ['x', 'y', 'z'].map((member) => `${name}.${member}`);
    const isSet = (path: string): boolean => valuesOf(inside, path).length > 0;
    const last = paths.findLastIndex(isSet);
    if (last < 0) return undefined;
    return paths
      .slice(0, last + 1)
      .map((path) => (isSet(path) ? this.#setOnce(path, frame) : num(1)));
  }

  /** Spellings of an array's element type under `sizeof`: `float`, `*y`, `y[0]`. */
  elementTexts(array: string, frame: Frame): ReadonlySet<string> {
    const type = declarationOf(array, frame.function, this.#root)?.type.replaceAll(' ', '') ?? '';
    return new Set([`*${array}`, `${array}[0]`, ...(type === '' || type === 'auto' ? [] : [type])]);
  }

  /** Elements of a `thrust::device_vector<T> v(n)`, or of the vector that it copies. */
  vectorLength(array: string, frame: Frame): Expr | undefined {
    const { type = '', declarator } = declarationOf(array, frame.function, this.#root) ?? {};
    if (!/^(?:(?:thrust|std)::)?(?:(?:device|host|universal)_)?vector\s*</.test(type))
      return undefined;
    const list =
      declarator?.childForFieldName('value') ?? declarator?.childForFieldName('parameters');
    if (!list || list.type === 'initializer_list') return undefined;
    const length = list.type === 'identifier' ? list : children(list)[0];
    const name = length && /^\w+$/.test(length.text) ? length.text : array;
    const copied = name === array ? undefined : this.vectorLength(name, frame);
    return copied ?? this.value(length, frame);
  }

  /** A variable, and those that callers pass for it, from the inside out. */
  *origins(node: TreeNode, frame: Frame): Generator<{ name: string; frame: Frame }> {
    const name = node.text.replace(/[^\w.]/g, '');
    yield { name, frame };
    const given = frame.given.get(name);
    if (given !== undefined) {
      yield* this.origins(given.node, given.frame);
      return;
    }
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
