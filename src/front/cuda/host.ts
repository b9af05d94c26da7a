import type { TreeNode } from '../tree-node.ts';
import { binary, conditional } from '../algebra.ts';
import { type Expr, name as named, num, show } from '../expr.ts';
import { named as children } from '../parsed.ts';
import { isInteger, type Scalar } from '../scalar.ts';
import type { Frame } from './host-names.ts';
import { handedOn, isStepped, setIn } from './called-names.ts';
import { memberOf } from './made-structs.ts';
import { returnedMember, vectorLength } from './vectors.ts';
import {
  arrayNamed,
  bytesOfName,
  decimal,
  elementsIn,
  firstRound,
  isOfRounding,
  isOfTemplate,
  pathOf,
  plainType,
  realLiteral,
  type Element,
  valuesOf,
  wholeLiteral,
} from './host-text.ts';
import { pitchOf } from './pitch.ts';
import { behindLoop } from './behind-loop.ts';
import { lastSet } from './straight-line.ts';
import { bitwise, castTo, exactly, HostReals, roundingOf, shortest } from './host-reals.ts';
import { DEEPEST } from './host-tensors.ts';

/** Evaluates the host's text before a launch; numbers that it leaves open may be chosen. */

/** Names of helper headers for a division that is rounded up. */
const ROUNDS_UP =
  /^i?(?:(?:ceil|round_?up)_?div(?:ide|ision)?|div(?:ide)?_?(?:(?:and_?)?round_?)?(?:up|ceil)|cdiv)$/i;

/** Limits of a grid's blocks are no smaller. */
const USUAL_LIMIT = 64;

export class Host extends HostReals {
  #element: Element | undefined;

  /** A number of a type, as the pragmas write it. */
  number(node: TreeNode, frame: Frame, type: Scalar): string | undefined {
    const whole = isInteger(type) ? this.rounded('trunc', node, frame) : this.value(node, frame);
    if (whole !== undefined || isInteger(type)) return whole && show(whole);
    const real = this.real(node, frame);
    return real === undefined ? undefined : decimal(type === 'float' ? shortest(real) : real);
  }

  /** A size in bytes, as a number of elements. */
  elements(node: TreeNode, frame: Frame, element: Element): Expr | undefined {
    this.#element = element;
    try {
      const bytes = this.value(node, frame);
      const isCut = bytes?.kind === 'number' && elementsIn(bytes.value, element) === undefined;
      return bytes && !isCut ? binary('/', bytes, num(element.bytes ?? 1)) : undefined;
    } finally {
      this.#element = undefined;
    }
  }

  /** A whole number; undefined where the text does not tell. */
  value(node: TreeNode | null | undefined, frame: Frame): Expr | undefined {
    if (!node || this.depth > DEEPEST) return undefined;
    this.depth += 1;
    try {
      return this.#valueAt(node, frame);
    } finally {
      this.depth -= 1;
    }
  }

