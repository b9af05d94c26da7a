import type { Instruction, Value, ValueProgram } from '../program.ts';
import { SCALARS } from '../../front/scalar.ts';
import { type Flow, isCollective } from './flow.ts';
import { lockWords, type Word } from './lock-words.ts';
import { alone, guardedBy, touches } from './locked-memory.ts';
import { targetOf } from '../walk.ts';
import { objectsOf, onlyTarget, type PointsTo } from './points-to.ts';
import type { Possible } from './possible.ts';
import { behind } from './regions.ts';

/** Spin locks: words that an atomic takes, from free to taken, and an atomic gives back, with fences inside of both.
 * Holders of one come one after another, in any order. */
export interface Locks {
  /** Both accesses are made by holders of one lock, or are of different places. */
  readonly order: (first: number, second: number) => boolean;
  /** Loads of what holders write, whose values depend on who came before. */
  readonly reads: ReadonlySet<number>;
  /** Branches that ask whether the lock was got. */
  readonly retries: ReadonlySet<number>;
}

const NONE: Locks = { order: () => false, reads: new Set(), retries: new Set() };

interface Known {
  readonly program: ValueProgram;
  readonly flow: Flow;
  readonly points: PointsTo;
  readonly possible: Possible;
}

/** Steps that only the holder of the lock makes, behind a fence. */
interface Held {
  /** By names of what the lock guards: the memory of one name and place has one lock. */
  readonly inside: ReadonlyMap<number, string>;
  readonly retries: ReadonlySet<number>;
}

type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** The word that an attempt found, or a truth about it, in a register. */
type Tells = 'found' | 'taken if true' | 'taken if false';

/** An item's hold on the lock. */
interface Hold {
  readonly is: 'none' | 'tried' | 'held';
  /** A fence since it was tried. */
  readonly isFenced: boolean;
  /** Something was accessed since the last fence. */
  readonly isOpen: boolean;
  /** The word, while its address is the same. */
  readonly word: Word | undefined;
  readonly tells: ReadonlyMap<number, Tells>;
}

const FREE: Hold = {
  is: 'none',
  isFenced: false,
  isOpen: false,
  word: undefined,
  tells: new Map(),
};

/** The program's locks. */
export function locksOf(known: Known): Locks {
  const { program, points } = known;
  const { code } = program;
  if (program.language !== 'cuda' || !code.some(({ kind }) => kind === 'fence')) return NONE;
  const objects = new Set(
    code.flatMap((step) =>
      step.kind === 'atomic' ? (onlyTarget(points.of(step.address)) ?? []) : [],
    ),
  );
  const held = [...objects].flatMap((object) => heldBy(known, object) ?? []);
  const kept = held.flatMap((each) => {
    const guarded = guardedBy(program, points, each.inside.keys());
    const inside = alone(program, points, each.inside);
    return guarded === undefined ? [] : [{ ...each, inside, guarded }];
  });
  const isGuarded = (step: Instruction): boolean =>
    step.kind === 'load' &&
    objectsOf(points.of(step.address), program).some((object) =>
      kept.some(({ guarded }) => guarded.has(object)),
    );
  return {
    order: (first, second) =>
      kept.some(({ inside }) => inside.has(first) && inside.get(first) === inside.get(second)),
    reads: new Set([...code.keys()].filter((at) => code[at] && isGuarded(code[at]))),
    retries: new Set(kept.flatMap(({ retries }) => [...retries])),
  };
}

/** The number that free lock words of an object hold, if somebody asks for one until it is free. */
export function freeIn(
  program: ValueProgram,
  points: PointsTo,
  object: number,
): string | undefined {
  const { code, objects } = program;
  const uses = [...code.entries()].filter(([, step]) => touches(step, program, points, object));
  const atomics = uses.flatMap(([, step]) => (step.kind === 'atomic' ? [step] : []));
  const free = atomics.length < uses.length ? undefined : freeValue(atomics);
  // Elements of another type hold parts of the number, but for 0.
  if (free !== '0' && atomics.some(({ type }) => type !== objects[object]?.element))
    return undefined;
  const isAsked = ([at, step]: readonly [number, Instruction]): boolean =>
    step.kind === 'atomic' && isAttempt(step, free ?? '') && behind(code, at).has(at);
  const isGivenBack = atomics.some((step) => free !== undefined && isRelease(step, free));
  return isGivenBack && uses.some(isAsked) ? free : undefined;
}

