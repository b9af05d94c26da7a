import { CONSTANT_NAMES } from '../base/constants.ts';
import { binary, conditional, dependsOnItem, not, substitute } from '../front/algebra.ts';
import { type Expr, ITEM_NAMES, name, num, show } from '../front/expr.ts';
import {
  type Access,
  type Block,
  contains,
  type Kernel,
  type LocalArray,
  type Loop,
  type Node,
  nodesIn,
  type Touched,
} from './ir.ts';
import type { Constraint } from '../front/configurations.ts';
import type { Decision } from '../front/variants.ts';

/** The kernel where some `#if` conditions hold. */
export interface KernelVariant {
  readonly path: readonly Decision[];
  readonly kernel: Kernel;
}

/** One kernel for all variants, in the order of `variantsOf`; some may be missing. Differences
 * become branches on the configuration and platform. Parameters are those of the first. */
export function joinVariants(variants: readonly KernelVariant[]): Kernel | undefined {
  const [first, ...others] = variants;
  if (first === undefined || others.length === 0) return first?.kernel;
  const told = variants.map(({ path, kernel }) => ({
    path,
    kernel: { ...kernel, body: withTemporaryIndices(kernel.body) },
  }));
  const kernel = joinFrom(told, 0);
  if (kernel === undefined) return undefined;
  const parameters = kernel.parameters.map((parameter) => parameter.name);
  const taken = new Set([...parameters, ...CONSTANT_NAMES, ...ITEM_NAMES]);
  return { ...kernel, body: withShortIndices(kernel.body, taken) };
}

function joinFrom(variants: readonly KernelVariant[], depth: number): Kernel | undefined {
  const [first, ...others] = variants;
  const decision = first?.path[depth];
  if (first === undefined || others.length === 0 || decision === undefined) return first?.kernel;
  const side = (holds: boolean): Kernel | undefined =>
    joinFrom(
      variants.filter(({ path }) => path[depth]?.holds === holds),
      depth + 1,
    );
  const [then, otherwise] = [side(true), side(false)];
  if (then === undefined || otherwise === undefined) return then ?? otherwise;
  return joinKernels(decision, then, otherwise);
}

function joinKernels(decision: Decision, then: Kernel, otherwise: Kernel): Kernel {
  const { condition } = decision;
  return {
    ...then,
    constraints: joinConstraints(condition, then.constraints, otherwise.constraints),
    items: conditional(condition, then.items, otherwise.items),
    localSize: conditional(condition, then.localSize, otherwise.localSize),
    localArrays: joinArrays(condition, then.localArrays, otherwise.localArrays),
    kept: joinArrays(condition, then.kept, otherwise.kept),
    body: joinBlocks(decision, then.body, otherwise.body),
  };
}

const keyOfConstraint = ({ condition, text, span }: Constraint): string =>
  `${span.start} ${span.end} ${text} ${show(condition)}`;

/** Constraints of one side hold only under its condition. */
function joinConstraints(
  condition: Expr,
  then: readonly Constraint[],
  otherwise: readonly Constraint[],
): readonly Constraint[] {
  const [left, right] = [then, otherwise].map((side) => new Set(side.map(keyOfConstraint)));
  const unless = (exempt: Expr, constraint: Constraint): Constraint => ({
    ...constraint,
    condition: binary('||', exempt, constraint.condition),
  });
  return [
    ...then.map((one) =>
      right?.has(keyOfConstraint(one)) === true ? one : unless(not(condition), one),
    ),
    ...otherwise
      .filter((one) => left?.has(keyOfConstraint(one)) !== true)
      .map((one) => unless(condition, one)),
  ];
}

/** An array that one side lacks has no elements there. */
function joinArrays(
  condition: Expr,
  then: readonly LocalArray[],
  otherwise: readonly LocalArray[],
): readonly LocalArray[] {
  const same = (a: LocalArray, b: LocalArray): boolean =>
    a.name === b.name && a.span.start === b.span.start;
  const elements = (array: LocalArray, others: readonly LocalArray[]): Expr =>
    others.find((other) => same(array, other))?.elements ?? num(0);
  return [
    ...then.map((array) => ({
      ...array,
      elements: conditional(condition, array.elements, elements(array, otherwise)),
    })),
    ...otherwise
      .filter((array) => !then.some((other) => same(array, other)))
      .map((array) => ({ ...array, elements: conditional(condition, num(0), array.elements) })),
  ];
}

const keyOfAccess = ({ kind, space, name: text, ticks, span, touched }: Access): string =>
  `${kind} ${space} ${text} ${show(ticks)} ${span.start} ${span.end}${keyOfTouched(touched)}`;

