import type { TreeNode } from '../tree-node.ts';
import { binary } from '../algebra.ts';
import { type Expr, num } from '../expr.ts';
import { named } from '../parsed.ts';
import { Choice } from './choice.ts';
import type { Frame } from './host-names.ts';
import { type Shape, shapeAskedOf, shapeOf, sourceOf, viewedIn } from './tensors.ts';
import { HostChoice, keyOf } from './host-choice.ts';

/** Calls, declarations and returns are followed this far. */
export const DEEPEST = 40;

/** Shapes of the host's tensors. */
export abstract class HostTensors extends HostChoice {
  protected depth = 0;

  /** A dimension's size of a tensor: as the text makes it, as it is chosen elsewhere, or else as proposed. */
  tensorSize(node: TreeNode, dimension: number, frame: Frame, proposed?: number): Expr | undefined {
    if (this.depth > DEEPEST) return undefined;
    this.depth += 1;
    try {
      const own = this.#made(node, frame);
      if (own === undefined) {
        const call = `${node.text}.size(${dimension})`;
        const value = this.choice?.propose(keyOf(call, frame), call, proposed);
        return value === undefined ? undefined : num(value);
      }
      const { shape } = own;
      if ('like' in shape) return this.tensorSize(shape.like, dimension, own.frame, proposed);
      return this.#size(shape.sizes.at(dimension), own.frame);
    } finally {
      this.depth -= 1;
    }
  }

