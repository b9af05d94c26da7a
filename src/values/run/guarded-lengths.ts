import { productOf } from '../../base/product.ts';
import { SCALARS } from '../../front/scalar.ts';
import { lengthened, type NotChecked } from '../finding.ts';
import type { Instruction, MemoryObject, ValueProgram } from '../program.ts';
import type { Facts } from './facts.ts';
import type { Form } from './form.ts';
import { elementBytes, placed } from './names.ts';
import { onlyTarget } from './points-to.ts';

/** Guards that let too many through, where nobody states lengths. */
export const lengthsByGuards = (program: ValueProgram, facts: Facts): readonly NotChecked[] => [
  ...inclusiveGuards(program, facts),
  ...mixedRows(program, facts),
  ...besideGuards(program, facts),
];

/** All work-items come to an array, where a guard elsewhere keeps some out. */
function besideGuards(program: ValueProgram, facts: Facts): readonly NotChecked[] {
  const { apart, possible } = facts;
  const found = new Map<MemoryObject, NotChecked>();
  for (const { index, step, object } of ofAssumedLengths(program, facts)) {
    const { high = Infinity } = possible.offsets(index) ?? {};
    const elements = Math.ceil((high + SCALARS[step.type].bytes) / elementBytes(object));
    // A guard of an older value counts too.
    const isOfLaunch = elements <= productOf(program.global);
    if (found.has(object) || !isOfLaunch || !apart.isUnguarded(index)) continue;
    found.set(object, ofLength(object.name, step, elements, 'which no guard is sure to exclude'));
  }
  return [...found.values()];
}

/** Rows and columns that are taken for each other. */
function mixedRows(program: ValueProgram, facts: Facts): readonly NotChecked[] {
  const { apart } = facts;
  return ofAssumedLengths(program, facts).flatMap(({ index, step, object }) => {
    const extent = apart.extentOf(index);
    const isTold = extent?.kind !== 'mixed' || apart.reachesArguments(index) !== undefined;
    if (isTold) return [];
    const elements = inWords(program, extent.elements);
    return [
      {
        what: 'bounds',
        why: `Guards let ${step.text} come to as many as ${elements} elements of ${object.name}: a row is not as long as the bound of what counts in it.`,
        hint: `If rows and columns are right, say how long it is: #pragma tuner array ${object.name} = ...`,
        span: step.span,
        weakens: false,
        holdsIf: `${object.name} has ${elements} elements`,
      },
    ];
  });
}

/** `w * w - w + h`. */
function inWords({ registers }: ValueProgram, { terms, rest }: Form): string {
  const parts = [...terms.values(), { factor: rest, factors: [] }].flatMap((term) => {
    const names = 'factors' in term ? (term.factors ?? []) : [];
    const words = names.map((register) => registers[register]?.name ?? 'an argument');
    const by = Math.abs(term.factor);
    const all = by === 1 && words.length > 0 ? words : [String(by), ...words];
    return term.factor === 0 ? [] : [{ isLess: term.factor < 0, words: all.join(' * ') }];
  });
  return parts
    .toSorted((a, b) => Number(a.isLess) - Number(b.isLess))
    .map(({ isLess, words }, at) => (at === 0 ? words : `${isLess ? '-' : '+'} ${words}`))
    .join(' ');
}

/** `if (i <= n) a[i]`, or `a[n]` where `i < n` guards others: as many work-items as elements never come to `n`,
 * and a launch that is rounded up does. */
function inclusiveGuards(program: ValueProgram, facts: Facts): readonly NotChecked[] {
  const { apart } = facts;
  const { registers } = program;
  return ofAssumedLengths(program, facts).flatMap(({ index, step, object }) => {
    const reached = apart.reachesArguments(index);
    if (reached === undefined) return [];
    const bounds = reached.factors.map((register) => registers[register]);
    if (!bounds.some((bound) => bound?.input?.kind === 'unknown')) return [];
    const names = bounds.map((bound) => bound?.name ?? 'an argument');
    const product = [...(reached.times > 1 ? [reached.times] : []), ...names].join(' * ');
    const { divisor } = reached;
    const name = divisor === undefined ? product : `${product} / ${divisor}`;
    const isOfRow = reached.ends === 'row';
    const isIndex = reached.ends === 'index';
    const isCondition = isIndex || divisor !== undefined;
    return [
      {
        what: 'bounds',
        why: isOfRow
          ? `${step.text} may be element ${name} of a row of ${object.name}, which is one too far if a row has ${name} elements: nobody says how many.`
          : `${step.text} ${isIndex ? 'is at' : 'may be'} element ${name} of ${object.name}${isIndex ? ' or behind' : ''}, which is one too far if ${object.name} has ${name} elements: nobody says how many.`,
        hint: `Say how many: #pragma tuner array ${object.name} = ...`,
        span: step.span,
        weakens: !isCondition,
        ...(isCondition && { holdsIf: placed(step.text, object, true) }),
      },
    ];
  });
}

/** Accesses to global arrays whose lengths nobody states. */
function ofAssumedLengths({ code, objects }: ValueProgram, { points }: Facts) {
  return [...code.entries()].flatMap(([index, step]) => {
    if (step.kind !== 'load' && step.kind !== 'store' && step.kind !== 'atomic') return [];
    const object = objects[onlyTarget(points.of(step.address)) ?? -1];
    const isOpen = object?.length === 'assumed' && object.space !== 'local';
    return isOpen ? [{ index, step, object }] : [];
  });
}

/** An array is long enough for an access.
 * @param why what its length was taken from, as the end of a sentence */
export const ofLength = (
  name: string,
  { text, span }: Pick<Extract<Instruction, { text: string }>, 'text' | 'span'>,
  elements: number,
  why: string,
): NotChecked => ({
  what: 'bounds',
  why: `Nobody says how long ${name} is; ${text} comes to its element ${elements - 1}, ${why}.`,
  hint: `State its length: #pragma tuner array ${name} = ${elements}`,
  span,
  weakens: false,
  ...lengthened(name, elements),
});
