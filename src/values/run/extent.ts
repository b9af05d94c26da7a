import { productOf } from '../../base/product.ts';
import { WORDS_OF } from '../../front/language.ts';
import { type Bound, lengthened, type NotChecked } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { groupsOf, hasGridBarrier } from '../walk.ts';
import { type Budget, OutOfBudget } from './budget.ts';
import { ruleOf } from './lockstep-rule.ts';
import { elementsIn } from './names.ts';
import { scrambled } from './filled-arrays.ts';
import { hasChoices } from './open-inputs.ts';

import type { Layout } from './store.ts';

/** The extent of a run. */
export interface Done {
  readonly program: ValueProgram;
  readonly budget: Budget;
  /** Inputs that were run, of how many, and those that took too long. */
  readonly tried: number;
  readonly of: number;
  readonly left: number;
  readonly isCut: boolean;
  /** Some input was one that the text allows. */
  readonly isAllowed: boolean;
  /** Inputs are made up. */
  readonly isOpen: boolean;
  readonly groups: readonly number[];
  readonly searchDecides: boolean;
}

/** Launches and inputs for which a verdict holds. */
export function boundOf({ program, tried, of, isCut, isOpen }: Done): Bound {
  const items = productOf(program.global);
  const isAll = !isCut && (isOpen ? tried === 1 : tried > 1 && tried >= of);
  return { language: program.language, items: [items, items], inputs: isAll ? 'all' : tried };
}

/** Parts that the run left out. */
export function leftOut(done: Done): readonly NotChecked[] {
  const { program, budget, tried, of, left, isCut, groups, searchDecides } = done;
  const notes: NotChecked[] = [];
  const all = groupsOf(program);
  const { group } = WORDS_OF[program.language];
  for (const { isResults, name, span } of program.objects)
    if (isResults === true)
      notes.push({
        what: `values of ${name}`,
        why: `What ${name} returns is not known: it has no body here. It is taken to return anything, and to touch no memory.`,
        hint: `Write its body, or say what it returns: #pragma tuner value ${name} = 0`,
        span,
        weakens: false,
      });
  const assumption = program.code.find((step) => step.kind === 'assume');
  if (!done.isAllowed && !isCut && assumption !== undefined)
    notes.push({
      what: 'other inputs',
      why: 'No input that was tried is one that the text takes for granted: nothing was run to its end.',
      hint: 'State one that is: #pragma tuner input NAME = ...',
      span: assumption.span,
      weakens: true,
      searchDecides: searchDecides && !done.isOpen && tried < of,
    });
  if (isCut)
    notes.push({
      what: 'the rest of the run',
      why: `${budget.isOver ? 'The time limit was reached' : `The budget of ${budget.limit} steps was used up`} after ${tried} input${tried === 1 ? '' : 's'}.`,
      hint: 'Check a smaller size, or fewer inputs.',
      weakens: true,
      searchDecides,
      isCut,
    });
  else if (hasChoices(program) && tried < of)
    notes.push({
      what: 'inputs',
      why: `${tried} of ${Number.isFinite(of) ? of : 'many more'} inputs were tried.`,
      hint: 'Check a smaller size, or a narrower range.',
      weakens: true,
      searchDecides,
    });
  if (left > 0)
    notes.push({
      what: 'other inputs',
      why: `${left} of the inputs that were made up, where nobody states any, ${left === 1 ? 'takes' : 'take'} far longer than the first, and ${left === 1 ? 'was' : 'were'} not run to the end.`,
      hint: 'State what is in the arrays and arguments: #pragma tuner input NAME[i] = ...',
      weakens: false,
    });
  if (groups.length < all && !isCut)
    notes.push({
      what: `${group}s`,
      why: `${groups.length} of ${all} ${group}s were run: ${listed(groups)}.`,
      hint: 'Check a smaller size.',
      ...(program.isTooLarge === true && program.assumedLaunch === undefined
        ? { weakens: false, holdsIf: `the other ${group}s do as these ${groups.length}` }
        : { weakens: true }),
    });
  return notes;
}

