import { productOf } from '../../base/product.ts';
import { vectorType } from '../../front/types.ts';
import { WARP_SIZE } from '../../front/warp.ts';
import type { Value } from '../program.ts';
import type { RValue } from './context.ts';
import { ofScalar, single } from './conversion.ts';
import { type BuiltInCall, type Handler, one } from './handler.ts';
import { binary, constant, convert, select } from './make.ts';
import { folded, taken, WARP } from './warp.ts';
import { FOLDS } from './work-group.ts';
import { localLinearId } from './work-item.ts';

/** Sub-groups (OpenCL C, "Sub-group Functions"), which are taken to be warps. */

const uint = (value: number): Value => constant('uint', value);

/** Says what the answer rests on. */
function sized({ context, span }: BuiltInCall): void {
  const { subGroupSize } = context.kernel;
  if (productOf(context.range.local) === 1 || subGroupSize === String(WARP_SIZE)) return;
  if (subGroupSize !== undefined)
    context.refuse(
      span,
      `Sub-groups of ${subGroupSize} are not followed, only those of ${WARP_SIZE}.`,
    );
  context.assume({
    what: 'sub-groups',
    why: `How large sub-groups are is the device's own affair: they are taken to have ${WARP_SIZE} work-items.`,
    span,
    weakens: false,
    touches: 'all',
    holdsIf: `sub-groups have ${WARP_SIZE} work-items`,
  });
}

const lane = (call: BuiltInCall): Value =>
  binary('%', convert('long', localLinearId(call.context.range)), constant('long', WARP_SIZE));

/** All work-items of the sub-group come to it. */
const EVERYBODY: RValue = single('uint', uint(0xffffffff));

/** A function of a warp's lanes, called by all of them. */
const like =
  (name: string): Handler =>
  (call) => {
    sized(call);
    const handler = WARP[name];
    if (handler === undefined) throw new Error(`${name} is no function of lanes`);
    return handler({ ...call, args: [EVERYBODY, ...call.args] });
  };

const scan =
  (fold: (typeof FOLDS)[keyof typeof FOLDS], isInclusive: boolean): Handler =>
  (call) => {
    sized(call);
    const value = one(call, 0);
    const own = call.context.emitter.keep(lane(call), call.span);
    const found = folded(
      { ...call, args: [EVERYBODY] },
      value,
      fold.start(value.type),
      (sum, other, at) =>
        select(binary(isInclusive ? '<=' : '<', at, own), fold.join(sum, other), sum),
    );
    return ofScalar(found);
  };

const about =
  (find: (call: BuiltInCall, items: number) => Value): Handler =>
  (call) => {
    sized(call);
    return ofScalar(convert('uint', find(call, productOf(call.context.range.local))));
  };

/** The value of another item; one that is outside of the sub-group has none.
 * @param from the other's number, by the own one and what is asked */
const another =
  (from: (own: Value, asked: Value) => Value, isOne = false): Handler =>
  (call) => {
    sized(call);
    const asked = convert('long', one(call, 1));
    const [value, place] = [one(call, 0), from(lane(call), asked)];
    return ofScalar(taken({ ...call, args: [EVERYBODY] }, value, place, isOne));
  };

export const SUB_GROUP: Readonly<Record<string, Handler>> = {
  sub_group_barrier: (call) => like('__syncwarp')({ ...call, args: [] }),
  sub_group_all: like('__all_sync'),
  sub_group_any: like('__any_sync'),
  sub_group_broadcast: another((_, asked) => asked, true),
  sub_group_shuffle: another((_, asked) => asked),
  sub_group_shuffle_xor: another((own, asked) => binary('^', own, asked)),
  sub_group_shuffle_up: another((own, asked) => binary('-', own, asked)),
  sub_group_shuffle_down: another((own, asked) => binary('+', own, asked)),
  sub_group_ballot: (call) => ({
    type: vectorType('uint', 4),
    lanes: [...like('__ballot_sync')(call).lanes, uint(0), uint(0), uint(0)],
  }),
  ...Object.fromEntries(
    Object.entries(FOLDS).flatMap(([name, fold]): [string, Handler][] => [
      [`sub_group_reduce_${name}`, like(`__reduce_${name}_sync`)],
      [`sub_group_scan_inclusive_${name}`, scan(fold, true)],
      [`sub_group_scan_exclusive_${name}`, scan(fold, false)],
    ]),
  ),
  get_sub_group_local_id: about(lane),
  get_max_sub_group_size: about((_, items) => uint(Math.min(items, WARP_SIZE))),
  get_num_sub_groups: about((_, items) => uint(Math.ceil(items / WARP_SIZE))),
  get_sub_group_id: about((call) =>
    binary('/', convert('long', localLinearId(call.context.range)), constant('long', WARP_SIZE)),
  ),
  // The last one may be smaller.
  get_sub_group_size: about((call, items) => {
    const last = items % WARP_SIZE;
    const first = binary('-', convert('long', localLinearId(call.context.range)), lane(call));
    const isLast = binary(
      '>',
      binary('+', first, constant('long', WARP_SIZE)),
      constant('long', items),
    );
    return select(isLast, constant('long', last), constant('long', WARP_SIZE));
  }),
};
