import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import { groupsOf } from '../walk.ts';
import { numberOf, tellers } from './drawn-numbers.ts';
import { addressesOf, touches } from './locked-memory.ts';
import { isOnePlace } from './lock-words.ts';
import type { Scope } from './machine.ts';
import { type PickedItems, pickedItems } from './picked-items.ts';
import { objectsOf, onlyTarget, type PointsTo } from './points-to.ts';
import { behind, nextOf } from './regions.ts';

/** Last blocks: each block draws a number from a counter, behind what it wrote, and who draws the last one reads
 * what all have written. Two accesses are in an order, whichever block that is. */
export type TicketOrder = (first: number, second: number, scope: Scope) => boolean;

type Atomic = Extract<Instruction, { kind: 'atomic' }>;
type Code = ValueProgram['code'];

/** The order that all counters of the program make. */
export function ticketsOf(program: ValueProgram, points: PointsTo): TicketOrder {
  const { code } = program;
  if (program.language !== 'cuda' || !code.some(({ kind }) => kind === 'fence')) return () => false;
  const found = [...code.entries()].flatMap(([at, step]) =>
    step.kind === 'atomic' ? (orderBy(program, points, at, step) ?? []) : [],
  );
  return (first, second, scope) => found.some((order) => order(first, second, scope));
}

function orderBy(
  program: ValueProgram,
  points: PointsTo,
  take: number,
  step: Atomic,
): TicketOrder | undefined {
  const { code } = program;
  const word = onlyTarget(points.of(step.address));
  if (word === undefined || program.objects[word]?.space !== 'global' || !isDrawn(step)) return;
  if (!beginsAtZero(program, word, step) || behind(code, take).has(take)) return;
  const picked = pickedItems(program);
  const last = picked.at(take).length * groupsOf(program) - 1;
  if (last < 1 || !reaches(step, last)) return;
  const inside = insideOf(program, points, take, last);
  // Only the last may touch the counter again, as to reset it.
  const uses = [...code.entries()].filter(([, each]) => touches(each, program, points, word));
  const isElsewhere = uses.some(([at]) => at !== take && !inside.has(at));
  const atomics = uses.flatMap(([, each]) => (each.kind === 'atomic' ? [each] : []));
  if (inside.size === 0 || isElsewhere || !isOnePlace(program, atomics, word)) return;
  const exposed = unfenced(code, take);
  const isInside = (at: number): boolean => inside.has(at) && !exposed.has(at);
  const isBefore = remembered((at) => at === take || isHandedOver(code, picked, at, take));
  const objectsAt = (at: number): readonly number[] =>
    addressesOf(code[at]).flatMap((each) => objectsOf(points.of(each), program));
  // Not all accesses of a place are remembered: an ordered one may have replaced one in no order.
  const isAlone = remembered((object) =>
    [...code.entries()].every(
      ([at, step]) => !touches(step, program, points, object) || isInside(at) || isBefore(at),
    ),
  );
  return (first, second, scope) =>
    scope === 'groups' &&
    (isInside(first) || isInside(second)) &&
    [...objectsAt(first), ...objectsAt(second)].every(isAlone);
}

function remembered(ask: (at: number) => boolean): (at: number) => boolean {
  const known = new Map<number, boolean>();
  return (at) => {
    const is = known.get(at) ?? ask(at);
    known.set(at, is);
    return is;
  };
}

/** Draws a number, and leaves one more. */
const isDrawn = ({ operation, operands, target }: Atomic): boolean =>
  target !== undefined &&
  (operation === 'increment' ||
    (operation === 'increment-to' && operands[0]?.kind === 'constant') ||
    (operation === 'add' && numberOf(operands[0]) === 1));

/** It does not begin again before the last number. */
const reaches = ({ operation, operands, type }: Atomic, last: number): boolean =>
  last < 2 ** (8 * SCALARS[type].bytes - 1) &&
  (operation !== 'increment-to' || (numberOf(operands[0]) ?? -1) >= last);

/** The counter holds 0 before the kernel runs, wherever it is in its array. */
function beginsAtZero({ objects }: ValueProgram, word: number, { type }: Atomic): boolean {
  const { input, element } = objects[word] ?? {};
  const isWhole = element !== undefined && SCALARS[element].bytes === SCALARS[type].bytes;
  return isWhole && input?.kind === 'given' && input.values.every((each) => Number(each) === 0);
}

/** Instructions that are come to only where the last number was drawn. */
function insideOf(
  program: ValueProgram,
  points: PointsTo,
  take: number,
  last: number,
): ReadonlySet<number> {
  const { code } = program;
  const tells = tellers(program, points, take, last);
  const outside = new Set([0]);
  // A set also visits what is added on the way.
  for (const at of outside) {
    const step = code[at];
    const told = step?.kind === 'branch' ? tells(step.condition) : undefined;
    for (const next of nextOf(step, at)) {
      const isLastOnly =
        step?.kind === 'branch' &&
        step.then !== step.otherwise &&
        told !== undefined &&
        'isLast' in told &&
        next === (told.isLast ? step.then : step.otherwise);
      if (!isLastOnly) outside.add(next);
    }
  }
  return new Set([...code.keys()].filter((at) => !outside.has(at)));
}

/** Orders what an item did before for all others. */
const isFence = (step: Instruction | undefined, but: 'acquire' | 'release'): boolean =>
  step?.kind === 'fence' && step.global && step.only !== but;

/** Behind the number that was drawn, with nothing that keeps reads from coming before it. */
const unfenced = (code: Code, take: number): ReadonlySet<number> =>
  behind(code, take, (at) => code[at]?.kind === 'barrier' || isFence(code[at], 'release'));

/** An access comes before its group draws, with a fence between, and a barrier where another item draws. */
function isHandedOver(code: Code, picked: PickedItems, access: number, take: number): boolean {
  const later = behind(code, take);
  if (later.has(access)) return false;
  const items = picked.at(access);
  const meets = (at: number): boolean => code[at]?.kind === 'barrier' && !later.has(at);
  const leads = (at: number, isFenced: boolean): boolean =>
    isFenced
      ? behind(code, at).has(take)
      : !behind(code, at, (each) => isFence(code[each], 'acquire')).has(take) &&
        behind(code, at).has(take);
  const seen = new Set<string>();
  const open: (readonly [at: number, isFenced: boolean])[] = [[access, false]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [at, wasFenced] = one;
    const step = code[at];
    const isFenced = wasFenced || isFence(step, 'acquire');
    if (seen.has(`${at} ${isFenced}`)) continue;
    seen.add(`${at} ${isFenced}`);
    if (at === take ? isFenced : meets(at) && leads(at, isFenced)) continue;
    if (at === take || step === undefined || step.kind === 'end') return false;
    for (const next of picked.next(items, at)) open.push([next, isFenced]);
  }
  return true;
}
