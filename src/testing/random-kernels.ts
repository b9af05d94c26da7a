import * as fc from 'fast-check';
import { type Expr, name, num } from '../front/expr.ts';
import type { Access, Block, Kernel, Node, Space } from '../kernel/ir.ts';
import type { Parameter } from '../front/configurations.ts';
import type { BinaryOperator } from '../base/operators.ts';
import { dependsOnItem } from '../front/algebra.ts';
import { type Constants, usualConstants } from '../platform/index.ts';

/** Shapes to draw. */
export interface Shapes {
  /** Optional nodes at most. */
  readonly nodes: number;
  /** Allows barriers that some items miss. */
  readonly divergence: boolean;
}

/** A kernel of one configuration, with platforms. */
export interface Sample {
  readonly kernel: Kernel;
  readonly values: Readonly<Record<string, number>>;
  readonly platforms: readonly Constants[];
}

type Draw = fc.GeneratorValue;

const binary = (operator: BinaryOperator, left: Expr, right: Expr): Expr => ({
  kind: 'binary',
  operator,
  left,
  right,
});

/** Where a node stands. */
interface Place {
  /** Indices of the loops around it. */
  readonly indices: readonly string[];
  readonly depth: number;
  /** All items of a group get here. */
  readonly together: boolean;
}

/** Draws a cost IR with a small model and one value per parameter. */
export function drawKernel(
  draw: Draw,
  shapes: Shapes,
  values: Readonly<Record<string, number>>,
): Kernel {
  const budget = { nodes: shapes.nodes };
  let spans = 0;
  let loops = 0;
  const span = (): { start: number; end: number } => ({ start: (spans += 2), end: spans + 1 });
  const pick = <T>(...values: readonly [T, ...T[]]): T => draw(fc.constantFrom, ...values);

  /** Equal for all items of a group. */
  const uniform = ({ indices }: Place): Expr =>
    pick<() => Expr>(
      () => num(pick(0, 1, 2, 3)),
      () => name(pick('TS', 'GMT', 'LMT', 'WG')),
      () => binary('%', name('group'), num(pick(2, 3))),
      () => binary('/', name('size'), name('WG')),
      () => (indices.length > 0 ? name(pick(...(indices as [string, ...string[]]))) : num(1)),
      () => ({ kind: 'unary', operator: 'log2', operand: name('WG') }),
    )();

  /** May differ between items. */
  const own = (place: Place): Expr =>
    pick<() => Expr>(
      () => name('lid'),
      () => binary('%', name(pick('lid', 'gid')), num(pick(2, 3))),
      () => binary(pick('*', '+'), name('lid'), uniform(place)),
      () => binary(pick('min', 'max'), name('lid'), uniform(place)),
      () => ({
        kind: 'conditional',
        condition: binary('==', name('lid'), num(0)),
        then: uniform(place),
        otherwise: num(pick(0, 1)),
      }),
    )();

  const condition = (place: Place, together: boolean): Expr => {
    const operator = pick('<', '<=', '>', '>=', '==', '!=');
    const compared = binary(operator, together ? uniform(place) : own(place), uniform(place));
    return pick(0, 1, 2) === 0 ? binary(pick('&&', '||'), compared, uniform(place)) : compared;
  };

  const access = (place: Place): Access => ({
    kind: pick('load', 'store', 'call'),
    space: pick<Space>('global', 'local', 'private'),
    name: 'a',
    ticks: pick(0, 1, 2) === 0 ? own(place) : uniform(place),
    span: span(),
  });

  const loop = (place: Place): Node => {
    const together = pick(true, true, false);
    const index = `i${(loops += 1)}`;
    const bound = together
      ? uniform(place)
      : pick(own(place), binary('-', name('lid'), num(1)), binary('/', name('gid'), num(2)));
    // Long loops would only make long paths.
    const trips = binary('min', bound, num(3));
    const inside = {
      indices: [...place.indices, index],
      depth: place.depth + 1,
      together: place.together && together,
    };
    return { kind: 'loop', trips, index, body: block(inside), span: span() };
  };

  const branch = (place: Place): Node => {
    const together = pick(true, false);
    const tested = condition(place, together);
    const inside = {
      ...place,
      depth: place.depth + 1,
      together: place.together && !dependsOnItem(tested),
    };
    return {
      kind: 'branch',
      condition: tested,
      uniform: !dependsOnItem(tested),
      then: block(inside),
      otherwise: pick(true, false) ? block(inside) : [],
      span: span(),
    };
  };

  const node = (place: Place): Node => {
    budget.nodes -= 1;
    const barriers = place.together || shapes.divergence;
    // A return inside a loop has no model.
    const returns = place.indices.length === 0 && place.depth > 0 && barriers;
    const kind = pick(
      'work',
      'work',
      ...(barriers ? (['barrier'] as const) : []),
      ...(returns ? (['return'] as const) : []),
      ...(place.depth < 3 && budget.nodes > 0
        ? (['loop', 'loop', 'branch', 'branch'] as const)
        : []),
    );
    switch (kind) {
      case 'work':
        return {
          kind,
          accesses: pick(true, false) ? [access(place)] : [access(place), access(place)],
          span: span(),
        };
      case 'barrier':
        return { kind, scope: 'local', span: span() };
      case 'return':
        return { kind, span: span() };
      case 'loop':
        return loop(place);
      case 'branch':
        return branch(place);
    }
  };

  const block = (place: Place): Block => {
    const nodes: Node[] = [];
    const wanted = pick(1, 2, 3);
    while (nodes.length < wanted && budget.nodes > 0) nodes.push(node(place));
    return nodes;
  };

  const body: Node[] = [];
  while (budget.nodes > 0) body.push(node({ indices: [], depth: 0, together: true }));
  const parameters = Object.entries(values).map(([parameter, value]): Parameter => ({
    name: parameter,
    domain: { kind: 'range', low: num(value), high: num(value), step: num(1) },
    span: span(),
  }));
  return {
    language: 'opencl',
    name: 'random',
    parameters,
    constraints: [],
    items: name('size'),
    localSize: name('WG'),
    localArrays: [],
    kept: [],
    geometry: { local: [name('WG')], global: [name('size')] },
    body,
    span: span(),
  };
}