/** The instructions that only a holder of a word comes to, behind a fence; undefined where it is no lock. */
function heldBy(known: Known, object: number): Held | undefined {
  const { program, points } = known;
  const { code, objects } = program;
  const isShared = (step: Instruction): boolean =>
    (step.kind === 'load' || step.kind === 'store' || step.kind === 'atomic') &&
    objectsOf(points.of(step.address), program).some((at) => objects[at]?.space !== 'private');
  const uses = [...code.entries()].filter(([, step]) => touches(step, program, points, object));
  const atomics = uses.flatMap(([, step]) => (step.kind === 'atomic' ? [step] : []));
  // One of each group orders nobody else's.
  if (objects[object]?.space !== 'global' || atomics.length < uses.length) return undefined;
  const words = lockWords(known, object, new Map(uses));
  const free = freeValue(atomics);
  if (free === undefined || words === undefined) return undefined;
  const holds = new Map<number, Hold>();
  const open: number[] = [];
  const come = (index: number, hold: Hold): void => {
    const before = holds.get(index);
    const after = before === undefined ? hold : both(before, hold);
    if (before !== undefined && isSame(before, after)) return;
    holds.set(index, after);
    open.push(index);
  };
  come(0, FREE);
  const isOf = new Set(uses.map(([index]) => index));
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const step = code[index];
    const hold = holds.get(index) ?? FREE;
    if (step === undefined || step.kind === 'end') continue;
    if (step.kind === 'jump') come(step.to, hold);
    else if (step.kind === 'branch') {
      const failed = failsTo(step, hold, free);
      const taken: Hold = { ...hold, is: 'held', tells: new Map() };
      for (const to of [step.then, step.otherwise])
        come(to, failed === undefined ? hold : to === failed ? FREE : taken);
    } else {
      const use = isOf.has(index) ? 'word' : isShared(step) ? 'data' : undefined;
      come(index + 1, after(step, hold, { use, free, word: words.at.get(index) }));
    }
  }
  const isGivenBack = uses.every(
    ([index, step]) =>
      step.kind !== 'atomic' ||
      !isRelease(step, free) ||
      isReady(holds.get(index), words.at.get(index)),
  );
  if (!isGivenBack || mayBeKept(code, holds, isOf, free)) return undefined;
  const retries = [...holds].flatMap(([index, hold]) => {
    const step = code[index];
    return step?.kind === 'branch' && failsTo(step, hold, free) !== undefined ? [index] : [];
  });
  const inside = [...holds].flatMap(([index, { is, isFenced, word }]) => {
    const isInside = is === 'held' && isFenced && !isOf.has(index);
    if (!isInside || !word || !code[index] || !isShared(code[index])) return [];
    const name = words.guarded(index, word);
    return name === undefined ? [] : [[index, name] as const];
  });
  return inside.length === 0 ? undefined : { inside: new Map(inside), retries: new Set(retries) };
}

/** Where those go who did not get the lock that the condition asks for; undefined if it asks for none. */
function failsTo(
  step: Extract<Instruction, { kind: 'branch' }>,
  hold: Hold,
  free: string,
): number | undefined {
  const told = hold.is === 'tried' ? tellsOf(step.condition, hold.tells, free) : undefined;
  if (told === undefined || step.then === step.otherwise) return undefined;
  return told === 'taken if true' ? step.otherwise : step.then;
}

/** Who may have got it may end, meet others or ask for another lock before it is given back: others wait for ever. */
function mayBeKept(
  code: ValueProgram['code'],
  holds: ReadonlyMap<number, Hold>,
  words: ReadonlySet<number>,
  free: string,
): boolean {
  const isAsked = (step: Instruction | undefined): step is Atomic =>
    step?.kind === 'atomic' &&
    step.target !== undefined &&
    (step.operation === 'exchange' || step.operation === 'compare-exchange');
  const open = [...words].filter((index) => isAsked(code[index])).map((index) => index + 1);
  const seen = new Set<number>();
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const step = code[index];
    if (step === undefined || seen.has(index)) continue;
    seen.add(index);
    if (step.kind === 'atomic' && words.has(index) && isRelease(step, free)) continue;
    if (step.kind === 'end' || isCollective(step) || isAsked(step)) return true;
    if (step.kind === 'jump') open.push(step.to);
    else if (step.kind === 'branch') {
      const failed = failsTo(step, holds.get(index) ?? FREE, free);
      open.push(...[step.then, step.otherwise].filter((to) => to !== failed));
    } else open.push(index + 1);
  }
  return false;
}

/** Only a holder gives it back, behind a fence. */
const isReady = (hold: Hold | undefined, word: Word | undefined): boolean =>
  hold === undefined ||
  (hold.is === 'held' && hold.isFenced && !hold.isOpen && word?.key === hold.word?.key);

const constantOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' ? String(value.value) : undefined;

/** Takes the word for another constant, if it is free. */
const isAttempt = ({ operation, operands, target }: Atomic, free: string): boolean => {
  const [first, second] = operands.map(constantOf);
  if (target === undefined) return false;
  if (operation === 'exchange') return first !== undefined && first !== free;
  return (
    operation === 'compare-exchange' && first === free && second !== undefined && second !== free
  );
};

const isRelease = ({ operation, operands }: Atomic, free: string): boolean =>
  (operation === 'exchange' || operation === 'store') && constantOf(operands[0]) === free;

