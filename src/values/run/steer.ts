import { productOf } from '../../base/product.ts';
import type { Span } from '../../base/span.ts';
import { WORDS_OF } from '../../front/language.ts';
import type { ValueProgram } from '../program.ts';
import { isTrue, termValue, whyFalse } from '../specification-value.ts';
import type { ValueTrace } from '../trace.ts';
import { Budget } from './budget.ts';
import { checkByRunning, type RunOptions } from './check.ts';
import { FinalMemory } from './final-memory.ts';
import type { Order } from './order.ts';
import { inputsOf } from './inputs.ts';
import { Recorder } from './recorder.ts';
import { Report } from './report.ts';
import { groupsOf, prepare, type Prepared, Session, sharedAccesses } from './session.ts';

/** A work-item that can go on, and its next step. */
export interface Ready {
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
  /** At the end: the broken claim with its reason; absent where all hold. */
  readonly broken?: string | undefined;
  /** At the end: some items wait for ever. */
  readonly isStuck?: boolean;
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

/** Runs a program's one group as chosen: each choice names the item that goes on, up to and with its
 * next access of memory that others write. A sole item goes on by itself. Refuses several groups,
 * and many items. */
export function steeredRun(
  program: ValueProgram,
  choices: readonly number[],
  options: RunOptions = {},
): SteeredRun {
  const { item, group } = WORDS_OF[program.language];
  const items = productOf(program.local);
  if (program.isLockstep === true)
    return unable('Threads of a warp are in lockstep here, so nobody can say who goes on.');
  if (groupsOf(program) !== 1)
    return unable(`Only a kernel that runs as one ${group} can be steered.`);
  if (items > MOST_ITEMS)
    return unable(`Only up to ${MOST_ITEMS} ${item}s can be steered; there are ${items}.`);
  const { layout } = checkByRunning(program, { ...options, budget: STEPS });
  const prepared = prepare(program, sharedAccesses(program));
  const filling = inputsOf(program, layout, options.seed ?? 1).filling(0);
  if (filling === undefined) return unable('No input fits what the kernel says of it.');
  const report = new Report(program, prepared.facts, options);
  // Recorded to the end, whatever is found on the way.
  const recorder = new Recorder(program, { ...NOTHING, span: program.span }, [0]);
  const session = new Session(prepared, layout, report, new Budget(STEPS), recorder);
  session.fill(filling);
  recorder.begin(session.stores);
  const told = (): ValueTrace => {
    const { wrong: _, ...trace } = recorder.trace(false);
    return trace;
  };
  const begun = new Set<number>();
  try {
    const startsWithAccess = prepared.flow.yieldsAt.has(0);
    const isDone = session.run([0], chosen(choices, begun, startsWithAccess));
    if (!isDone) return { trace: told(), ready: [], isStuck: true };
  } catch (error) {
    if (!(error instanceof Waits)) throw error;
    const ready = error.ready.map((item) => ({
      item,
      hasBegun: begun.has(item),
      span: nextOf(prepared, begun.has(item) ? session.blockOf(item) : 0),
    }));
    return { trace: told(), ready };
  }
  const memory = new FinalMemory(program, session.stores, filling, options.constants ?? {});
  const claim = program.ensures.find(({ term }) => !isTrue(termValue(term, memory)));
  return {
    trace: told(),
    ready: [],
    ...(claim && { broken: `${claim.text} does not hold.${whyFalse(claim.term, memory)}` }),
  };
}

const unable = (obstacle: string): SteeredRun => ({ obstacle, ready: [] });

const NOTHING = { kind: 'result', message: '', configuration: {} } as const;

/** Turns choices into an order. An item's first turn includes its first access. */
function chosen(choices: readonly number[], begun: Set<number>, startsWithAccess: boolean): Order {
  let at = 0;
  let isBeginning = -1;
  return {
    yields: true,
    next(ready) {
      if (ready.includes(isBeginning)) {
        const item = isBeginning;
        isBeginning = -1;
        return [item];
      }
      const [only] = ready;
      const isAlone = ready.length === 1 && only !== undefined;
      const item = isAlone ? only : choices[at];
      if (item === undefined || !ready.includes(item)) throw new Waits(ready);
      if (!isAlone) at += 1;
      if (!begun.has(item)) {
        begun.add(item);
        if (!startsWithAccess) isBeginning = item;
      }
      return [item];
    },
  };
}

function nextOf({ program, flow }: Prepared, block: number): Span {
  const first = flow.blocks[block]?.first ?? 0;
  return program.code[first]?.span ?? program.span;
}
