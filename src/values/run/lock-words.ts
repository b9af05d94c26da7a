import { SCALARS } from '../../front/scalar.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import { givenKey } from '../walk.ts';
import { definitionsOf } from './definitions.ts';
import type { Flow } from './flow.ts';
import { linearPlaces } from './linear-places.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';
import type { Possible } from './possible.ts';

type Atomic = Extract<Instruction, { kind: 'atomic' }>;

/** A word of locks: always one, or the one that a register tells. */
export interface Word {
  /** The same word, while its register is not set. */
  readonly key: string;
  readonly register: number | undefined;
  /** The same of all words whose registers lead to them alike. */
  readonly row: string;
}

export interface LockWords {
  /** By the atomic accesses of them. */
  readonly at: ReadonlyMap<number, Word>;
  /** A name of what the word guards: an access of the same place, by this name, is of a holder of the same word.
   * Undefined where it may be another's. */
  readonly guarded: (access: number, word: Word) => string | undefined;
}

const ONLY: Word = { key: '', register: undefined, row: '' };

/** The words of an object that is accessed atomically; undefined where they are not told. */
export function lockWords(
  known: {
    readonly program: ValueProgram;
    readonly flow: Flow;
    readonly points: PointsTo;
    readonly possible: Possible;
  },
  object: number,
  uses: ReadonlyMap<number, Instruction>,
): LockWords | undefined {
  const { program, flow, points, possible } = known;
  const { code, registers } = program;
  const atomics = [...uses.values()].filter((step): step is Atomic => step.kind === 'atomic');
  if (isOnePlace(program, atomics, object))
    return { at: new Map([...uses.keys()].map((at) => [at, ONLY])), guarded: () => '' };
  const definitions = definitionsOf(program, flow);
  const { address, ways } = linearPlaces({ program, flow, definitions, possible });
  const bytes = SCALARS[atomics[0]?.type ?? 'int'].bytes;
  const wordAt = (at: number, step: Instruction): Word | undefined => {
    if (step.kind !== 'atomic' || SCALARS[step.type].bytes !== bytes) return undefined;
    const place = address(step.address, at, ways(at).passed);
    const [[register = -1, by = 0] = [], another] = place?.terms ?? [];
    if (place === undefined || by === 0 || another !== undefined) return undefined;
    const row = `${by} ${place.rest}`;
    const isWhole = by % bytes === 0 && place.rest % bytes === 0;
    return isWhole ? { key: `${register} ${row}`, register, row } : undefined;
  };
  const at = new Map<number, Word>();
  for (const [index, step] of uses) {
    const word = wordAt(index, step);
    if (word === undefined) return undefined;
    at.set(index, word);
  }
  return {
    at,
    /** Each value of the word's register has bytes of its own. */
    guarded: (access, { register = -1, row }) => {
      const step = code[access];
      if (step === undefined || !('address' in step) || !('type' in step)) return undefined;
      const place = address(step.address, access, ways(access).passed);
      const guarded = onlyTarget(points.of(step.address));
      const by = place?.terms.get(register) ?? 0;
      if (place === undefined || guarded === undefined || by <= 0) return undefined;
      let [low, high] = [place.rest, place.rest + SCALARS[step.type].bytes - 1];
      for (const [other, factor] of place.terms) {
        if (other === register) continue;
        const { type } = registers[other] ?? { type: 'int' };
        const range = possible.range({ kind: 'register', type, register: other }, access);
        const ends = [factor * (range?.low ?? -Infinity), factor * (range?.high ?? Infinity)];
        low += Math.min(...ends);
        high += Math.max(...ends);
      }
      const slot = Math.floor(low / by);
      return slot === Math.floor(high / by) ? `${row} ${guarded} ${by} ${slot}` : undefined;
    },
  };
}

/** All are of the same element. */
export function isOnePlace(
  program: ValueProgram,
  atomics: readonly Atomic[],
  word: number,
): boolean {
  const [first] = atomics;
  if (first === undefined || atomics.some(({ type }) => type !== first.type)) return false;
  if (program.objects[word]?.bytes === SCALARS[first.type].bytes) return true;
  const places = new Set(atomics.map(({ address }) => givenKey(program, address)));
  return places.size === 1 && !places.has(undefined);
}
