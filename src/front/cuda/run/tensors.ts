import type { TreeNode } from '../../tree-node.ts';
import { named as children } from '../../parsed.ts';
import { asksTensor, shapeOf, type TensorMaker, tensorMaker, viewedIn } from '../tensors.ts';
import { LOST, OPEN, type Scope, UNSET, type Value } from './cells.ts';
import { computed, numberIn, whole } from './numbers.ts';
import { HostStatements } from './statements.ts';

/** The type of PyTorch's tensors: handles of memory, which lies in order. */
const TENSOR = 'at::Tensor';

type Struct = Extract<Value, { kind: 'struct' }>;

const isTensor = (value: Value): value is Struct =>
  value.kind === 'struct' && value.type === TENSOR;

/** Undefined where nobody tells how many dimensions it has. */
const sizesOf = ({ members }: Struct): readonly Value[] | undefined =>
  members.has('size0')
    ? [...members].flatMap(([name, size]) => (/^size\d+$/.test(name) ? [size] : []))
    : undefined;

const tensor = (data: Value, sizes: readonly Value[] = []): Struct => ({
  kind: 'struct',
  type: TENSOR,
  members: new Map([['data', data], ...sizes.map((each, i) => [`size${i}`, each] as const)]),
});

const product = (sizes: readonly Value[] | undefined): Value =>
  sizes?.reduce((all, each) => computed('*', all, each), whole(1, 'long')) ?? OPEN;

/** Elements that a call sets, before their type is known. */
const MAKES: Readonly<Record<TensorMaker, Value>> = {
  empty: UNSET,
  zeros: whole(0),
  ones: whole(1),
  full: LOST,
  rand: OPEN,
  randn: OPEN,
};

/** Tensors of PyTorch that the host makes. */
export abstract class HostTensors extends HostStatements {
  /** `torch::zeros({n, m}, options)` or `torch::empty_like(x)`; undefined of other calls. */
  protected madeTensor(node: TreeNode, scope: Scope): Value | undefined {
    const callee = node.childForFieldName('function')?.text ?? '';
    const maker = callee.includes('::') ? tensorMaker(callee) : undefined;
    if (maker === undefined) return undefined;
    const shape = shapeOf(node);
    const like = shape && 'like' in shape ? this.valueOf(shape.like, scope) : undefined;
    const listed = shape && 'sizes' in shape ? shape.sizes : undefined;
    const sizes =
      like && isTensor(like) ? sizesOf(like) : listed?.map((each) => this.valueOf(each, scope));
    const about = { element: undefined, bytes: undefined, place: 'device', madeBy: node } as const;
    const cells = this.newCells(about, MAKES[maker]);
    // Calls give one without elements a shape: `at::sum_out(t, x)`.
    const isShaped = numberIn(product(sizes)) !== 0;
    return tensor({ kind: 'pointer', to: cells, at: 0, rows: [] }, isShaped ? sizes : []);
  }

  /** A method of a tensor that the text makes; undefined of one that is not followed. */
  protected ofTensor(
    owner: Value,
    node: TreeNode,
    method: string,
    scope: Scope,
  ): Value | undefined {
    if (!isTensor(owner)) return undefined;
    const [first] = children(node.childForFieldName('arguments'));
    const [, name = '', type] = /^(\w+)\s*(?:<(.*)>)?$/s.exec(method) ?? [];
    const sizes = sizesOf(owner);
    const data = owner.members.get('data') ?? LOST;
    if (viewedIn({ isPart: false }, node) && !name.endsWith('_'))
      return tensor(data, this.#viewed(node, name, sizes, scope));
    switch (name) {
      case 'numel':
        return product(sizes);
      case 'dim':
      case 'ndimension':
        return sizes ? whole(sizes.length, 'long') : OPEN;
      case 'size':
      case 'stride': {
        const asked = numberIn(this.valueOf(first, scope));
        const at = asked !== undefined && asked < 0 ? asked + (sizes?.length ?? 0) : asked;
        if (at === undefined || sizes === undefined) return OPEN;
        return name === 'size' ? (sizes[at] ?? OPEN) : product(sizes.slice(at + 1));
      }
      case 'data_ptr':
      case 'mutable_data_ptr':
      case 'const_data_ptr':
      case 'data':
        return this.#typed(data, type, product(sizes));
      case 'zero_':
      case 'fill_':
        if (data.kind !== 'pointer' || !data.to) return undefined;
        data.to.fill(name === 'zero_' ? this.#held(data, whole(0)) : LOST);
        return owner;
      default:
        return asksTensor(name) ? LOST : undefined;
    }
  }

  /** The same elements in another shape; undefined where it is not told. */
  #viewed(node: TreeNode, name: string, own: readonly Value[] | undefined, scope: Scope) {
    if (/^(?:contiguous|detach)$/.test(name)) return own;
    const shape = shapeOf(node);
    const sizes =
      shape && 'sizes' in shape ? shape.sizes.map((each) => this.valueOf(each, scope)) : [];
    return sizes.every((each) => (numberIn(each) ?? -1) >= 0) ? sizes : undefined;
  }

  #held(data: Value, value: Value): Value {
    const element = data.kind === 'pointer' ? data.to?.element : undefined;
    return element ? this.types.held(value, element) : value;
  }

  /** `t.data_ptr<float>()` tells the elements' type. */
  #typed(data: Value, type: string | undefined, count: Value): Value {
    const cells = data.kind === 'pointer' ? data.to : undefined;
    const element = { name: type?.replace(/^const\s+/, '') ?? '', stars: 0 };
    const each = type === undefined ? undefined : this.types.bytesOf(element);
    if (!cells || cells.element !== undefined || each === undefined) return data;
    cells.element = element;
    cells.bytes = numberIn(computed('*', count, whole(each, 'long')));
    if (cells.rest.kind === 'whole') cells.rest = this.types.held(cells.rest, element);
    return data;
  }
}
