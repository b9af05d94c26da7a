import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import type { Expression, Length, Type } from '../syntax.ts';
import { INT, type StructType, scalarType } from '../types.ts';
import type { Maker } from './rows.ts';
import { wholeOf } from './constants.ts';

/** Accessors of PyTorch's tensors (ATen/core/TensorAccessor.h), as structs of the data and the sizes; the
 * elements lie in order, as those of a contiguous tensor do. */

const ACCESSOR = /^(?:Generic)?(?:Packed)?TensorAccessor(32|64)?$/;

/** The size of a dimension, as a member. */
const sizeName = (dimension: number): string => `size${dimension}`;

export const isAccessor = (type: Type | undefined): type is StructType<Length> =>
  type?.kind === 'struct' && type.name.startsWith('TensorAccessor<');

export const dimensionsOf = ({ members = [] }: StructType<Length>): number => members.length - 1;

/** The type by the name of its template; undefined for other templates. */
export function accessorType(
  name: string,
  args: readonly TreeNode[],
  of: { type(node: TreeNode): Type; value(node: TreeNode): Expression },
): StructType<Length> | undefined {
  const [, width] = ACCESSOR.exec(name) ?? [];
  const [element, dimensions, , index] = args;
  if (!ACCESSOR.test(name) || element === undefined || dimensions === undefined) return undefined;
  const count = wholeOf(of.value(dimensions));
  if (count === undefined || count < 1n) return undefined;
  const asked = index && of.type(index);
  const usual = width === '32' ? INT : scalarType('long');
  return madeType(of.type(element), asked?.kind === 'scalar' ? asked : usual, Number(count));
}

function madeType(element: Type, index: Type, dimensions: number): StructType<Length> {
  const size = index.kind === 'scalar' ? index.scalar : '';
  const of = element.kind === 'scalar' ? element.scalar : element.kind;
  return {
    kind: 'struct',
    name: `TensorAccessor<${of}, ${dimensions}, ${size}>`,
    union: false,
    packed: false,
    members: [
      { name: 'data', type: { kind: 'pointer', to: element } },
      ...Array.from({ length: dimensions }, (_, i) => ({ name: sizeName(i), type: index })),
    ],
  };
}

function memberOf(object: Expression, place: number, make: Maker): Expression {
  // A part that was just made.
  const part = object.kind === 'cast' ? object.operands[place] : undefined;
  const field = place === 0 ? 'data' : sizeName(place - 1);
  return part ?? make.typed({ kind: 'member', object, arrow: false, field, span: make.span });
}

/** Elements from one place of a dimension to the next. */
const strideOf = (object: Expression, dimensions: number, dimension: number, make: Maker) =>
  Array.from({ length: dimensions - dimension - 1 }, (_, i) =>
    memberOf(object, dimension + i + 2, make),
  ).reduce((product: Expression | undefined, next) => {
    return product === undefined ? next : make.binary('*', product, next);
  }, undefined);

/** `a[i]`: an element, or an accessor of the dimensions after the first. */
export function elementOf(
  array: Expression,
  index: Expression,
  make: Maker,
): Expression | undefined {
  const { type } = array;
  if (!isAccessor(type)) return undefined;
  const dimensions = dimensionsOf(type);
  const data = memberOf(array, 0, make);
  const stride = strideOf(array, dimensions, 0, make);
  if (stride === undefined)
    return make.typed({ kind: 'index', array: data, index, span: make.span });
  const [first, size] = type.members ?? [];
  const element = first?.type.kind === 'pointer' ? first.type.to : INT;
  return make.cast(
    madeType(element, size?.type ?? INT, dimensions - 1),
    make.binary('+', data, make.binary('*', index, stride)),
    ...Array.from({ length: dimensions - 1 }, (_, i) => memberOf(array, i + 2, make)),
  );
}

/** `a.size(1)`, `a.stride(0)` and `a.data()`. */
export function accessorCall(
  object: Expression,
  name: string,
  args: readonly Expression[],
  make: Maker,
): Expression | undefined {
  const { type } = object;
  if (!isAccessor(type)) return undefined;
  if (name === 'data' && args.length === 0) return memberOf(object, 0, make);
  const dimensions = dimensionsOf(type);
  const dimension = Number(args[0] && wholeOf(args[0]));
  if (!/^(?:size|stride)$/.test(name) || !(dimension >= 0 && dimension < dimensions))
    return undefined;
  return name === 'size'
    ? memberOf(object, dimension + 1, make)
    : (strideOf(object, dimensions, dimension, make) ?? make.number(1));
}

/** The tensor whose accessor an argument is: `x` of `x.packed_accessor32<float, 2>()`. */
export function tensorIn(arg: TreeNode): TreeNode | undefined {
  const called = arg.type === 'call_expression' ? arg.childForFieldName('function') : null;
  const inner = called?.type === 'template_function' ? called.childForFieldName('name') : called;
  const method = inner?.type === 'field_expression' ? inner : undefined;
  const field = method?.childForFieldName('field')?.text ?? '';
  return /^(?:generic_)?(?:packed_)?accessor(?:32|64)?\b/.test(field)
    ? (method?.childForFieldName('argument') ?? undefined)
    : undefined;
}

