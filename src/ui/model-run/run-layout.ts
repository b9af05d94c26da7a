import type { ModelTrace, Transfer } from '../../session/index.ts';
import { lastAtMost } from '../../session/index.ts';

/** A run laid out for drawing: lifelines, and rows of steps. */
export interface RunLayout {
  readonly trace: ModelTrace;
  /** Indices of processes from left to right: claims only watch, and have none. */
  readonly lanes: readonly number[];
  /** Step of each row. */
  readonly rows: readonly number[];
  /** Row of the beginning and of the end of the part that repeats. */
  readonly loop: { readonly first: number; readonly last: number } | undefined;
  /** Messages with the rows where they are sent and received, in the order of sending. */
  readonly arrows: readonly RunArrow[];
}

export interface RunArrow {
  readonly transfer: Transfer;
  readonly from: number;
  /** Absent of a message that nobody has received. */
  readonly to: number | undefined;
}

export function layOutRun(trace: ModelTrace, onlyMessages: boolean): RunLayout {
  const lanes = trace.processes
    .map(({ isClaim, pid = 0 }, index) => ({ isClaim, pid, index }))
    .filter(({ isClaim }) => !isClaim)
    .toSorted((a, b) => a.pid - b.pid || a.index - b.index)
    .map(({ index }) => index);
  const rows = onlyMessages
    ? trace.stops.filter((stop) => trace.transferAt(stop) !== undefined)
    : trace.stops;
  const rowOf = new Map(rows.map((step, row) => [step, row]));
  const arrows = trace.transfers.flatMap((transfer) => {
    const from = rowOf.get(transfer.send);
    const to = transfer.receive === undefined ? undefined : rowOf.get(transfer.receive);
    return from === undefined ? [] : { transfer, from, to };
  });
  const { loop } = trace;
  const first = loop && rows.findIndex((step) => step >= loop.first);
  return {
    ...{ trace, lanes, rows, arrows },
    loop:
      first === undefined || first < 0 ? undefined : { first, last: Math.max(0, rows.length - 1) },
  };
}

/** The row at a step or before it. */
export const rowAtStep = ({ rows }: RunLayout, step: number): number => lastAtMost(rows, step);
