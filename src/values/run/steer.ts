import { productOf } from '../../base/product.ts';
import type { Span } from '../../base/span.ts';
import { WORDS_OF } from '../../front/language.ts';
import type { ValueProgram } from '../program.ts';
import { groupsOf, hasGridBarrier } from '../walk.ts';
import { isTrue, termValue, whyFalse } from '../specification-value.ts';
import type { ValueTrace } from '../trace.ts';
import { Budget } from './budget.ts';
import { checkByRunning, type RunOptions } from './check.ts';
import { FinalMemory } from './final-memory.ts';
import { type FreeInput, freeInputs, type GivenInputs, withGiven } from './given-inputs.ts';
import type { Order } from './order.ts';
import { inputsOf } from './inputs.ts';
import { Recorder } from './recorder.ts';
import { Report } from './report.ts';
import { wantedIn } from './wanted.ts';
import { prepare, type Prepared, Session, sharedAccesses } from './session.ts';

/** A work-item that can go on, and its next step. */
export interface Ready {
  /** Its number among the items of all groups, by which it is chosen. */
  readonly number: number;
  readonly group: number;
  readonly item: number;
  /** The access it makes next; at its start, the kernel itself. */
  readonly span: Span;
  readonly hasBegun: boolean;
}

/** A run under somebody's control, as far as it has come. */
export interface SteeredRun {
  /** The reason it cannot be steered; then there is nothing else. */
  readonly obstacle?: string;
  readonly trace?: ValueTrace;
  /** Items that may go on now; none at the end. */
  readonly ready: readonly Ready[];
  /** The choices that were made of those given; what could not go on is passed over. */
  readonly taken: readonly number[];
  /** At the end: the broken claim with its reason; absent where all hold. */
  readonly broken?: string | undefined;
  /** At the end: some items wait for ever. */
  readonly isStuck?: boolean;
  /** Its inputs may be chosen as well. */
  readonly inputs?: readonly FreeInput[];
}

interface SteerOptions extends RunOptions {
  readonly given?: GivenInputs | undefined;
}

/** Steps of one run: those are small. */
const STEPS = 2_000_000;
/** Work-items that can be steered: each is a button. */
const MOST_ITEMS = 16;

/** Somebody has to say who goes on. */
class Waits extends Error {
  constructor(readonly ready: readonly number[]) {
    super('somebody has to say who goes on');
  }
}

/** Runs a program as chosen: each choice names the item that goes on, up to and with its next access of
 * memory that others write. A sole item goes on by itself. Groups come one after the other: the item that
 * is chosen where none is under way says which. Refuses many items. */
export function steeredRun(
  program: ValueProgram,
  choices: readonly number[],
  options: SteerOptions = {},
): SteeredRun {
  return { ...ranAsChosen(program, choices, options), inputs: freeInputs(program) };
}

