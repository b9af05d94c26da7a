import type { TreeNode } from '../tree-node.ts';
import { binary, conditional } from '../algebra.ts';
import { type Expr, name as named, num, show } from '../expr.ts';
import { bigIntegerOf } from '../lexer.ts';
import { named as children } from '../parsed.ts';
import type { Frame } from './host-names.ts';
import { isStepped, placeIn, setIn } from './called-names.ts';
import { memberOf } from './made-structs.ts';
import { returnedMember, vectorLength } from './vectors.ts';
import {
  arrayNamed,
  bytesOfName,
  decimal,
  type Element,
  firstRound,
  isOfRounding,
  pathOf,
  plainType,
  valuesOf,
  withoutBrackets,
} from './host-text.ts';
import { isFraction, isTruncated, realOf } from './host-reals.ts';
import { pitchOf } from './pitch.ts';
import { behindLoop } from './behind-loop.ts';
import { lastSet } from './straight-line.ts';
import { DEEPEST, HostTensors } from './host-tensors.ts';

/** Evaluates the host's text before a launch; numbers that it leaves open may be chosen. */

/** Names of helper headers for a division that is rounded up. */
const ROUNDS_UP =
  /^i?(?:(?:ceil|round_?up)_?div(?:ide|ision)?|div(?:ide)?_?(?:(?:and_?)?round_?)?(?:up|ceil)|cdiv)$/i;

/** Limits of a grid's blocks are no smaller. */
const USUAL_LIMIT = 64;

export class Host extends HostTensors {
  #element: Element | undefined;

  /** A number, as the pragmas write it. */
  number(node: TreeNode, frame: Frame): string | undefined {
    const whole = this.value(node, frame);
    if (whole !== undefined) return show(whole);
    const given =
      node.type === 'identifier'
        ? (frame.given.get(node.text) ?? this.declared(node.text, frame, node))
        : undefined;
    if (given !== undefined && this.isSetByCall(node.text, frame)) return undefined;
    if (given !== undefined && given.node.type !== 'identifier')
      return this.number(given.node, given.frame);
    const real = realOf(this, node, frame)?.value;
    return real !== undefined && Number.isFinite(real) ? decimal(real) : undefined;
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
        const whole = bigIntegerOf(node.text.replaceAll("'", '')) ?? undefined;
        if (whole !== undefined)
          return isOfRounding(node)
            ? num(Number(whole))
            : this.smaller(node.text, num(Number(whole)));
        const real = Number(node.text.replace(/[fFlL]$/, ''));
        return Number.isSafeInteger(real) ? num(real) : undefined;
      }
      case 'identifier':
      case 'type_identifier':
        return this.#variable(node, frame) ?? this.open(node, frame);
      case 'qualified_identifier':
        return this.value(field('name'), frame);
      case 'parameter_declaration':
      case 'type_descriptor':
      case 'parenthesized_expression':
        return this.value(children(node)[0], frame);
      case 'cast_expression':
        return this.value(field('value'), frame);
      // `a = b = n`
      case 'assignment_expression':
        return field('operator')?.text === '=' ? this.value(field('right'), frame) : undefined;
      case 'unary_expression': {
        const operand = this.value(field('argument'), frame);
        const sign = field('operator')?.text;
        if (operand === undefined || sign === '+') return operand;
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
    if (named?.type !== 'identifier') return undefined;
    const field = node.childForFieldName('field')?.text ?? '';
    const { owner, frame } = this.#passedOn(named, field, used);
    const list = this.listOf(owner, frame);
    const type = list?.node.parent?.parent?.childForFieldName('type')?.text;
    const struct = this.root
      .descendantsOfType('struct_specifier')
      .find((each) => each?.childForFieldName('name')?.text === type);
    const members = struct?.descendantsOfType('field_identifier').map((each) => each?.text) ?? [];
    return this.memberValue(owner, { name: field, place: members.indexOf(field) }, frame);
  }