  #valueAt(node: TreeNode, frame: Frame): Expr | undefined {
    const field = (each: string): TreeNode | null => node.childForFieldName(each);
    switch (node.type) {
      case 'number_literal': {
        const whole = wholeLiteral(node.text);
        if (whole !== undefined)
          return isOfRounding(node)
            ? num(Number(whole))
            : this.smaller(node.text, num(Number(whole)));
        const real = realLiteral(node.text);
        return Number.isSafeInteger(real) ? num(real ?? 0) : undefined;
      }
      case 'identifier':
      case 'type_identifier':
        return this.#variable(node, frame) ?? this.open(node, frame);
      case 'qualified_identifier':
        return isOfTemplate(node) ? undefined : this.value(field('name'), frame);
      case 'parameter_declaration':
      case 'type_descriptor':
      case 'parenthesized_expression':
        return this.value(children(node)[0], frame);
      case 'cast_expression':
        return this.castValue(node, { node: field('value'), frame }, frame);
      // `a = b = n`
      case 'assignment_expression':
        return field('operator')?.text === '=' ? this.value(field('right'), frame) : undefined;
      case 'unary_expression': {
        const operand = this.value(field('argument'), frame);
        const sign = field('operator')?.text;
        if (operand === undefined || sign === '+') return operand;
        if (sign === '~') return binary('-', num(-1), operand);
        const how = sign === '-' ? '-' : sign === '!' ? '==' : undefined;
        return how && binary(how, num(0), operand);
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
        return this.#bytes(node, frame);
      case 'field_expression': {
        const member = this.#member(node, frame);
        if (member !== undefined) return member;
        const place = ['x', 'y', 'z'].indexOf(field('field')?.text ?? '');
        const sizes = place < 0 ? undefined : this.sizes(field('argument'), frame);
        return sizes === undefined ? this.open(node, frame) : (sizes[place] ?? num(1));
      }
      case 'call_expression':
        return this.#call(node, frame) ?? this.open(node, frame);
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

  /** `grid.w` of `Grid grid{60, 44}`, by the order of the struct's members, or of `grid.w = 60`. */
  #member(node: TreeNode, used: Frame): Expr | undefined {
    const named = node.childForFieldName('argument');
    const field = node.childForFieldName('field')?.text ?? '';
    if (named?.type !== 'identifier') return this.listedMember(named, field, used);
    const { owner, frame } = handedOn(this, named, field, used);
    const list = this.listOf(owner, frame);
    const type = list?.node.parent?.parent?.childForFieldName('type')?.text;
    const struct = this.root
      .descendantsOfType('struct_specifier')
      .find((each) => each.childForFieldName('name')?.text === type);
    const members = struct?.descendantsOfType('field_identifier').map((each) => each?.text) ?? [];
    return this.memberValue(owner, { name: field, place: members.indexOf(field) }, frame);
  }

  /** A struct's member that is set once: in its list, by its constructor, or by itself. */
  memberSource(
    owner: TreeNode,
    { name, place }: { readonly name: string; readonly place: number },
    frame: Frame,
  ): { readonly node: TreeNode; readonly frame: Frame } | undefined {
    const values = frame.function ? valuesOf(frame.function, `${pathOf(owner)}.${name}`) : [];
    const set = values.length > 1 ? lastSet(values, owner) : values[0];
    const made =
      owner.type === 'identifier' ? this.declared(owner.text, frame) : { node: owner, frame };
    const path = `${pathOf(owner)}.${name}`;
    if (isStepped(this, path, frame)) return undefined;
    const [elsewhere, ...others] = setIn(this, path, frame);
    const isSetAgain = others.length > 0;
    if (set === undefined && values.length > 0) return undefined;
    if (set !== undefined || elsewhere !== undefined) {
      if (isSetAgain || (set && elsewhere) || this.listOf(owner, frame)) return undefined;
      return set ? { node: set, frame } : elsewhere;
    }
    const listed = made && memberOf(this.root, made.node, { name, place });
    return listed && { node: listed, frame: made.frame };
  }

  memberValue(...asked: Parameters<Host['memberSource']>): Expr | undefined {
    const [owner, { name }, frame] = asked;
    const followed = frame.rounds?.get(`${pathOf(owner)}.${name}`);
    if (followed !== undefined) return num(followed);
    const source = this.memberSource(...asked);
    return source
      ? this.value(source.node, source.frame)
      : pitchOf(this, `${pathOf(owner)}.${name}`, frame);
  }

  /** A struct's member, as the pragmas write a number of its type. */
  memberNumber(type: Scalar, ...asked: Parameters<Host['memberSource']>): string | undefined {
    const whole = this.memberValue(...asked);
    if (whole) return show(whole);
    const source = this.memberSource(...asked);
    return source && this.number(source.node, source.frame, type);
  }

  /** The value of what a function assigns to, last before its use. */
  #setOnce(path: string, frame: Frame, use: TreeNode): Expr | undefined {
    const inside = this.blockOf(path.replace(/\..*/, ''), frame);
    const values = inside ? valuesOf(inside, path) : [];
    const set = values.length > 1 ? lastSet(values, use) : values[0];
    return set && this.value(set, frame);
  }