/** The word's value when nobody holds it: what is given back. Undefined if something else is done to it. */
function freeValue(atomics: readonly Atomic[]): string | undefined {
  const free = atomics.flatMap(({ operation, operands, target }) =>
    operation === 'store' ||
    operation === 'compare-exchange' ||
    (operation === 'exchange' && target === undefined)
      ? [constantOf(operands[0])]
      : [],
  );
  const [only, another] = new Set(free);
  const isAll =
    only !== undefined &&
    atomics.every(
      (step) => step.operation === 'load' || isAttempt(step, only) || isRelease(step, only),
    );
  return another === undefined && isAll ? only : undefined;
}

function after(
  step: Instruction,
  hold: Hold,
  {
    use,
    free,
    word,
  }: {
    readonly use: 'word' | 'data' | undefined;
    readonly free: string;
    readonly word: Word | undefined;
  },
): Hold {
  if (step.kind === 'atomic' && use === 'word') {
    if (isRelease(step, free)) return FREE;
    if (!isAttempt(step, free) || step.target === undefined) return without(hold, step);
    return {
      is: 'tried',
      isFenced: false,
      isOpen: false,
      word: step.target === word?.register ? undefined : word,
      tells: new Map([[step.target, 'found']]),
    };
  }
  if (step.kind === 'fence') return step.global ? fenced(hold, step.only) : hold;
  const moved = step.kind === 'set' ? tellsOf(step.value, hold.tells, free, true) : undefined;
  const left = without(hold, step);
  if (step.kind === 'set' && moved !== undefined)
    return { ...left, tells: new Map([...left.tells, [step.target, moved]]) };
  return use !== undefined || step.kind === 'copy' ? { ...left, isOpen: true } : left;
}

const fenced = (hold: Hold, only: 'acquire' | 'release' | undefined): Hold => ({
  ...hold,
  isFenced: hold.isFenced || only !== 'release',
  isOpen: hold.isOpen && only === 'acquire',
});

/** A register that is set anew tells nothing, and leads elsewhere. */
function without(hold: Hold, step: Instruction): Hold {
  const target = targetOf(step);
  if (target === undefined) return hold;
  const word = hold.word?.register === target ? undefined : hold.word;
  if (word === hold.word && !hold.tells.has(target)) return hold;
  const tells = new Map([...hold.tells].filter(([register]) => register !== target));
  return { ...hold, word, tells };
}

const opposite = (told: Tells | undefined): Tells | undefined =>
  told === 'taken if true' ? 'taken if false' : told === 'taken if false' ? 'taken if true' : told;

/** The outcome of the attempt, as a value tells it. @param isKept it is not asked yet. */
function tellsOf(
  value: Value,
  tells: ReadonlyMap<number, Tells>,
  free: string,
  isKept = false,
): Tells | undefined {
  const inner = (part: Value): Tells | undefined => tellsOf(part, tells, free, true);
  /** A found word is a truth only where free is 0. */
  const asTruth = (told: Tells | undefined): Tells | undefined =>
    told === 'found' ? (free === '0' ? 'taken if false' : undefined) : told;
  const found = ((): Tells | undefined => {
    switch (value.kind) {
      case 'register':
        return tells.get(value.register);
      case 'convert': {
        const told = inner(value.operand);
        if (value.type === 'bool') return asTruth(told);
        const isWhole = SCALARS[value.type].bytes >= SCALARS[value.operand.type].bytes;
        return isWhole ? told : undefined;
      }
      case 'unary':
        return value.operator === '!' ? opposite(asTruth(inner(value.operand))) : undefined;
      case 'binary': {
        const { operator, left, right } = value;
        if (operator !== '==' && operator !== '!=') return undefined;
        const [told, constant] =
          right.kind === 'constant'
            ? [inner(left), constantOf(right)]
            : [inner(right), constantOf(left)];
        if (told === undefined || constant === undefined) return undefined;
        const isAsked = operator === '==';
        if (told === 'found')
          return constant === free ? (isAsked ? 'taken if true' : 'taken if false') : undefined;
        return constant === '0' ? (isAsked ? opposite(told) : told) : undefined;
      }
      default:
        return undefined;
    }
  })();
  return isKept ? found : asTruth(found);
}

/** Holds alike on both ways. */
function both(one: Hold, other: Hold): Hold {
  if (one.is !== other.is) return FREE;
  return {
    is: one.is,
    isFenced: one.isFenced && other.isFenced,
    isOpen: one.isOpen || other.isOpen,
    word: one.word?.key === other.word?.key ? one.word : undefined,
    tells: new Map([...one.tells].filter(([register, told]) => other.tells.get(register) === told)),
  };
}

const isSame = (one: Hold, other: Hold): boolean =>
  one.is === other.is &&
  one.isFenced === other.isFenced &&
  one.isOpen === other.isOpen &&
  one.word?.key === other.word?.key &&
  one.tells.size === other.tells.size;