  /** Where the text makes a tensor; of a function's argument, what its only caller passes. */
  #made(
    node: TreeNode,
    frame: Frame,
    depth = 0,
  ): { readonly shape: Shape; readonly frame: Frame } | undefined {
    if (depth > DEEPEST) return undefined;
    const own = node.type === 'identifier' ? this.declared(node.text, frame) : { node, frame };
    if (!own || isReshaped(node.text, frame.function ?? this.root)) return undefined;
    const shape = shapeOf(own.node);
    if (shape !== undefined) return { shape, frame: own.frame };
    return own.node.type === 'identifier' ? this.#made(own.node, own.frame, depth + 1) : undefined;
  }

  /** `x.size(1)`, `x.numel()` and `x.dim()` of a tensor that the text makes; undefined of others. */
  protected tensorCalled(callee: TreeNode, first: TreeNode | undefined, frame: Frame) {
    const tensor = callee.childForFieldName('argument');
    const own = tensor?.type === 'identifier' ? this.#made(tensor, frame) : undefined;
    if (tensor === null || own === undefined) return undefined;
    const field = callee.childForFieldName('field')?.text ?? '';
    if (field === 'numel' && !first) return this.tensorLength(tensor, frame);
    if (field === 'size' && /^-?\d+$/.test(first?.text ?? ''))
      return this.tensorSize(tensor, Number(first?.text), frame);
    return /^(?:dim|ndimension)$/.test(field) && 'sizes' in own.shape
      ? num(own.shape.sizes.length)
      : undefined;
  }

  /** Undefined for the one that is left, -1. */
  #size(node: TreeNode | undefined, frame: Frame): Expr | undefined {
    const size = this.value(node, frame);
    return size?.kind === 'number' && size.value < 0 ? undefined : size;
  }

  /** `x.stride(-2)`, of elements that lie in order: the product of the sizes behind. */
  protected tensorStride(node: TreeNode, dimension: number, frame: Frame): Expr | undefined {
    const own = this.#made(node, frame);
    const made = own?.shape;
    const behind =
      dimension < 0
        ? -1 - dimension
        : made !== undefined && 'sizes' in made
          ? made.sizes.length - 1 - dimension
          : this.#sizesBehind(node, dimension, frame);
    if (behind === undefined) return undefined;
    return Array.from({ length: behind }, (_, i) => dimension + 1 + i).reduce(
      (product: Expr | undefined, each) => {
        const size =
          made !== undefined && own !== undefined && 'sizes' in made
            ? this.#size(made.sizes.at(each), own.frame)
            : this.openCalled(`${node.text}.size(${each})`, frame);
        return product && size && binary('*', product, size);
      },
      num(1),
    );
  }

  /** Dimensions whose sizes the text asks for. */
  #sizesBehind(node: TreeNode, dimension: number, { function: inside }: Frame): number | undefined {
    const calls = inside?.descendantsOfType('call_expression') ?? [];
    const asked = calls
      .flatMap(({ text }) => shapeAskedOf(node.text, text))
      .map((text) => Number(/\.size\((\d+)\)$/.exec(text)?.[1] ?? -1));
    const last = Math.max(-1, ...asked);
    return last > dimension ? last - dimension : undefined;
  }

  /** The elements of a tensor: as the text makes it, or as they are chosen elsewhere. */
  tensorLength(node: TreeNode, frame: Frame): Expr | undefined {
    if (this.depth > DEEPEST) return undefined;
    this.depth += 1;
    try {
      const own = this.#made(node, frame);
      // `x = x.contiguous()` is the argument.
      const isOwn = own && 'like' in own.shape && own.shape.like.text === node.text;
      if (own === undefined || isOwn === true) {
        const value = this.choice?.chosen.get(keyOf(`${node.text}.numel()`, frame))?.value;
        if (value !== undefined) return num(value);
        return this.#checkedLength(node.text, frame) ?? this.#tensorProduct(node.text, frame);
      }
      const { shape: made } = own;
      if ('like' in made) return this.tensorLength(made.like, own.frame);
      const whole = made.of && this.tensorLength(made.of, own.frame);
      if (whole !== undefined) return whole;
      const sizes = made.sizes.map((each) => this.#size(each, own.frame));
      const told = sizes.flatMap((each) => each ?? []);
      return told.length < sizes.length
        ? undefined
        : told.reduce((product, each) => binary('*', product, each), num(1));
    } finally {
      this.depth -= 1;
    }
  }

  /** The elements of a tensor that the host ends without: as many as told, or as another has. */
  #checkedLength(name: string, frame: Frame): Expr | undefined {
    const sides = checkedEqual(frame.function ?? this.root);
    for (const [one, other] of sides) {
      const called = spaceless(one.text);
      if (called === `${name}.numel()`) {
        const value = this.value(other, frame);
        if (value !== undefined) return value;
      }
      const its = sizesOf(other);
      if (called !== `${name}.sizes()` || its === undefined || its.text === name) continue;
      const length = this.tensorLength(its, frame);
      if (length !== undefined) return length;
    }
    return undefined;
  }

  /** Somebody else makes the tensor, and the text asks for nothing of its shape. */
  isShapeOpen(node: TreeNode, frame: Frame, seen: ReadonlySet<string> = new Set()): boolean {
    const { text } = node;
    if (seen.has(text) || this.#asksShapeOf(text, frame)) return false;
    const own = node.type === 'identifier' ? this.declared(text, frame) : undefined;
    if (own === undefined) return true;
    const made = shapeOf(own.node);
    const from = made === undefined ? viewedIn({ isPart: false }, own.node) : sourceOf(made);
    if (from !== undefined) return this.isShapeOpen(from, own.frame, new Set([...seen, text]));
    // Sizes that the text leaves open are chosen.
    const probe = new Choice(() => SOME);
    return this.choosing(probe, () => this.tensorLength(node, frame)) === undefined;
  }

  /** One size alone leaves open how many dimensions there are. */
  #asksShapeOf(name: string, { function: inside }: Frame): boolean {
    const own = name.replaceAll(/\W/g, '\\$&');
    const asked = new RegExp(`(?<!\\w)${own}\\s*\\.\\s*(size|\\w+)\\s*\\(([^()]*)\\)`, 'g');
    const calls = [...(inside ?? this.root).text.matchAll(asked)];
    const sizes = calls.flatMap(([, method, dimension]) => (method === 'size' ? [dimension] : []));
    return new Set(sizes).size > 1 || calls.some(([, method = '']) => TELLS_SHAPE.test(method));
  }

  /** The product of a tensor's sizes, where the text asks for them from the first on and for nothing else of its
   * shape: such as are chosen, or compared with one that is. One to three alone may leave out others. */
  #tensorProduct(name: string, frame: Frame): Expr | undefined {
    const inside = frame.function;
    const calls = inside?.descendantsOfType('call_expression') ?? [];
    const asked = new Set(calls.flatMap(({ text }) => shapeAskedOf(name, text)));
    let isCompared = false;
    const sizes = Array.from({ length: asked.size }, (_, dimension) => {
      const call = `${name}.size(${dimension})`;
      if (!asked.has(call)) return undefined;
      const chosen = this.choice?.chosen.get(keyOf(call, frame))?.value;
      if (chosen !== undefined) return num(chosen);
      for (const node of inside?.descendantsOfType('binary_expression') ?? []) {
        const sides = [node.childForFieldName('left'), node.childForFieldName('right')];
        const place = sides.findIndex((side) => side?.text.replaceAll(/\s/g, '') === call);
        if (node.childForFieldName('operator')?.text !== '==' || place < 0) continue;
        const other = this.choice?.chosen.get(keyOf(sides[1 - place]?.text ?? '', frame))?.value;
        isCompared = true;
        if (other !== undefined) return num(other);
      }
      return undefined;
    });
    const told = sizes.flatMap((each) => each ?? []);
    const isAll = told.length === sizes.length && told.length > 0;
    const isSure =
      (told.length > 1 && isCompared) ||
      told.length > 3 ||
      hasDimensions(name, told.length, inside ?? this.root);
    return isAll && isSure ? told.reduce((a, b) => binary('*', a, b)) : undefined;
  }
}