function ranAsChosen(
  program: ValueProgram,
  choices: readonly number[],
  options: SteerOptions,
): SteeredRun {
  const { item } = WORDS_OF[program.language];
  const items = productOf(program.local);
  const groups = groupsOf(program);
  if (program.isLockstep === true)
    return unable('Threads of a warp are in lockstep here, so nobody can say who goes on.');
  if (hasGridBarrier(program))
    return unable('Blocks wait for each other here, and can be steered in turn only.');
  if (items * groups > MOST_ITEMS)
    return unable(`Only up to ${MOST_ITEMS} ${item}s can be steered; there are ${items * groups}.`);
  const { layout } = checkByRunning(program, { ...options, budget: STEPS });
  const prepared = prepare(program, sharedAccesses(program));
  const inputs = inputsOf(program, layout, options.seed ?? 1);
  const usual = inputs.filling(inputs.varied);
  if (usual === undefined) return unable('No input fits what the kernel says of it.');
  const filling = withGiven(program, usual, options.given ?? {});
  const report = new Report(program, prepared.facts, options);
  const left = Array.from({ length: groups }, (_, group) => group);
  // Recorded to the end, whatever is found on the way.
  const recorder = new Recorder(program, { ...NOTHING, span: program.span }, left);
  const session = new Session(prepared, layout, report, new Budget(STEPS), recorder);
  session.fill(filling);
  recorder.begin(
    session.stores,
    wantedIn(program, prepared.facts, session.stores, filling, options.constants ?? {}),
  );
  const order = new ChosenOrder(choices, items, prepared.flow.yieldsAt.has(0));
  const readyOf = (number: number): Ready => {
    const [group, own] = [Math.floor(number / items), number % items];
    const hasBegun = order.begun.has(number);
    return {
      number,
      group,
      item: own,
      hasBegun,
      span: nextOf(prepared, hasBegun ? session.blockOf(own) : 0),
    };
  };
  const told = (ready: readonly Ready[] = []): ValueTrace => {
    const { wrong: _, ...trace } = recorder.trace(false);
    const known = new Set(ready.map(({ number }) => number));
    const later = left.flatMap((group) => order.itemsOf(group)).filter((each) => !known.has(each));
    return { ...trace, groups, next: [...ready, ...later.map(readyOf)] };
  };
  try {
    while (left.length > 0) {
      const group = order.open(left);
      left.splice(left.indexOf(group), 1);
      if (!session.run([group], order))
        return { trace: told(), ready: [], taken: order.taken, isStuck: true };
    }
  } catch (error) {
    if (!(error instanceof Waits)) throw error;
    const ready = error.ready.map(readyOf);
    return { trace: told(ready), ready, taken: order.taken };
  }
  const memory = new FinalMemory(program, session.stores, filling, options.constants ?? {});
  const claim = program.ensures.find(({ term }) => !isTrue(termValue(term, memory)));
  return {
    trace: told(),
    ready: [],
    taken: order.taken,
    ...(claim && { broken: `${claim.text} does not hold.${whyFalse(claim.term, memory)}` }),
  };
}

const unable = (obstacle: string): SteeredRun => ({ obstacle, ready: [], taken: [] });

const NOTHING = { kind: 'result', message: '', configuration: {} } as const;

/** Turns choices into an order. An item's first turn includes its first access. */
class ChosenOrder implements Order {
  readonly yields = true;
  readonly begun = new Set<number>();
  readonly taken: number[] = [];
  readonly #choices: readonly number[];
  readonly #items: number;
  readonly #startsWithAccess: boolean;
  #at = 0;
  #beginning = -1;
  #group = 0;
  /** Somebody said which group comes, and so which of its items. */
  #isNamed = false;

  /** @param items of a group. */
  constructor(choices: readonly number[], items: number, startsWithAccess: boolean) {
    this.#choices = choices;
    this.#items = items;
    this.#startsWithAccess = startsWithAccess;
  }

  itemsOf(group: number): readonly number[] {
    return Array.from({ length: this.#items }, (_, item) => group * this.#items + item);
  }

  /** The group that comes next. */
  open(left: readonly number[]): number {
    this.#isNamed = left.length > 1;
    const named = this.#isNamed && this.#choiceOf(left.flatMap((each) => this.itemsOf(each)));
    const group = named === false ? left[0] : Math.floor(named / this.#items);
    if (group === undefined) throw new Error('no group is left');
    this.#group = group;
    return group;
  }

  next(ready: readonly number[]): readonly number[] {
    if (ready.includes(this.#beginning)) {
      const item = this.#beginning;
      this.#beginning = -1;
      return [item];
    }
    const able = ready.map((item) => this.#group * this.#items + item);
    const [only] = able;
    const isAlone = able.length === 1 && only !== undefined && !this.#isNamed;
    const number = isAlone ? only : this.#choiceOf(able);
    const item = number % this.#items;
    if (!isAlone) {
      this.taken.push(number);
      this.#at += 1;
    }
    this.#isNamed = false;
    if (!this.begun.has(number)) {
      this.begun.add(number);
      if (!this.#startsWithAccess) this.#beginning = item;
    }
    return [item];
  }

  /** The next choice among those that can go on. */
  #choiceOf(able: readonly number[]): number {
    for (; this.#at < this.#choices.length; this.#at += 1) {
      const choice = this.#choices[this.#at];
      if (choice !== undefined && able.includes(choice)) return choice;
    }
    throw new Waits(able);
  }
}

function nextOf({ program, flow }: Prepared, block: number): Span {
  const first = flow.blocks[block]?.first ?? 0;
  return program.code[first]?.span ?? program.span;
}