  /** The struct that was copied or passed on as this one, whose member it does not set. */
  #passedOn(named: TreeNode, member: string, used: Frame): { owner: TreeNode; frame: Frame } {
    let [owner, frame] = [named, used];
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const isSet =
        frame.function && valuesOf(frame.function, `${owner.text}.${member}`).length > 0;
      const from = isSet
        ? undefined
        : (frame.given.get(owner.text) ?? this.declared(owner.text, frame, owner));
      const source = from && placeIn(from.node);
      if (from === undefined || source?.type !== 'identifier') break;
      [owner, frame] = [source, from.frame];
    }
    return { owner, frame };
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

  /** The value of what a function assigns to, last before its use. */
  #setOnce(path: string, frame: Frame, use: TreeNode): Expr | undefined {
    const inside = this.blockOf(path.replace(/\..*/, ''), frame);
    const values = inside ? valuesOf(inside, path) : [];
    const set = values.length > 1 ? lastSet(values, use) : values[0];
    return set && this.value(set, frame);
  }

  #binary(node: TreeNode, frame: Frame): Expr | undefined {
    const left = this.value(node.childForFieldName('left'), frame);
    const right = this.value(node.childForFieldName('right'), frame);
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (left === undefined || right === undefined) return undefined;
    if (operator === '/' && !isTruncated(node) && isFraction(this, node, frame)) return undefined;
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
      if (isLimit && this.choice !== undefined && told?.kind !== 'number') return left;
      const right = isLimit ? limit : this.value(second, frame);
      return left && right && binary(name, left, right);
    }
    const vector = callee?.type === 'field_expression' && /(?:\.|->)size$/.test(callee.text);
    const owner = vector ? callee.childForFieldName('argument') : undefined;
    const length = owner?.type === 'identifier' && vectorLength(this, owner.text, frame);
    if (length) return length;
    const member = callee?.type === 'field_expression' && returnedMember(this, callee, frame);
    const object = member && !first ? callee.childForFieldName('argument') : null;
    if (object && member) return this.memberValue(object, { name: member, place: -1 }, frame);
    if (name.endsWith('_cast')) return this.value(first, frame);
    const [, tensor] = /^(\w+)\s*\.\s*stride$/.exec(callee?.text ?? '') ?? [];
    const asked = tensor === undefined ? null : (callee?.childForFieldName('argument') ?? null);
    if (asked !== null && /^-?\d+$/.test(first?.text ?? ''))
      return this.tensorStride(asked, Number(first?.text), frame);
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

  #variable(node: TreeNode, frame: Frame): Expr | undefined {
    const name = node.text;
    const round = frame.rounds?.get(name);
    if (round !== undefined) return num(round);
    const given =
      frame.given.get(name) ?? this.asked(name, frame) ?? this.declared(name, frame, node);
    const later = this.isSetLater(name, frame, node);
    if (!later && this.isSetByCall(name, frame)) return undefined;
    if (later === 'in rounds') {
      const value = this.rounds && given && this.value(given.node, given.frame);
      if (value?.kind === 'number') this.rounds?.set(name, value.value);
      return value;
    }
    if (given !== undefined) {
      const isOwn = given.node.type.endsWith('_literal') || !/[A-Za-z_]\w*/.test(given.node.text);
      return isOwn
        ? this.smaller(
            name,
            this.choosing(undefined, () => this.value(given.node, given.frame)),
            given.frame,
          )
        : this.value(given.node, given.frame);
    }
    const number = (each: TreeNode | null | undefined): number | undefined => {
      const value = this.value(each, frame);
      return value?.kind === 'number' ? value.value : undefined;
    };
    const behind = behindLoop(number, name, node, frame);
    if (behind !== undefined) return num(behind);
    const first = this.rounds && firstRound(name, frame.at);
    if (first !== undefined) {
      const value = this.value(first, frame);
      if (value?.kind === 'number') this.rounds?.set(name, value.value);
      return value;
    }
    return this.known.has(name) ? named(name) : pitchOf(this, name, frame);
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
    const last = paths.findLastIndex(isSet);
    if (last < 0) return undefined;
    return paths
      .slice(0, last + 1)
      .map((path) => (isSet(path) ? this.#setOnce(path, frame, node) : num(1)));
  }
}
