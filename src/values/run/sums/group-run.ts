import { sparesReturned } from '../../../front/language.ts';
import type { Instruction } from '../../program.ts';
import { bitsOf } from './bits.ts';
import type { Cells, Common, Item, Stop } from './common.ts';
import { Unfollowed } from './evaluate.ts';
import { ItemRun } from './item-run.ts';
import { areEqual, number, plus, type Sum } from './sum.ts';
import { NO_FACTS } from './symbols.ts';

type Meeting = Extract<Instruction, { kind: 'meet' }>;
type Stops = (Stop | undefined)[];

/** Runs one group's items from one meeting to the next, wherever contents may lead them. */
export function runGroup(common: Common, group: number, count: number): void {
  const { registers } = common.program;
  const items = Array.from({ length: count }, (_, index): Item => ({
    index,
    registers: registers.map(() => undefined),
    own: new Map(),
    counts: new Map(),
    met: undefined,
  }));
  const shared: Cells = new Map();
  const runs = items.map((item) => new ItemRun(common, group, item, shared));
  const ways = runs.map((each) => each.begin());
  const nextOf = (at: number): Stop | undefined => {
    const next = ways[at]?.next();
    return next?.done === false ? next.value : undefined;
  };
  const stops: Stops = items.map((_, index) => nextOf(index));
  while (stops.some((stop) => stop !== undefined)) {
    const lanes = lanesMet(common, runs, stops);
    const ready = lanes.length > 0 ? lanes : atBarrier(common, stops);
    if (ready.length === 0) throw new Unfollowed();
    for (const index of ready) stops[index] = nextOf(index);
  }
}

function atBarrier({ program }: Common, stops: Stops): readonly number[] {
  const [at = -1, another] = new Set(stops.flatMap((stop) => stop?.at ?? []));
  const step = program.code[at];
  if (step?.kind !== 'barrier' || step.isOfGrid === true || another !== undefined) return [];
  const isMissed = stops.some((stop) =>
    stop ? stop.path.open.length > 0 : !sparesReturned(program.language),
  );
  return isMissed ? [] : stops.flatMap((stop, index) => (stop ? [index] : []));
}

/** Items of warps that meet. */
function lanesMet(common: Common, runs: readonly ItemRun[], stops: Stops): readonly number[] {
  const { code, lanes } = common.program;
  const ready: number[] = [];
  for (let first = 0; first < stops.length; first += lanes) {
    const warp = Array.from({ length: lanes }, (_, lane) => first + lane).filter(
      (index) => stops[index] !== undefined,
    );
    const at = stops[warp.find((each) => code[stops[each]?.at ?? -1]?.kind === 'meet') ?? -1]?.at;
    const step = code[at ?? -1];
    if (step?.kind === 'meet')
      ready.push(...lanesAt(common, runs, stops, { step, warp, at: at ?? -1 }));
  }
  return ready;
}

function lanesAt(
  { symbols, program }: Common,
  runs: readonly ItemRun[],
  stops: Stops,
  {
    step,
    warp,
    at,
  }: { readonly step: Meeting; readonly warp: readonly number[]; readonly at: number },
): readonly number[] {
  const there = warp.filter((index) => stops[index]?.at === at);
  const laneOf = (index: number): number => index % program.lanes;
  const here = (index: number, of: 'open' | 'literals'): Sum =>
    symbols.sumOf(symbols.and(stops[index]?.path[of] ?? []));
  if (step.isOpen !== true)
    for (const index of there) {
      const facts = stops[index]?.path.facts ?? NO_FACTS;
      const mask = runs[index]?.sum(step.mask, facts);
      const named = mask && bitsOf(symbols, mask, step.mask.type);
      if (named === undefined) throw new Unfollowed();
      for (const other of warp) {
        const bit = symbols.simplified(symbols.sumOf(named[laneOf(other)] ?? false), facts);
        // Who is named has to come.
        const comes = (['open', 'literals'] as const).some((of) =>
          areEqual(symbols.simplified(here(other, of), facts), bit),
        );
        const isThere = there.includes(other);
        if (isThere ? !comes : !areEqual(bit, number(0))) return [];
      }
    }
  let met = number(0);
  for (const index of there) met = plus(met, here(index, 'literals'), 2 ** laneOf(index));
  for (const index of there) runs[index]?.meet(met);
  return there;
}