/** Methods that give the elements of the tensor itself, as `contiguous` does where they lie in order, or change them. */
const OF_ITSELF =
  /^(?:contiguous|detach|view|view_as|reshape|reshape_as|flatten|squeeze|unsqueeze|transpose|t|permute|\w*[a-z]_)$/;

/** Those that give some of them. */
const OF_PARTS = /^(?:narrow|select|slice|index|chunk|split|expand|expand_as|as_strided|diagonal)$/;

/** The tensor whose elements another is made of: `x` of `x.view({n})`; of `x.narrow(0, 2, 4)`, where parts count. */
export function viewedIn(
  { isPart }: { readonly isPart: boolean },
  call: TreeNode,
): TreeNode | undefined {
  const callee = call.type === 'call_expression' ? call.childForFieldName('function') : null;
  const method = callee?.type === 'field_expression' ? callee : undefined;
  const name = method?.childForFieldName('field')?.text ?? '';
  return (isPart ? OF_PARTS : OF_ITSELF).test(name)
    ? (method?.childForFieldName('argument') ?? undefined)
    : undefined;
}

export type Shape =
  | { readonly like: TreeNode }
  | { readonly sizes: readonly TreeNode[]; readonly of?: TreeNode | undefined };

/** The tensor that has as many elements. */
export const sourceOf = (shape: Shape): TreeNode | undefined =>
  'like' in shape ? shape.like : shape.of;

/** Functions that make a tensor of a shape, also of another's: `empty_like`. */
const MAKERS = ['empty', 'zeros', 'ones', 'full', 'rand', 'randn'] as const;
const IS_MADE = new RegExp(`^(?:(?:torch|at)::)?(${MAKERS.join('|')})(_like)?$`);

export type TensorMaker = (typeof MAKERS)[number];

export const tensorMaker = (callee: string): TensorMaker | undefined =>
  MAKERS.find((each) => each === IS_MADE.exec(callee)?.[1]);

/** Methods that ask for a tensor's shape, its type or its device. */
export const asksTensor = (method: string): boolean =>
  /^(?:numel|dim|ndimension|sizes|strides|options|dtype|scalar_type|device|get_device|layout|is_(?:cuda|cpu|contiguous|floating_point)|element_size|itemsize|nbytes)$/.test(
    method,
  );

/** Finds the sizes of a tensor: those of another, or a list, perhaps of as many elements. */
export function shapeOf(made: TreeNode): Shape | undefined {
  if (made.type !== 'call_expression') return undefined;
  const callee = made.childForFieldName('function');
  const args = named(made.childForFieldName('arguments'));
  const [first] = args;
  if (callee?.type === 'field_expression') {
    const owner = callee.childForFieldName('argument');
    const name = callee.childForFieldName('field')?.text ?? '';
    if (/^(?:clone|contiguous|detach|to|cuda|abs|neg|exp|relu|fill_|zero_)$/.test(name) && owner)
      return { like: owner };
    const sizes = listed(args);
    if (/^(?:reshape|view)$/.test(name) && owner) return sizes && { ...sizes, of: owner };
    return /^new_(?:zeros|empty|ones|full)$/.test(name) ? sizes : undefined;
  }
  const [, name, isLike] = IS_MADE.exec(callee?.text ?? '') ?? [];
  const asked = first?.type === 'call_expression' ? first.childForFieldName('function') : null;
  const owner = asked?.childForFieldName('argument');
  if (name === undefined) return undefined;
  if (isLike !== undefined) return first && { like: first };
  return owner && asked?.text.endsWith('.sizes') ? { like: owner } : listed(args);
}

const OPTIONS = /\b(?:options\(\)|TensorOptions|dtype|device|(?:torch|at|c10)::k[A-Z]\w*)\b/;

/** `{n, 3}`, or each size as an argument; options behind them say nothing of the shape. */
function listed(all: readonly TreeNode[]): { readonly sizes: readonly TreeNode[] } | undefined {
  const args = all.filter(({ text }) => !OPTIONS.test(text));
  const [first] = args;
  if (first?.type === 'compound_literal_expression') {
    const list = first.childForFieldName('value');
    return list ? { sizes: named(list) } : undefined;
  }
  if (first?.type === 'initializer_list') return { sizes: named(first) };
  return args.length > 0 &&
    args.every(({ type }) => /^(?:identifier|number_literal|binary_)/.test(type))
    ? { sizes: args }
    : undefined;
}

/** A call that asks for a tensor's shape: `x.size(0)`, or `x.numel()`. */
export function shapeAskedOf(name: string, call: string): readonly string[] {
  const text = call.replaceAll(/\s/g, '');
  return /^(?:size\(-?\w+\)|(?:numel|dim|ndimension|sizes)\(\))$/.test(
    text.slice(name.length + 1),
  ) && text.startsWith(`${name}.`)
    ? [text]
    : [];
}