/** An array that was accessed further than it was taken to be long. */
export function grownNote(program: ValueProgram, index: number, layout: Layout): NotChecked {
  const object = program.objects[index];
  const elements = object === undefined ? 0 : elementsIn(object, layout.bytes[index] ?? 0);
  if (object?.image !== undefined) {
    const size = object.image.join(' x ');
    return {
      what: 'bounds',
      why: `Nobody says how large ${object.name} is: pixels are accessed that it has if it is larger than ${size}.`,
      hint: `Leave out what is outside: if (x < get_image_width(${object.name})) ...`,
      span: object.span,
      weakens: false,
      holdsIf: `${object.name} has more than ${size} pixels`,
      length: productOf(object.image),
    };
  }
  return {
    what: 'bounds',
    why: `Nobody says how long ${object?.name ?? 'it'} is; its element ${elements - 1} is accessed, so it is taken to have ${elements}.`,
    hint: `State its length: #pragma tuner array ${object?.name ?? 'NAME'} = ${elements}`,
    span: object?.span,
    weakens: false,
    ...lengthened(object?.name ?? 'it', elements),
  };
}

/** Sentences on the checks that were made. */
export function checkedWords({ program, tried, isOpen, groups }: Done): readonly string[] {
  const { item, group, local } = WORDS_OF[program.language];
  const items = productOf(program.local);
  const several = groupsOf(program) > 1;
  const inputs =
    tried === 1
      ? isOpen
        ? 'whatever is in memory'
        : 'for the one input there is'
      : `for ${tried} inputs`;
  return [
    ...ruleOf(program),
    `Races of the ${items} ${item}s of a ${group} in ${local.replace(' memory', '')} and global memory, ${inputs}.`,
    ...(several ? [`Races of ${groups.length} ${group}s in global memory, ${inputs}.`] : []),
    `Accesses outside of arrays, uses of what nobody has written, loops without an end, and barriers that not all ${item}s reach.`,
    ...[...program.ensures, ...program.twins].map(
      ({ text }) => `What should hold in the end: ${text}.`,
    ),
  ];
}

const listed = (groups: readonly number[]): string =>
  groups.length <= 6
    ? groups.join(', ')
    : `${groups.slice(0, 3).join(', ')}, ... ${groups.slice(-2).join(', ')}`;

/** Marks have 32 bits: an item's number above the site's bits. */
const MARKS = 2 ** 31;

/** Groups that stand for all that the host launches, in each of several configurations. */
const MOST_OF_MANY = 64;

/** Groups that can be told apart. */
const mostGroups = ({ local }: ValueProgram, siteBits: number): number =>
  Math.floor(MARKS / 2 ** siteBits / productOf(local)) - 2;

/** So many are all run, without asking how long one takes. */
const FEW = 64;

/** All groups, or within the budget: the first, second, last and some between.
 * @param runOne runs one group, which tells what all take.
 * @param times how often they are run.
 * @throws {OutOfBudget} where all have to be run, and are too many. */
export function chosenGroups(
  program: ValueProgram,
  siteBits: number,
  budget: Budget,
  { runOne, times }: { readonly runOne: () => void; readonly times: number },
): readonly number[] {
  const { isTooLarge = false, configuration } = program;
  const all = groupsOf(program);
  const whole = (): readonly number[] => Array.from({ length: all }, (_, group) => group);
  const marked = mostGroups(program, siteBits);
  const areOrdered = hasGridBarrier(program);
  if (areOrdered && all > marked) throw new OutOfBudget();
  if (areOrdered || all <= FEW) return whole();
  const before = budget.steps;
  runOne();
  const taken = (budget.steps - before) * times;
  const paid = Math.floor((Math.max(0, budget.limit - budget.steps) * 0.8) / Math.max(1, taken));
  // One launch may be run whole; of many configurations each gets its part.
  const isOneOfMany = isTooLarge && Object.keys(configuration).length > 0;
  const most = isOneOfMany ? MOST_OF_MANY : all;
  const count = Math.max(1, Math.min(most, marked, Math.max(3, paid)));
  if (count >= all) return whole();
  const chosen = new Set([0, 1, all - 1]);
  for (let index = 0; chosen.size < count; index += 1)
    chosen.add(
      index < count / 2
        ? Math.floor(((index + 1) * all) / (count / 2 + 1))
        : scrambled(index + 13) % all,
    );
  return [...chosen].toSorted((a, b) => a - b);
}