  #binary(node: TreeNode, frame: Frame): Expr | undefined {
    const [left, right] = ['left', 'right'].map((each) => node.childForFieldName(each));
    if (this.isFraction(left, frame) || this.isFraction(right, frame)) {
      const told = this.ofFractions(node, frame);
      if (told !== undefined) return Number.isSafeInteger(told) ? num(told) : undefined;
    }
    return this.#computed(node, this.value(left, frame), this.value(right, frame), frame);
  }

  #computed(
    node: TreeNode,
    left: Expr | undefined,
    right: Expr | undefined,
    frame: Frame,
  ): Expr | undefined {
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (left === undefined || right === undefined) return undefined;
    if (operator === '/' && this.kindOf(node, frame) !== 'whole') return exactly(left, right);
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
      default:
        return bitwise(operator, left, right);
    }
  }

  #bytes(node: TreeNode, frame: Frame): Expr | undefined {
    const type = node.childForFieldName('type') ?? children(node)[0];
    const text = plainType(type?.text.replace(/^\((.*)\)$/s, '$1') ?? '');
    const array = arrayNamed(text, frame.function, this.root);
    if (array === undefined) return this.#bytesOfType(text);
    return array.sizes.reduce<Expr | undefined>((bytes, size) => {
      const length = typeof size === 'number' ? num(size) : this.value(size, frame);
      return bytes && length && binary('*', bytes, length);
    }, this.#bytesOfType(array.type));
  }

  #bytesOfType(text: string): Expr | undefined {
    const element = this.#element;
    if (element?.texts.has(text.replaceAll(' ', '')) === true) return num(element.bytes ?? 1);
    // Bytes of another type say nothing about an element of unknown size.
    const isOpen = element !== undefined && element.bytes === undefined;
    const bytes = isOpen ? undefined : (bytesOfName(text) ?? this.bytesOfDeclared(text));
    return bytes === undefined ? undefined : num(bytes);
  }

  /** `ceil(n / 256.0)`, `min(a, b)`, or a function of the text that returns an expression. */
  #call(node: TreeNode, frame: Frame): Expr | undefined {
    const callee = node.childForFieldName('function');
    const name = callee?.text.replace(/^.*::/, '').replace(/<.*$/, '') ?? '';
    const args = children(node.childForFieldName('arguments'));
    const [first, second] = args;
    const how = roundingOf(name);
    if (how && first) return this.rounded(how, first, frame);
    if ((name === 'min' || name === 'max') && first && second) {
      const left = this.value(first, frame);
      const [told, limit] = [first, second].map((each) =>
        this.choosing(undefined, () => this.value(each, frame)),
      );
      const isLimit = name === 'min' && limit?.kind === 'number' && limit.value >= USUAL_LIMIT;
      // Chosen numbers stay below a limit of blocks.
      if (isLimit && this.choice !== undefined && told?.kind !== 'number') return left;
      const right = isLimit ? limit : this.value(second, frame);
      return left && right && binary(name, left, right);
    }
    const vector = callee?.type === 'field_expression' && /(?:\.|->)size$/.test(callee.text);
    const owner = vector ? callee.childForFieldName('argument') : undefined;
    const length = owner?.type === 'identifier' && vectorLength(this, owner.text, frame);
    if (length) return length;
    const asTensor = callee?.type === 'field_expression' && this.tensorCalled(callee, first, frame);
    if (asTensor) return asTensor;
    const member = callee?.type === 'field_expression' && returnedMember(this, callee, frame);
    const object = member && !first ? callee.childForFieldName('argument') : null;
    if (object && member) return this.memberValue(object, { name: member, place: -1 }, frame);
    if (castTo(callee) !== undefined) return this.castValue(node, { node: first, frame }, frame);
    const [, tensor] = /^(\w+)\s*\.\s*stride$/.exec(callee?.text ?? '') ?? [];
    const asked = tensor === undefined ? null : (callee?.childForFieldName('argument') ?? null);
    if (asked !== null && /^-?\d+$/.test(first?.text ?? ''))
      return this.tensorStride(asked, Number(first?.text), frame);
    const called = this.definition(name);
    if (called === undefined && ROUNDS_UP.test(name) && args.length === 2) {
      const [all, part] = [this.value(first, frame), this.value(second, frame)];
      return all && part && binary('/', binary('-', binary('+', all, part), num(1)), part);
    }
    const returned = this.returned(callee, args, frame);
    if (returned === undefined) return this.ofCall(node, frame);
    return this.castValue(node, returned, frame);
  }

  protected returned(callee: TreeNode | null, args: readonly TreeNode[], frame: Frame) {
    const called = this.definition(callee?.text.replace(/^.*::/, '').replace(/<.*$/, '') ?? '');
    const [only, another] =
      called?.childForFieldName('body')?.descendantsOfType('return_statement') ?? [];
    const node = only && children(only)[0];
    const list = children(callee?.childForFieldName('arguments') ?? null);
    return called && node && !another
      ? { node, frame: this.called(called, args, frame, list) }
      : undefined;
  }

  #variable(node: TreeNode, frame: Frame): Expr | undefined {
    const name = node.text;
    const round = frame.rounds?.get(name);
    if (round !== undefined) return num(round);
    const given =
      frame.given.get(name) ?? this.asked(name, frame) ?? this.declared(name, frame, node);
    const later = this.isSetLater(name, frame, node);
    if (!later && this.isSetByCall(name, frame)) return undefined;
    if (later === 'in rounds') return this.#ofFirstRound(name, given);
    if (given !== undefined) {
      const isOwn = given.node.type.endsWith('_literal') || !/[A-Za-z_]\w*/.test(given.node.text);
      return isOwn
        ? this.smaller(
            name,
            this.choosing(undefined, () => this.converted(name, given, node, frame)),
            given.frame,
          )
        : this.converted(name, given, node, frame);
    }
    const behind = behindLoop((each) => this.plain(each, frame), name, node, frame);
    if (behind !== undefined) return num(behind);
    const first = this.rounds && firstRound(name, frame.at);
    if (first !== undefined) return this.#ofFirstRound(name, { node: first, frame });
    return this.known.has(name) ? named(name) : pitchOf(this, name, frame);
  }

  /** A value that the condition on the round names; none where rounds are not told apart. */
  #ofFirstRound(name: string, given: ReturnType<Host['declared']>): Expr | undefined {
    const value = this.rounds && given && this.value(given.node, given.frame);
    if (value?.kind === 'number') this.rounds?.set(name, value.value);
    return value;
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
    if (/^(?:initializer|argument|parameter)_list$/.test(node.type)) return all(children(node));
    if (node.type === 'identifier') {
      const set = this.#members(node, frame);
      if (set !== undefined) return set;
      const given = frame.given.get(node.text) ?? this.declared(node.text, frame, node);
      if (given !== undefined && !/literal|binary/.test(given.node.type))
        return this.sizes(given.node, given.frame);
    }
    const value = this.value(node, frame);
    return value && [value];
  }

  /** `grid.x = n; grid.y = m;` */
  #members(node: TreeNode, frame: Frame): readonly (Expr | undefined)[] | undefined {
    const name = node.text;
    const inside = this.blockOf(name, frame);
    if (inside === undefined) return undefined;
    const paths = ['x', 'y', 'z'].map((member) => `${name}.${member}`);
    const isSet = (path: string): boolean => valuesOf(inside, path).length > 0;
    const all = paths.slice(0, paths.findLastIndex(isSet) + 1);
    if (all.length === 0) return undefined;
    return all.map((path) => (isSet(path) ? this.#setOnce(path, frame, node) : num(1)));
  }
}
