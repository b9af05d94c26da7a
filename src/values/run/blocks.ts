import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { targetOf } from '../walk.ts';
import type { Definitions } from './definitions.ts';
import type { Flow } from './flow.ts';
import { type Linear, linearPlaces, wholeRegisterIn } from './linear-places.ts';
import { rangeOf } from './form.ts';
import type { Forms } from './place-form.ts';
import type { Possible } from './possible.ts';
import type { Base } from './group-base.ts';

type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** A counter that is only added to. */
export interface Counter {
  readonly object: number;
  /** No more than this is ever in it, where that is known. */
  readonly most: number | undefined;
}

/** An access inside of the elements that its work-item, or its group, took by one addition to a counter. */
export interface Taken {
  readonly counter: Counter;
  /** Bytes of an element. */
  readonly unit: number;
  /** Set for a group: where it keeps the first, and the counter whose numbers tell its work-items apart. */
  readonly group?: { readonly base: number; readonly drawn: number };
}

/** Bytes of an element, of which nothing else is beside. */
const isInside = ({ rest }: Linear, width: number, unit: number): boolean =>
  rest >= 0 && rest + width <= unit;

interface Known {
  readonly program: ValueProgram;
  readonly flow: Flow;
  readonly definitions: Definitions;
  readonly possible: Possible;
  readonly forms: Forms;
  /** The counter that is added to, if nobody takes anything back. */
  readonly counterOf: (atomic: Atomic) => Counter | undefined;
  readonly baseOf: (load: number) => Base | undefined;
}

/** `base = atomic_add(n, found); for (k = 0; k < found; k++) out[base + k] = ...`: whoever takes `found` elements has
 * them alone. */
export function blocksOf({
  program,
  flow,
  definitions,
  possible,
  forms,
  counterOf,
  baseOf,
}: Known): (access: number) => Taken | undefined {
  const { code } = program;
  const { atomicOf, address, isKept, ways } = linearPlaces({ program, flow, definitions });
  /** The group's first element, and a number that one of its work-items has drawn. */
  const takenByGroup = (access: number, place: Linear, width: number): Taken | undefined => {
    for (const [register, unit] of place.terms) {
      const base = baseOf(definitions.reaching(register, access) ?? -1);
      const [at, factor] = [...place.terms].find(([each]) => each !== register) ?? [];
      const atomic = base && code[base.add];
      if (atomic?.kind !== 'atomic' || at === undefined || base === undefined) continue;
      const { type } = program.registers[at] ?? { type: 'int' };
      const form = forms.integer({ kind: 'register', type, register: at }, access);
      const [term, another] = form.terms.values();
      const isDrawn = term?.kind === 'ticket' && term.counter === base.drawn && term.factor === 1;
      const counter = counterOf(atomic);
      if (!isDrawn || another !== undefined || form.rest !== 0 || counter === undefined) continue;
      if (factor === unit && isInside(place, width, unit))
        return { counter, unit, group: { base: base.object, drawn: base.drawn } };
    }
    return undefined;
  };
  const taken = (access: number): Taken | undefined => {
    const step = code[access];
    if (step?.kind !== 'load' && step?.kind !== 'store') return undefined;
    const { passed, guards } = ways(access);
    const place = address(step.address, access, passed);
    if (place === undefined || place.terms.size > 2) return undefined;
    const byGroup = takenByGroup(access, place, SCALARS[step.type].bytes);
    if (byGroup !== undefined) return byGroup;
    const bases = [...place.terms.keys()].filter((each) => atomicOf(each, access) !== undefined);
    const [base = -1, second] = bases;
    const unit = place.terms.get(base) ?? 0;
    const at = atomicOf(base, access) ?? -1;
    const atomic = code[at];
    const width = SCALARS[step.type].bytes;
    if (atomic?.kind !== 'atomic' || second !== undefined || unit < width) return undefined;
    const counter = counterOf(atomic);
    if (counter === undefined) return undefined;
    const [by] = atomic.operands;
    const least = atomic.operation === 'increment' ? 1 : by && possible.range(by, at)?.low;
    const [index, factor] = [...place.terms].find(([each]) => each !== base) ?? [];
    const found = { counter, unit };
    if (index === undefined)
      return place.rest >= 0 && place.rest + width <= unit * (least ?? 0) ? found : undefined;
    // The index counts from 0 on, and stays below the number that was added.
    if (factor !== unit || !isInside(place, width, unit)) return undefined;
    const { type } = program.registers[index] ?? { type: 'int' };
    const value: Value = { kind: 'register', type, register: index };
    const range = rangeOf(forms.integer(value, access));
    if (
      range.low < 0 ||
      passed.some((each) => code[each] !== undefined && targetOf(code[each]) === index)
    )
      return undefined;
    if (range.high < (least ?? 0)) return found;
    const amount = by && wholeRegisterIn(by);
    const isBelow = (guards.get(index) ?? []).some(
      ({ operator, other }) => operator === '<' && wholeRegisterIn(other) === amount,
    );
    return amount !== undefined && isBelow && isKept(amount, at, access) ? found : undefined;
  };
  const known = new Map<number, Taken | undefined>();
  return (access) => {
    if (!known.has(access)) known.set(access, taken(access));
    return known.get(access);
  };
}