/** Draws platforms that keep a kernel small, and parameter values; `tiny` allows searching all
 * schedules. */
export function drawSample(draw: Draw, shapes: Shapes, platforms: number, tiny = false): Sample {
  const below = (most: number): number => draw(fc.nat, most);
  const WG = 1 + below(tiny ? 2 : 4);
  const values = { WG, TS: 1 + below(2) };
  return {
    kernel: drawKernel(draw, shapes, values),
    values,
    platforms: Array.from({ length: platforms }, () => ({
      ...usualConstants(),
      size: WG * (1 + below(tiny ? 1 : 3)),
      ND: 1 + below(1),
      NU: 1 + below(1),
      NP: 1 + below(tiny ? 1 : 2),
      GMT: below(4),
      LMT: below(2),
      BT: below(2),
      DT: below(2),
    })),
  };
}

const statement = (depth: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('A[i] = 1;', 'x += A[i];', 'L[l] = x;', 'x += L[l];') },
    { weight: 2, arbitrary: fc.constant('barrier(CLK_LOCAL_MEM_FENCE);') },
    ...(depth === 0
      ? []
      : [
          {
            weight: 3,
            arbitrary: fc
              .tuple(fc.integer({ min: 0, max: 6 }), block(depth - 1), fc.boolean())
              .map(([trips, body, last]) => {
                const index = `k${depth}`;
                const end = last ? 'barrier(CLK_LOCAL_MEM_FENCE);' : '';
                return `for (int ${index} = 0; ${index} < ${trips}; ++${index}) { ${body} ${end} }`;
              }),
          },
          {
            weight: 1,
            arbitrary: block(0).map(
              (body) => `for (int j = 0; j < k${depth + 1}; ++j) { ${body} }`,
            ),
          },
        ]),
  );
const block = (depth: number): fc.Arbitrary<string> =>
  fc.array(statement(depth), { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

/** Costs depend only on loops: these fold the furthest. */
export const uniformText: fc.Arbitrary<string> = block(2).map(
  (body) => `
#pragma tuner param WG = range(1, 7, 1)
#pragma tuner items 12
__kernel void random(__global int *A, __local int *L) {
  int i = get_global_id(0), l = get_local_id(0), x = 0, k1 = 2, k2 = 3, k3 = 1;
  ${body}
  A[i] = x;
}`,
);
