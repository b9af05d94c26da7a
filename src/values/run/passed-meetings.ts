import type { Instruction } from '../program.ts';
import { type Flow, flowOf } from './flow.ts';

/** Meetings that an item can only have missed by passing them: what comes behind is done by all, whether they came or
 * not, or they go on to the next round of a loop, so that none of them has returned before. */
export function withMeetingsOfAll(code: readonly Instruction[]): readonly Instruction[] {
  if (!code.some(isMeeting)) return code;
  const flow = flowOf({ code });
  const end = flow.blocks.findIndex(({ end: last }) => code[last - 1]?.kind === 'end');
  // An end that is only jumped to is returned to.
  const { first = 0, end: last = 0 } = flow.blocks[end] ?? {};
  if (end < 0) return code;
  const isReturnedTo = last - first === 1 && code[first - 1]?.kind === 'jump';
  const byAll = new Set([0, ...behind(flow, 0)]);
  return code.map((step, at) => {
    if (!isMeeting(step)) return step;
    const block = flow.blocks.findIndex((each) => each.first <= at && at < each.end);
    const isPassed = behind(flow, block).some(
      (each) =>
        byAll.has(each) &&
        (leadsTo(flow, each, block)
          ? leadsTo(flow, each, each, block)
          : !isReturnedTo && does(code, flow, each)),
    );
    return isPassed ? { ...step, isForAll: true } : step;
  });
}

const isMeeting = (step: Instruction): step is Extract<Instruction, { kind: 'barrier' | 'meet' }> =>
  step.kind === 'barrier' || step.kind === 'meet';

/** Blocks that every way from a block comes to. */
function behind({ meets }: Flow, block: number): readonly number[] {
  const found: number[] = [];
  for (let at = meets[block]; at !== undefined; at = meets[at]) found.push(at);
  return found;
}

/** Others can see what it does. */
const does = (code: readonly Instruction[], { blocks }: Flow, block: number): boolean =>
  code
    .slice(blocks[block]?.first, blocks[block]?.end)
    .some(({ kind }) => kind === 'store' || kind === 'atomic');

/** @param without a block that is not passed on the way */
function leadsTo({ blocks }: Flow, from: number, to: number, without?: number): boolean {
  const seen = new Set(without === undefined ? [] : [without]);
  const waiting = [...(blocks[from]?.next ?? [])];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    waiting.push(...(blocks[at]?.next ?? []));
  }
  return false;
}