const keyOfTouched = (touched?: Touched): string =>
  touched === undefined
    ? ''
    : ` ${touched.array} ${touched.bytes} ${touched.aligned ?? ''} ${touched.address ? show(touched.address) : ''}`;

/** Equal for nodes that one could stand for, once their insides are joined. */
function keyOf(node: Node): string {
  const key = `${node.kind} ${node.span.start} ${node.span.end}`;
  switch (node.kind) {
    case 'work':
      return [key, ...node.accesses.map(keyOfAccess)].join('; ');
    case 'barrier':
      return `${key} ${node.scope}`;
    case 'loop':
      return `${key} ${show(node.trips)} ${interrupts(node)} ${node.unroll !== undefined}`;
    case 'branch':
      return `${key} ${show(node.condition)} ${interrupts(node)}`;
    case 'return':
      return key;
  }
}

/** A node with a barrier or an exit: it cuts the code around it into phases. */
export const interrupts = (node: Node): boolean =>
  contains([node], 'barrier') || contains([node], 'return');

/** A node that both sides have. */
interface Pair {
  readonly left: number;
  readonly right: number;
}

/** Joins two blocks: shared nodes stand once, the rest goes into branches.
 * A branch with a barrier spans from one shared barrier to the next, so that the work between
 * barriers stays in one piece in every configuration. */
function joinBlocks(decision: Decision, left: Block, right: Block): Block {
  const pairs = whole(left, right, common(left.map(keyOf), right.map(keyOf)));
  const result: Node[] = [];
  let [a, b] = [0, 0];
  const gap = (endA: number, endB: number): void => {
    const then = left.slice(a, endA);
    const otherwise = right.slice(b, endB);
    if (then.length + otherwise.length > 0) result.push(branchOn(decision, then, otherwise));
  };
  for (const pair of pairs) {
    gap(pair.left, pair.right);
    const [one, other] = [left[pair.left], right[pair.right]];
    if (one !== undefined && other !== undefined) result.push(joinNodes(decision, one, other));
    [a, b] = [pair.left + 1, pair.right + 1];
  }
  gap(left.length, right.length);
  return result;
}

const branchOn = (
  { condition, span }: Decision,
  then: readonly Node[],
  otherwise: readonly Node[],
): Node => ({
  kind: 'branch',
  condition,
  uniform: !dependsOnItem(condition),
  then,
  otherwise,
  span,
});

function joinNodes(decision: Decision, one: Node, other: Node): Node {
  if (one.kind === 'loop' && other.kind === 'loop') {
    const index = one.index ?? other.index;
    const renamed =
      index === undefined || other.index === undefined || other.index === index
        ? other.body
        : withIndices(
            other.body,
            (loop) => loop.index ?? '',
            new Map([[other.index, name(index)]]),
          );
    const body = joinBlocks(decision, one.body, renamed);
    const unroll = joinUnrolls(decision, one, other);
    return { ...one, ...(index !== undefined && { index }), ...(unroll && { unroll }), body };
  }
  if (one.kind === 'branch' && other.kind === 'branch')
    return {
      ...one,
      then: joinBlocks(decision, one.then, other.then),
      otherwise: joinBlocks(decision, one.otherwise, other.otherwise),
    };
  return one;
}

/** All rounds together are as many as there are. */
function joinUnrolls({ condition }: Decision, one: Loop, other: Loop): Loop['unroll'] {
  const [then, otherwise] = [one, other].map(({ unroll, trips }) =>
    unroll === 'all' ? trips : unroll,
  );
  if (one.unroll === other.unroll || then === undefined || otherwise === undefined)
    return one.unroll;
  return conditional(condition, then, otherwise);
}

/** Drops pairs that would cut a phase: from a one-sided barrier to the next shared one, and all
 * after a one-sided return. */
function whole(left: Block, right: Block, pairs: readonly Pair[]): readonly Pair[] {
  const dropped = new Set<number>();
  const isSoft = (index: number): boolean => {
    const node = left[pairs[index]?.left ?? -1];
    return node !== undefined && !interrupts(node);
  };
  for (let i = 0; i <= pairs.length; i += 1) {
    const [before, after] = [pairs[i - 1], pairs[i]];
    const inGap = [
      ...left.slice((before?.left ?? -1) + 1, after?.left ?? left.length),
      ...right.slice((before?.right ?? -1) + 1, after?.right ?? right.length),
    ];
    if (!inGap.some(interrupts)) continue;
    for (let k = i - 1; isSoft(k); k -= 1) dropped.add(k);
    const goes = contains(inGap, 'return') ? () => true : isSoft;
    for (let k = i; k < pairs.length && goes(k); k += 1) dropped.add(k);
  }
  return pairs.filter((_, i) => !dropped.has(i));
}

