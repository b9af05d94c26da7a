import { commaParts, upToClosing } from '../base/comma-parts.ts';
import { argumentsIn } from './python-arguments.ts';

/** Lengths of arrays that a Python script makes by NumPy, CuPy, PyTorch and PyCUDA. */

/** Factors of the number of elements, as Python writes them, and the bytes of each. */
interface PythonArray {
  readonly sizes: readonly string[];
  readonly bytes: number;
}

type ValueOf = (name: string) => string | undefined;

/** Arrays of arrays are followed this far. */
const DEEPEST = 6;

const BYTES: Readonly<Record<string, number>> = {
  bool: 1,
  bool_: 1,
  int: 8,
  float: 8,
  half: 2,
  short: 2,
  long: 8,
  single: 4,
  double: 8,
  intc: 4,
  uintc: 4,
  bfloat16: 2,
  complex64: 8,
  complex128: 16,
};

/** `np.float32`, `'f4'`, `np.dtype(np.int32)`; of PyTorch, `torch.int32`. */
function bytesOf(type: string): number | undefined {
  const name = type
    .replace(/^\w+\.dtype\((.*)\)$/, '$1')
    .replaceAll(/^\w+\.|["']/g, '')
    .trim();
  const [, bits] = /^(?:u?int|float)(8|16|32|64)$/.exec(name) ?? [];
  return bits === undefined ? BYTES[name] : Number(bits) / 8;
}

const LIBRARY = String.raw`(?:np|numpy|cp|cupy|torch|gpuarray|random|cuda|drv|driver|pycuda|pagelocked)`;

const CALL = new RegExp(`^(?:${LIBRARY}\\.)+(\\w+)\\(`);

/** Methods that leave an array's shape and type. */
const SAME = 'copy|cuda|cpu|contiguous|get|clone|detach|sort|numpy';
const IS_SAME = new RegExp(`\\.(?:${SAME})\\(\\)$`);

/** The same, or another type: `x.float()`, `x.to(device)`. */
const IS_SAME_SHAPE = new RegExp(`\\.(?:${SAME}|float|half|double|data|to)(?:\\([^()]*\\))?$`);

/** `x` of `x.contiguous().cuda()`. */
export function withSameShape(expression: string): string {
  const inner = expression.trim().replace(IS_SAME_SHAPE, '');
  return inner === expression.trim() ? inner : withSameShape(inner);
}

/** They leave the elements, in one dimension or in those that have more than one. */
const OTHER_SHAPE = /\.(ravel|flatten|squeeze)\(\)$/;

/** An array by the one value of its name, or by what makes it. */
export function arrayInPython(
  expression: string,
  valueOf: ValueOf,
  depth = 0,
): PythonArray | undefined {
  const text = expression.trim();
  if (depth > DEEPEST) return undefined;
  const inner = (next: string | undefined): PythonArray | undefined =>
    next === undefined ? undefined : arrayInPython(next, valueOf, depth + 1);
  if (/^\w+$/.test(text)) return /^\d/.test(text) ? undefined : inner(valueOf(text));
  const cast = /^([^]*)\.astype\(([^()]*)\)$/.exec(text);
  if (cast !== null) {
    const [made, bytes] = [inner(cast[1]), bytesOf(cast[2]?.split(',')[0] ?? '')];
    return made && bytes !== undefined ? { ...made, bytes } : undefined;
  }
  if (IS_SAME.test(text)) return inner(text.replace(IS_SAME, ''));
  const [end = '', how] = OTHER_SHAPE.exec(text) ?? [];
  if (how !== undefined) {
    const whole = inner(text.slice(0, -end.length));
    const longer = whole?.sizes.filter((size) => size !== '1') ?? [];
    const product = longer.map((size) => `(${size})`).join(' * ') || '1';
    return whole && { ...whole, sizes: how === 'squeeze' ? longer : [product] };
  }
  const [head, made = ''] = CALL.exec(text) ?? [];
  const inside = head === undefined ? undefined : upToClosing(text.slice(head.length));
  // Nothing is done with it in the same line.
  if (head === undefined || inside === undefined || head.length + inside.length + 1 !== text.length)
    return undefined;
  const isTorch = head.startsWith('torch.');
  return byCall(made, commaParts(inside), { isTorch, isRandom: /\brandom\./.test(head), inner });
}

function byCall(
  made: string,
  all: readonly string[],
  about: {
    readonly isTorch: boolean;
    readonly isRandom: boolean;
    readonly inner: (next: string | undefined) => PythonArray | undefined;
  },
): PythonArray | undefined {
  const { named, plain } = argumentsIn(all);
  const [first, second, third] = plain;
  const typed = named.get('dtype');
  const ofType = (usual: number | undefined, other?: string): number | undefined => {
    const type = typed ?? other;
    return type === undefined ? usual : bytesOf(type);
  };
  const of = (sizes: readonly string[] | undefined, bytes: number | undefined) =>
    sizes === undefined || sizes.length === 0 || bytes === undefined ? undefined : { sizes, bytes };
  const shape = named.get('shape') ?? named.get('size') ?? first;
  switch (made) {
    case 'zeros':
    case 'ones':
    case 'empty':
    case 'pagelocked_empty':
      return about.isTorch
        ? of(plain.length > 1 ? plain : sizesIn(shape), ofType(4))
        : of(sizesIn(shape), ofType(8, second));
    case 'full':
      return of(sizesIn(shape), ofType(undefined, about.isTorch ? undefined : third));
    case 'rand':
    case 'randn':
      return of(plain.length > 1 ? plain : sizesIn(shape), ofType(about.isTorch ? 4 : 8));
    case 'random':
    case 'random_sample':
      return of(sizesIn(shape), ofType(8));
    case 'randint':
      return of(sizesIn(named.get('size') ?? third), ofType(8));
    case 'uniform':
    case 'normal':
      return of(sizesIn(named.get('size') ?? third), ofType(about.isRandom ? 8 : undefined));
    case 'arange':
      return second === undefined ? of(sizesIn(first), ofType(8)) : undefined;
    case 'zeros_like':
    case 'ones_like':
    case 'empty_like':
    case 'full_like':
    case 'rand_like':
    case 'randn_like':
    case 'to_gpu':
    case 'to_device':
    case 'asarray':
    case 'ascontiguousarray':
    case 'array':
    case 'from_numpy':
    case 'as_tensor':
    case 'tensor':
    case 'In':
    case 'Out':
    case 'InOut': {
      const like = named.has('shape') ? undefined : about.inner(first);
      return like && of(like.sizes, ofType(like.bytes, made === 'full_like' ? third : second));
    }
    case 'mem_alloc': {
      const [, array] = /^(\w+)\.nbytes$/.exec(first ?? '') ?? [];
      return array === undefined ? of(sizesIn(first), 1) : about.inner(array);
    }
    default:
      return undefined;
  }
}

/** `(n, m)`, `[n, m]`, or `n`. */
function sizesIn(shape: string | undefined): readonly string[] | undefined {
  if (shape === undefined) return undefined;
  const inside = /^[([]([^]*)[)\]]$/.exec(shape)?.[1];
  const sizes = inside === undefined || !isWhole(inside) ? [shape] : commaParts(inside);
  return sizes.every((each) => /^[\w\s+\-*/().[\]]+$/.test(each)) ? sizes : undefined;
}

/** Brackets close what they open. */
const isWhole = (inside: string): boolean => upToClosing(`${inside})`) === inside;
