import type { Node as TreeNode } from 'web-tree-sitter';
import { binary, conditional } from '../algebra.ts';
import { type Environment, type Expr, name as named, num, show } from '../expr.ts';
import { bigIntegerOf } from '../lexer.ts';
import { named as children } from '../parsed.ts';
import { Choice } from './choice.ts';
import { type Frame, HostNames } from './host-names.ts';
import { shapeAskedOf, shapeOf } from './tensors.ts';
import { operatorOf } from './words.ts';
import { vectorLength } from './vectors.ts';
import {
  bytesOfName,
  decimal,
  deviceText,
  firstRound,
  isWorkedOut,
  pathOf,
  plainType,
  valuesOf,
  withoutBrackets,
} from './host-text.ts';

/** Evaluates the host's text before a launch; numbers that it leaves open may be chosen. */

/** An array's element type: its spellings under `sizeof`, and its bytes where they are known. */
export interface Element {
  readonly texts: ReadonlySet<string>;
  readonly bytes: number | undefined;
}

/** Calls that give a number which the text does not tell: of an argument, a tensor or a vector. */
const GIVES_NUMBER =
  /^(?:(?:std::)?(?:atoi|atol|stoi|stol|strtol|strtoul)|.*(?:\.|->)(?:numel|size|length|dim_size))$/;

/** Names of helper headers for a division that is rounded up. */
const ROUNDS_UP =
  /^i?(?:(?:ceil|round_?up)_?div(?:ide|ision)?|div(?:ide)?_?(?:(?:and_?)?round_?)?(?:up|ceil)|cdiv)$/i;

/** Calls, declarations and returns are followed this far. */
const DEEPEST = 40;

/** Limits of a grid's blocks are no smaller. */
const USUAL_LIMIT = 64;

/** Larger than what texts have, so that it is known again. */
const PROBE = 2 ** 40;

/** A chosen number's key. */
const keyOf = (text: string, frame: Frame | undefined): string =>
  `${frame?.function?.startIndex ?? ''} ${text}`;

export class Host extends HostNames {
  /** Tuning parameters and platform constants, which stay names. */
  readonly #known: ReadonlySet<string>;
  /** Values of parameters, by which other numbers are chosen. */
  readonly greatest: Environment;
  #depth = 0;
  #choice: Choice | undefined;
  /** Values of the host's names that are passed as stated arguments. */
  readonly #bound = new Map<string, Expr>();
  #rounds: Map<string, number> | undefined;
  #element: Element | undefined;
  #fixed: ReturnType<typeof deviceText> | undefined;