/** Longer sides are compared at their ends only. */
const MOST_COMPARED = 1_000_000;

/** A longest common subsequence of two lists. */
function common(left: readonly string[], right: readonly string[]): Pair[] {
  let start = 0;
  let end = 0;
  const shorter = Math.min(left.length, right.length);
  while (start < shorter && left[start] === right[start]) start += 1;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const pairs: Pair[] = Array.from({ length: start }, (_, i) => ({ left: i, right: i }));
  const a = left.slice(start, left.length - end);
  const b = right.slice(start, right.length - end);
  if (a.length * b.length <= MOST_COMPARED) {
    // length[i][j]: the longest for a from i on and b from j on.
    const width = b.length + 1;
    const lengths = new Uint32Array((a.length + 1) * width);
    const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
    for (let i = a.length - 1; i >= 0; i -= 1)
      for (let j = b.length - 1; j >= 0; j -= 1)
        lengths[i * width + j] =
          a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    for (let i = 0, j = 0; i < a.length && j < b.length;) {
      const same = a[i] === b[j];
      if (same) pairs.push({ left: start + i, right: start + j });
      const inLeft = same || at(i + 1, j) >= at(i, j + 1);
      if (same || !inLeft) j += 1;
      if (inLeft) i += 1;
    }
  }
  for (let i = end; i > 0; i -= 1) pairs.push({ left: left.length - i, right: right.length - i });
  return pairs;
}

/** Names loop indices by place and repetition, so that variants agree. */
function withTemporaryIndices(body: Block): Block {
  const seen = new Map<string, number>();
  return withIndices(body, ({ index = '', span }) => {
    const place = `${index.replace(/_\d+$/, '')}@${span.start}_${span.end}`;
    const count = (seen.get(place) ?? 0) + 1;
    seen.set(place, count);
    return `${place}_${count}`;
  });
}

/** Restores the index names, each once; `taken` names belong to others. */
function withShortIndices(body: Block, taken: ReadonlySet<string>): Block {
  const used = new Set(taken);
  for (const node of nodesIn(body))
    if (node.kind === 'loop' && node.index?.includes('@') === false) used.add(node.index);
  return withIndices(body, ({ index = '' }) => {
    const [wanted = 'i'] = index.split('@');
    for (let i = 1; ; i += 1) {
      const candidate = i === 1 ? wanted : `${wanted}_${i}`;
      if (used.has(candidate)) continue;
      used.add(candidate);
      return candidate;
    }
  });
}

/** Renames loop indices in the order of the loops. */
function withIndices(
  body: Block,
  rename: (loop: Loop) => string,
  names: ReadonlyMap<string, Expr> = new Map(),
): Block {
  const of = (expr: Expr): Expr => (names.size === 0 ? expr : substitute(expr, names));
  return body.map((node): Node => {
    switch (node.kind) {
      case 'work':
        return {
          ...node,
          accesses: node.accesses.map((access) => ({
            ...access,
            ticks: of(access.ticks),
            ...(access.touched?.address && {
              touched: { ...access.touched, address: of(access.touched.address) },
            }),
          })),
          ...(node.carried && { carried: { ...node.carried, index: of(node.carried.index) } }),
        };
      case 'loop': {
        const trips = of(node.trips);
        if (node.index === undefined)
          return { ...node, trips, body: withIndices(node.body, rename, names) };
        const index = rename(node);
        const inner = new Map([...names, [node.index, name(index)]]);
        return { ...node, trips, index, body: withIndices(node.body, rename, inner) };
      }
      case 'branch':
        return {
          ...node,
          condition: of(node.condition),
          then: withIndices(node.then, rename, names),
          otherwise: withIndices(node.otherwise, rename, names),
        };
      default:
        return node;
    }
  });
}

/** Equal for kernels with the same parameter names and values. */
export const keyOfParameters = ({ parameters }: Kernel): string =>
  parameters
    .map(({ name: text, domain }) => {
      const parts =
        domain.kind === 'list'
          ? domain.values
          : [domain.low, domain.high, ...(domain.kind === 'range' ? [domain.step] : [])];
      return `${text} ${domain.kind} ${parts.map((part) => show(part)).join(', ')}`;
    })
    .join('; ');
