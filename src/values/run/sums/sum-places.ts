import { lazy } from '../../../base/lazy.ts';
import { productOf } from '../../../base/product.ts';
import type { Instruction, ValueProgram } from '../../program.ts';
import { groupsOf, registersIn, targetOf, valuesOf } from '../../walk.ts';
import type { Flow } from '../flow.ts';
import { isCollective, stepsBetween } from '../flow.ts';
import { objectsOf, onlyTarget, type PointsTo } from '../points-to.ts';
import { behind } from '../regions.ts';
import type { Common, SumPlaces } from './common.ts';
import { Unfollowed } from './evaluate.ts';
import { runGroup } from './group-run.ts';
import { judgedPlaces } from './judged-places.ts';
import { Symbols } from './symbols.ts';

/** Steps; longer kernels are left. */
const MOST_STEPS = 400_000;
const MOST_ITEMS = 4096;
/** Ranges of unknowns that are made of others. */
const MOST_RANGES = 2_000_000;

/** Ends what takes more. */
function spending(most: number): (steps: number) => void {
  let left = most;
  return (steps) => {
    left -= steps;
    if (left < 0) throw new Unfollowed();
  };
}

interface Known {
  readonly program: ValueProgram;
  readonly flow: Flow;
  readonly points: PointsTo;
  readonly counterOf: Common['counterOf'];
}

const NONE: SumPlaces = {
  areApart: () => false,
  reached: () => undefined,
  isHanded: () => false,
  mayGo: () => true,
  areMeetingsSure: () => false,
};

const places = new WeakMap<ValueProgram, SumPlaces>();

/** Runs all items with unknown contents, if some access is led by them. */
export function sumPlaces(known: Known): SumPlaces {
  const found = places.get(known.program) ?? placesOf(known);
  places.set(known.program, found);
  return found;
}

function placesOf(known: Known): SumPlaces {
  const led = lazy(() => ledByMemory(known));
  let found = lazy(() => (led().size === 0 ? NONE : run(known, led())));
  /** Gives up where it takes too long. */
  const asked = <T>(of: (all: SumPlaces) => T): T => {
    try {
      return of(found());
    } catch (error) {
      if (!(error instanceof Unfollowed)) throw error;
      found = () => NONE;
      return of(NONE);
    }
  };
  return {
    areApart: (first, second, scope) =>
      (led().has(first) || led().has(second)) && asked((all) => all.areApart(first, second, scope)),
    reached: (access) => (led().has(access) ? asked((all) => all.reached(access)) : undefined),
    isHanded: (access) => asked((all) => all.isHanded(access)),
    mayGo: (instruction, isTrue) => asked((all) => all.mayGo(instruction, isTrue)),
    areMeetingsSure: () => asked((all) => all.areMeetingsSure()),
  };
}

/** Stores and loads whose places what is read decides. */
function ledByMemory({ program, points, flow }: Known): ReadonlySet<number> {
  const { code, objects } = program;
  const read = new Set<number>();
  const isRead = (step: Instruction): boolean =>
    valuesOf(step).some((value) => [...registersIn(value)].some((each) => read.has(each)));
  for (let size = -1; size < read.size;) {
    size = read.size;
    for (const [block, { end }] of flow.blocks.entries()) {
      const last = code[end - 1];
      const meeting = flow.meets[block];
      if (last?.kind === 'branch' && meeting !== undefined && isRead(last))
        for (const at of stepsBetween(flow, block, meeting)) {
          const step = code[at];
          const target = step && targetOf(step);
          if (target !== undefined) read.add(target);
        }
    }
    for (const step of code) {
      const target = targetOf(step);
      if (target === undefined) continue;
      const isOfMemory = step.kind === 'load' || step.kind === 'atomic' || step.kind === 'meet';
      if (isOfMemory || isRead(step)) read.add(target);
    }
  }
  return new Set(
    [...code.entries()].flatMap(([at, step]) => {
      if (step.kind !== 'load' && step.kind !== 'store') return [];
      const object = objects[onlyTarget(points.of(step.address)) ?? -1];
      const isShared = object?.space === 'global' || object?.space === 'local';
      const isLed = [...registersIn(step.address)].some((each) => read.has(each));
      return isShared && isLed ? [at] : [];
    }),
  );
}

function run(known: Known, led: ReadonlySet<number>): SumPlaces {
  const { program, flow, points, counterOf } = known;
  const { code } = program;
  const items = productOf(program.local);
  const groups = groupsOf(program);
  if (items * groups > MOST_ITEMS || program.isLockstep === true) return NONE;
  const written = new Set(
    code.flatMap((step) =>
      step.kind === 'store' || step.kind === 'atomic'
        ? objectsOf(points.of(step.address), program)
        : [],
    ),
  );
  const objectAt = (at: number): number | undefined => {
    const step = code[at];
    return step && 'address' in step ? onlyTarget(points.of(step.address)) : undefined;
  };
  const kept = new Set([...led].flatMap((at) => objectAt(at) ?? []));
  const meets = new Map<number, boolean>();
  const meetings = new Map(
    flow.blocks.map(({ end }, block) => [end - 1, flow.blocks[flow.meets[block] ?? -1]?.first]),
  );
  const common: Common = {
    program,
    symbols: new Symbols(spending(MOST_RANGES)),
    written,
    kept,
    made: [],
    counterOf,
    taken: new Map(),
    drawn: new Map(),
    handed: new Map(),
    ways: new Set(),
    meetingOf: (at) => meetings.get(at),
    meetsBehind: (at) => {
      const is =
        meets.get(at) ??
        [at, ...behind(code, at)].some((each) => {
          const step = code[each];
          return step !== undefined && isCollective(step);
        });
      meets.set(at, is);
      return is;
    },
    spend: spending(MOST_STEPS),
  };
  for (let group = 0; group < groups; group += 1) runGroup(common, group, items);
  const found = judgedPlaces(common, objectAt);
  if (found.areCountersAlone()) return found;
  const isSure = (step: Parameters<typeof counterOf>[0]) => {
    const counter = counterOf(step);
    return counter?.isSure === true ? counter : undefined;
  };
  return run({ ...known, counterOf: isSure }, led);
}
