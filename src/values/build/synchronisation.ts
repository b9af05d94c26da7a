import type { Value } from '../program.ts';
import type { Scalar } from '../../front/scalar.ts';
import { load } from './access.ts';
import { NOTHING, ofScalar } from './conversion.ts';
import { type BuiltInCall, type Handler, one, pointer } from './handler.ts';
import { FENCES } from '../../front/literal.ts';
import { constant, convert, numberOf, offset, some, ulong } from './make.ts';
import { bytesOf, cellsOf } from '../../front/layout.ts';
import { COPY_OF_BARRIER, COPY_OF_ITEM, GRID_BARRIER } from '../../front/warp.ts';
import type { CopyEnd, Followed } from '../program.ts';
import { type CType, laneOf, lanesOf, SIZE } from '../../front/types.ts';

/** The spaces that the flags of a fence name. */
function fences(call: BuiltInCall): { readonly local: boolean; readonly global: boolean } {
  const { context, name, span } = call;
  const flags = numberOf(one(call, 0));
  if (flags === undefined)
    return context.refuse(span, `Which memory ${name} orders is not a constant.`);
  return { local: (flags & FENCES.local) !== 0, global: (flags & FENCES.global) !== 0 };
}

const barrier: Handler = (call) => {
  call.context.emitter.emit({ kind: 'barrier', ...fences(call), span: call.span });
  return NOTHING;
};

const gridBarrier: Handler = ({ context, span }) => {
  context.emitter.emit({ kind: 'barrier', local: true, global: true, isOfGrid: true, span });
  return NOTHING;
};

const fence: Handler = (call) => {
  call.context.emitter.emit({ kind: 'fence', ...fences(call), span: call.span });
  return NOTHING;
};

/** Told by the pointer's object, or else by its type. */
function isLocal(call: BuiltInCall, { type, address }: ReturnType<typeof pointer>): boolean {
  const { objects } = call.context;
  let space: string | undefined = type.space;
  some(address, (part) => {
    if (part.kind === 'address') space = objects[part.object]?.space ?? space;
    return false;
  });
  return space === 'local';
}

const copy =
  (strided: boolean): Handler =>
  (call) => {
    const { context, span } = call;
    const [to, from] = [pointer(call, 0), pointer(call, 1)];
    const elements = convert('ulong', one(call, 2));
    const stride = strided ? convert('ulong', one(call, 3)) : ulong(1);
    const event = convert('ulong', one(call, strided ? 4 : 3));
    const target = context.emitter.temporary('ulong');
    const scatters = strided && !isLocal(call, to);
    context.emitter.emit({
      kind: 'copy',
      target,
      to: to.address,
      from: from.address,
      elements,
      bytes: bytesOf(to.type.to),
      type: elementOf(to.type.to),
      lanes: isNumbers(to.type.to) ? lanesOf(to.type.to) : undefined,
      toStride: scatters ? stride : ulong(1),
      fromStride: scatters ? ulong(1) : stride,
      event,
      text: context.text(span),
      span,
    });
    return ofScalar({ kind: 'register', type: 'ulong', register: target });
  };

const isNumbers = ({ kind }: CType): boolean => kind === 'scalar' || kind === 'vector';
const elementOf = (type: CType): Scalar => (isNumbers(type) ? laneOf(type) : 'uchar');

const wait: Handler = (call) => {
  const { context, span, name } = call;
  const count = numberOf(one(call, 0));
  const { address } = pointer(call, 1);
  if (count === undefined)
    return context.refuse(span, `How many events ${name} waits for is not a constant.`);
  const events = Array.from({ length: count }, (_, i): Value => {
    const place = {
      kind: 'memory',
      type: SIZE,
      address: offset(address, constant('long', i * 8)),
    } as const;
    return load(context, place, span).lanes[0] ?? ulong(0);
  });
  context.emitter.emit({ kind: 'wait', events, span });
  return NOTHING;
};

/** One item's own copy of a scalar or a vector, to where `copy` of all items goes too. */
const ownCopy =
  (by: CopyEnd): Handler =>
  (call) => {
    const { context, span } = call;
    const { emitter } = context;
    const [to, from] = [pointer(call, 0), pointer(call, 1)];
    const [target, source] = [emitter.keep(to.address, span), emitter.keep(from.address, span)];
    const text = context.text(span);
    for (const { type, offset: at } of cellsOf(to.type.to)) {
      const register = emitter.temporary(type);
      const cell = constant('long', at);
      const place = offset(source, cell);
      emitter.emit({
        kind: 'load',
        target: register,
        type,
        address: place,
        text,
        span,
        isUnderWay: true,
      });
      const value: Value = { kind: 'register', type, register };
      const address = offset(target, cell);
      emitter.emit({ kind: 'store', type, address, value, text, span, isUnderWay: by });
    }
    return NOTHING;
  };

const commit: Handler = ({ context, span }) => {
  context.emitter.emit({ kind: 'commit', span });
  return NOTHING;
};

const settle: Handler = (call) => {
  const keeps = convert('uint', one(call, 0));
  call.context.emitter.emit({ kind: 'settle', keeps, by: 'item', span: call.span });
  return NOTHING;
};

const settleBarrier: Handler = ({ context, span }) => {
  context.emitter.emit({ kind: 'settle', keeps: constant('uint', 0), by: 'barrier', span });
  return NOTHING;
};

const follows =
  (what: Followed): Handler =>
  (call) => {
    const { context, span } = call;
    const values =
      what === 'arrivals'
        ? [convert('uint', one(call, 0)), convert('uint', one(call, 1))]
        : what === 'barrier'
          ? [convert('uint', one(call, 1)), pointer(call, 0).address]
          : [convert('uint', one(call, 0))];
    context.emitter.emit({ kind: 'follows', what, values, span });
    return NOTHING;
  };

/** Functions where items meet or that order their accesses. */
export const SYNCHRONISATION: Readonly<Record<string, Handler>> = {
  barrier,
  work_group_barrier: barrier,
  [GRID_BARRIER]: gridBarrier,
  mem_fence: fence,
  read_mem_fence: fence,
  write_mem_fence: fence,
  atomic_work_item_fence: fence,
  async_work_group_copy: copy(false),
  async_work_group_strided_copy: copy(true),
  wait_group_events: wait,
  [COPY_OF_ITEM]: ownCopy('item'),
  [COPY_OF_BARRIER]: ownCopy('barrier'),
  __pipeline_commit: commit,
  __pipeline_wait_prior: settle,
  __barrier_settles: settleBarrier,
  __follows_from_here: follows('from-here'),
  __follows_arrivals: follows('arrivals'),
  __follows_size: follows('size'),
  __follows_stage: follows('stage'),
  __follows_barrier: follows('barrier'),
};