const TELLS_SHAPE = /^(?:sizes|numel|dim|ndimension|stride|nbytes)$/;

/** Any number of elements. */
const SOME = 64;

const spaceless = (text: string): string => text.replaceAll(/\s/g, '');

/** A check says how many dimensions a tensor has. */
const hasDimensions = (name: string, count: number, inside: TreeNode): boolean =>
  checkedEqual(inside).some(
    ([one, other]) =>
      [`${name}.dim()`, `${name}.ndimension()`].includes(spaceless(one.text)) &&
      Number(other.text) === count,
  );

/** `t` of `t.sizes()`. */
const sizesOf = (node: TreeNode): TreeNode | undefined =>
  spaceless(node.text).endsWith('.sizes()')
    ? (node.childForFieldName('function')?.childForFieldName('argument') ?? undefined)
    : undefined;

/** A call gives a tensor another shape than it was made with: `t.resize_({n})`, `at::sum_out(t, x)`. */
const isReshaped = (name: string, inside: TreeNode): boolean =>
  /^\w+$/.test(name) &&
  new RegExp(
    `\\b${name}\\s*\\.\\s*(?:resize_|resize_as_|set_|set_data)\\s*\\(|_out\\s*\\(\\s*${name}\\b`,
  ).test(inside.text);

const CHECK = /^(?:TORCH_CHECK|TORCH_CHECK_EQ|TORCH_INTERNAL_ASSERT|AT_ASSERTM?|assert)$/;

/** Both sides of what a function's checks hold to be equal, either way round. */
function checkedEqual(inside: TreeNode): (readonly [TreeNode, TreeNode])[] {
  const sides: (readonly [TreeNode, TreeNode])[] = [];
  const add = (one: TreeNode | null | undefined, other: TreeNode | null | undefined): void => {
    if (one && other) sides.push([one, other], [other, one]);
  };
  const collect = (node: TreeNode): void => {
    const operator = node.childForFieldName('operator')?.text;
    const [left, right] = ['left', 'right'].map((field) => node.childForFieldName(field));
    if (node.type === 'parenthesized_expression') named(node).forEach(collect);
    else if (operator === '==') add(left, right);
    else if (operator === '&&') for (const side of [left, right]) if (side) collect(side);
  };
  for (const call of inside.descendantsOfType('call_expression')) {
    const name = call.childForFieldName('function')?.text ?? '';
    const [first, second] = named(call.childForFieldName('arguments'));
    if (!CHECK.test(name) || !first) continue;
    if (name.endsWith('_EQ')) add(first, second);
    else collect(first);
  }
  return sides;
}
