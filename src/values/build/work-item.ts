import type { Value } from '../program.ts';
import type { Range } from './context.ts';
import { ofScalar } from './conversion.ts';
import { type Handler, one } from './handler.ts';
import { binary, constant, convert, numberOf, select, ulong } from './make.ts';

const DIMENSIONS = [0, 1, 2] as const;
type Dimension = (typeof DIMENSIONS)[number];

const idOf =
  (of: 'local' | 'group' | 'global') =>
  ({ local, global }: Range, dimension: Dimension): Value => {
    const groups = global[dimension] / local[dimension];
    const count = { local: local[dimension], group: groups, global: global[dimension] }[of];
    return count === 1 ? ulong(0) : { kind: 'id', type: 'ulong', of, dimension };
  };

const size =
  (count: (range: Range, dimension: Dimension) => number) =>
  (range: Range, dimension: Dimension): Value =>
    ulong(count(range, dimension));

const groupsOf = ({ local, global }: Range, dimension: Dimension): number =>
  global[dimension] / local[dimension];

/** Results for a dimension, and for one out of range. */
const OF_DIMENSION: Readonly<
  Record<string, readonly [of: (range: Range, dimension: Dimension) => Value, outside: number]>
> = {
  get_local_id: [idOf('local'), 0],
  get_group_id: [idOf('group'), 0],
  get_global_id: [idOf('global'), 0],
  get_local_size: [size(({ local }, dimension) => local[dimension]), 1],
  get_enqueued_local_size: [size(({ local }, dimension) => local[dimension]), 1],
  get_global_size: [size(({ global }, dimension) => global[dimension]), 1],
  get_num_groups: [size(groupsOf), 1],
  get_global_offset: [() => ulong(0), 0],
};

/** Functions for item identifiers and sizes. */
export const WORK_ITEM: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(
    Object.entries(OF_DIMENSION).map(([name, [of, outside]]): [string, Handler] => [
      name,
      (call) => {
        const { context } = call;
        // Some call them without an argument.
        const asked = call.args.length === 0 ? ulong(0) : convert('ulong', one(call, 0));
        const known = numberOf(asked);
        const at = (dimension: Dimension): Value => of(context.range, dimension);
        if (known === undefined)
          return ofScalar(
            DIMENSIONS.toReversed().reduce(
              (otherwise: Value, dimension) =>
                select(binary('==', asked, ulong(dimension)), at(dimension), otherwise),
              ulong(outside),
            ),
          );
        const found = DIMENSIONS.find((dimension) => dimension === known);
        return ofScalar(found === undefined ? ulong(outside) : at(found));
      },
    ]),
  ),
  get_work_dim: ({ context }) => ofScalar(constant('uint', context.range.dimensions)),
  get_local_linear_id: ({ context }) => ofScalar(localLinearId(context.range)),
  get_global_linear_id: ({ context }) => ofScalar(globalLinearId(context.range)),
};

/** Joins three dimensions' indices, the first running fastest. */
export const linear = (at: (dimension: Dimension) => Value, sizes: Range['local']): Value => {
  const row = (dimension: Dimension, rest: Value): Value =>
    binary('+', binary('*', rest, ulong(sizes[dimension])), at(dimension));
  return row(0, row(1, at(2)));
};

export const localLinearId = (range: Range): Value =>
  linear((dimension) => idOf('local')(range, dimension), range.local);

export const globalLinearId = (range: Range): Value =>
  linear((dimension) => idOf('global')(range, dimension), range.global);

export const groupLinearId = (range: Range): Value =>
  linear(
    (dimension) => idOf('group')(range, dimension),
    [groupsOf(range, 0), groupsOf(range, 1), groupsOf(range, 2)],
  );
