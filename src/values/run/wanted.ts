import type { Term } from '../specification.ts';
import { NoValue, termValue } from '../specification-value.ts';
import type { ValueProgram } from '../program.ts';
import { type Facts, isWriting } from './facts.ts';
import { FinalMemory } from './final-memory.ts';
import type { Filling } from './inputs.ts';
import { openInput } from './open-inputs.ts';
import type { Store } from './store.ts';

/** Values by array and index. */
export type Wanted = ReadonlyMap<string, readonly (number | bigint | undefined)[]>;

/** Places that are looked at: a stage shows no more. */
const MOST = 1024;

/** Final values that the claims demand, as far as the inputs alone determine them.
 * @param stores filled, before anything has run. */
export function wantedIn(
  program: ValueProgram,
  facts: Facts,
  stores: readonly Store[],
  filling: Filling,
  constants: Readonly<Record<string, number>>,
): Wanted {
  const written = new Set<string>();
  for (const instruction of program.code) {
    if (!isWriting(instruction)) continue;
    const targets = 'address' in instruction ? facts.points.of(instruction.address) : 'any';
    for (const [index, { name }] of program.objects.entries())
      if (targets === 'any' || targets.has(index)) written.add(name);
  }
  // An answer that writes nothing yet leaves what nobody has stated.
  const unstated = new Set(
    program.objects.flatMap(({ name, input }) => (openInput(input) ? name : [])),
  );
  const memory = new FinalMemory(program, stores, filling, constants);
  const wanted = new Map<string, (number | bigint | undefined)[]>();
  let left = MOST;

  const isSettled = (term: Term): boolean => {
    switch (term.kind) {
      case 'number':
      case 'name':
        return true;
      case 'element':
        return (term.old || !written.has(term.array)) && isSettled(term.index);
      case 'unary':
        return isSettled(term.operand);
      case 'binary':
        return isSettled(term.left) && isSettled(term.right);
      case 'conditional':
        return [term.condition, term.then, term.otherwise].every(isSettled);
      case 'quantifier':
        return [term.low, term.high, term.body].every(isSettled);
      case 'call':
        return term.args.every(isSettled);
      case 'sorted':
        return false;
    }
  };
  const want = (place: Term, value: Term, bound: ReadonlyMap<string, bigint>): void => {
    if (place.kind !== 'element' || place.old || place.member !== undefined) return;
    if (!isSettled(place.index) || !isSettled(value)) return;
    const known = wanted.get(place.array) ?? [];
    wanted.set(place.array, known);
    known[Number(termValue(place.index, memory, bound))] ??= termValue(value, memory, bound);
  };
  const collect = (term: Term, bound: ReadonlyMap<string, bigint>): void => {
    if (term.kind === 'quantifier' && term.quantifier === 'forall') {
      const [low, high] = [term.low, term.high].map((end) => Number(termValue(end, memory, bound)));
      for (let at = low ?? 0; at < (high ?? 0) && left > 0; at += 1) {
        left -= 1;
        collect(term.body, new Map([...bound, [term.index, BigInt(at)]]));
      }
    }
    if (term.kind !== 'binary') return;
    const { operator, left: one, right: other } = term;
    if (operator === '&&') for (const side of [one, other]) collect(side, bound);
    if (operator !== '==') return;
    if (isLeft(one, written) || isLeft(one, unstated)) want(one, other, bound);
    if (isLeft(other, written)) want(other, one, bound);
  };
  for (const { term } of program.ensures)
    try {
      collect(term, new Map());
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
    }
  return wanted;
}

/** True if a term is a place that something is left in. */
const isLeft = (term: Term, arrays: ReadonlySet<string>): boolean =>
  term.kind === 'element' && arrays.has(term.array);