  constructor(root: TreeNode, known: ReadonlySet<string>, greatest: Environment) {
    super(root);
    this.#known = known;
    this.greatest = greatest;
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

  /** Takes what was chosen for the text's own. */
  holding<T>({ chosen }: Choice, work: () => T): T {
    const added = [...chosen].filter(([key]) => !this.#bound.has(key));
    for (const [key, { value }] of added) this.#bound.set(key, num(value));
    try {
      return work();
    } finally {
      for (const [key] of added) this.#bound.delete(key);
    }
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
      case 'subscript_expression': {
        const list = this.listOf(field('argument') ?? node, frame);
        const index = this.value(children(field('indices'))[0], frame);
        return list && index?.kind === 'number'
          ? this.value(children(list.node)[index.value], list.frame)
          : undefined;
      }
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

  /** The elements of a tensor: as the text makes it, or as they are chosen elsewhere. */
  tensorLength(node: TreeNode, frame: Frame): Expr | undefined {
    if (this.#depth > DEEPEST) return undefined;
    this.#depth += 1;
    try {
      const own = node.type === 'identifier' ? this.declared(node.text, frame) : undefined;
      const made = own === undefined ? undefined : shapeOf(own.node);
      // `x = x.contiguous()` is the argument.
      const isOwn = made !== undefined && 'like' in made && made.like.text === node.text;
      if (own === undefined || made === undefined || isOwn) {
        const value = this.#choice?.chosen.get(keyOf(`${node.text}.numel()`, frame))?.value;
        return value === undefined ? this.#tensorProduct(node.text, frame) : num(value);
      }
      if ('like' in made) return this.tensorLength(made.like, own.frame);
      const sizes = made.sizes.map((each) => this.value(each, own.frame));
      const told = sizes.flatMap((each) => each ?? []);
      return told.length < sizes.length
        ? undefined
        : told.reduce((product, each) => binary('*', product, each), num(1));
    } finally {
      this.#depth -= 1;
    }
  }

  /** The product of a tensor's sizes, where the text asks for them from the first on and for nothing else of its
   * shape: such as are chosen, or compared with one that is. Two or three alone may leave out others. */
  #tensorProduct(name: string, frame: Frame): Expr | undefined {
    const inside = frame.function;
    const calls = inside?.descendantsOfType('call_expression').flatMap((node) => node ?? []) ?? [];
    const asked = new Set(calls.flatMap(({ text }) => shapeAskedOf(name, text)));
    let isCompared = false;
    const sizes = Array.from({ length: asked.size }, (_, dimension) => {
      const call = `${name}.size(${dimension})`;
      if (!asked.has(call)) return undefined;
      const chosen = this.#choice?.chosen.get(keyOf(call, frame))?.value;
      if (chosen !== undefined) return num(chosen);
      for (const node of inside?.descendantsOfType('binary_expression') ?? []) {
        const sides = [node?.childForFieldName('left'), node?.childForFieldName('right')];
        const place = sides.findIndex((side) => side?.text.replaceAll(/\s/g, '') === call);
        if (node?.childForFieldName('operator')?.text !== '==' || place < 0) continue;
        const other = this.#choice?.chosen.get(keyOf(sides[1 - place]?.text ?? '', frame))?.value;
        isCompared = true;
        if (other !== undefined) return num(other);
      }
      return undefined;
    });
    const told = sizes.flatMap((each) => each ?? []);
    const isAll = told.length === sizes.length && told.length > 1;
    return !isAll || (told.length < 4 && !isCompared)
      ? undefined
      : told.reduce((a, b) => binary('*', a, b));
  }

  /** A number that is chosen for one too large to be run, unless kernels are made with it. */
  #smaller<T extends Expr | undefined>(text: string, told: T, frame?: Frame): T | Expr {
    const bound = this.#bound.get(keyOf(text, frame));
    if (bound !== undefined) return bound;
    if (this.#choice === undefined || told?.kind !== 'number') return told;
    if (!this.#choice.mayReplace(told.value)) return told;
    const isShared = frame === undefined || frame.function === undefined;
    this.#fixed ??= deviceText(this.root);
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
    if (this.#known.has(text) || this.definition(text) !== undefined) return undefined;
    // A loop's variable has its own values.
    const inside = this.blockOf(text, frame);
    if (inside && valuesOf(inside, text).length > 1 && !isWorkedOut(inside, text)) return undefined;
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
    const list = this.listOf(owner, frame);
    const type = list?.node.parent?.parent?.childForFieldName('type')?.text;
    const struct = this.root
      .descendantsOfType('struct_specifier')
      .find((each) => each?.childForFieldName('name')?.text === type);
    const members = struct?.descendantsOfType('field_identifier').map((each) => each?.text) ?? [];
    return this.memberValue(owner, { name: field, place: members.indexOf(field) }, frame);
  }

  /** A struct's member that is set once: in its list, or by itself. */
  memberSource(
    owner: TreeNode,
    { name, place }: { readonly name: string; readonly place: number },
    frame: Frame,
  ): { readonly node: TreeNode; readonly frame: Frame } | undefined {
    const [set, another] = frame.function
      ? valuesOf(frame.function, `${pathOf(owner)}.${name}`)
      : [];
    const list = this.listOf(owner, frame);
    const listed = list && children(list.node)[place];
    if (set !== undefined) return another || list ? undefined : { node: set, frame };
    return list && listed && { node: listed, frame: list.frame };
  }

  memberValue(...asked: Parameters<Host['memberSource']>): Expr | undefined {
    const source = this.memberSource(...asked);
    return source && this.value(source.node, source.frame);
  }

  /** The value of what a function assigns to once. */
  #setOnce(path: string, frame: Frame): Expr | undefined {
    const inside = this.blockOf(path.replace(/\..*/, ''), frame);
    const [only, another] = inside ? valuesOf(inside, path) : [];
    return only && another === undefined ? this.value(only, frame) : undefined;
  }

  #binary(node: TreeNode, frame: Frame): Expr | undefined {
    const left = this.value(node.childForFieldName('left'), frame);
    const right = this.value(node.childForFieldName('right'), frame);
    const operator = operatorOf(node.childForFieldName('operator'));
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
      case '&&':
      case '||':
        return binary(operator, left, right);
      case 'and':
      case 'or':
        return binary(operator === 'and' ? '&&' : '||', left, right);
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
      const left = this.value(first, frame);
      const [told, limit] = [first, second].map((each) =>
        this.choosing(undefined, () => this.value(each, frame)),
      );
      const isLimit = name === 'min' && limit?.kind === 'number' && limit.value >= USUAL_LIMIT;
      // Chosen numbers stay below a limit of blocks.
      if (isLimit && this.#choice !== undefined && told?.kind !== 'number') return left;
      const right = isLimit ? limit : this.value(second, frame);
      return left && right && binary(name, left, right);
    }
    const vector = callee?.type === 'field_expression' && /(?:\.|->)size$/.test(callee.text);
    const owner = vector ? callee.childForFieldName('argument') : undefined;
    const length = owner?.type === 'identifier' && vectorLength(this, owner.text, frame);
    if (length) return length;
    if (name.endsWith('_cast')) return this.value(first, frame);
    const called = this.definition(name);
    if (called === undefined && ROUNDS_UP.test(name) && args.length === 2) {
      const [all, part] = [this.value(first, frame), this.value(second, frame)];
      return all && part && binary('/', binary('-', binary('+', all, part), num(1)), part);
    }
    const returned = called?.childForFieldName('body')?.descendantsOfType('return_statement') ?? [];
    const [only] = returned;
    if (called === undefined || !only || returned.length !== 1) return undefined;
    const list = callee?.childForFieldName('arguments');
    return this.value(children(only)[0], this.called(called, args, frame, children(list ?? null)));
  }

  #variable(name: string, frame: Frame): Expr | undefined {
    const round = frame.rounds?.get(name);
    if (round !== undefined) return num(round);
    const given = frame.given.get(name) ?? this.asked(name, frame) ?? this.declared(name, frame);
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
    const inside = this.blockOf(name, frame);
    if (inside === undefined) return undefined;
    const paths = ['x', 'y', 'z'].map((member) => `${name}.${member}`);
    const isSet = (path: string): boolean => valuesOf(inside, path).length > 0;
    const last = paths.findLastIndex(isSet);
    if (last < 0) return undefined;
    return paths
      .slice(0, last + 1)
      .map((path) => (isSet(path) ? this.#setOnce(path, frame) : num(1)));
  }
}
