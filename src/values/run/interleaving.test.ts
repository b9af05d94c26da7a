import { expect, test } from 'vitest';
import { interleave, type Interleaved, TooManyStates } from '../../testing/interleaver.ts';
import { plainInputs, plainRun } from '../../testing/plain-run.ts';
import { randomValueProgram } from '../../testing/random-values.ts';
import { gid, lid, num, op, ProgramBuilder, to } from '../../testing/value-programs.ts';
import { conditionsOf, type FindingKind, statusOf } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { checkByRunning } from './check.ts';

/** More by OVERTIME_RANDOM_VALUES. */
const count = Number(process.env['OVERTIME_RANDOM_VALUES'] ?? 76);

/** Outcomes of every order of every input; nothing for too many. */
function interleaved(program: ValueProgram): readonly Interleaved[] | undefined {
  const inputs = plainInputs(program);
  try {
    return Array.from({ length: inputs.count }, (_, number) =>
      interleave(program, inputs.filling(number)?.objects ?? [], 1500),
    );
  } catch (error) {
    if (error instanceof TooManyStates) return undefined;
    throw error;
  }
}

/** Memory after one plain run of an input, but what groups have of their own. */
const finalOf = (program: ValueProgram, number: number): string =>
  plainRun(program, number, ({ object }) => object.space !== 'local')[1];

const isRace = (kind: FindingKind): boolean => kind.startsWith('race');

test.each(['none', 'sums'] as const)(
  'one order says what all do, of random programs with atomic operations: %s',
  { timeout: 300_000 },
  (atomics) => {
    const seen = new Map<string, number>();
    for (let seed = 0; seed < count; seed += 1) {
      const program = { ...randomValueProgram(seed, atomics), ensures: [] };
      const verdict = checkByRunning(program);
      const all = interleaved(program);
      if (all === undefined) continue;
      const kinds = new Set(all.flatMap(({ findings }) => [...findings]));
      const found = new Set(verdict.findings.map(({ kind }) => kind));
      const races = [...kinds].some(isRace);
      expect([seed, [...found].some(isRace)]).toEqual([seed, races]);
      if (races) {
        seen.set('race', (seen.get('race') ?? 0) + 1);
        continue;
      }
      expect([seed, [...found].sort()]).toEqual([seed, [...kinds].sort()]);
      for (const kind of kinds) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (kinds.size > 0) continue;
      seen.set('right', (seen.get('right') ?? 0) + 1);
      expect(statusOf(verdict)).toBe('right');
      for (const [number, { finals }] of all.entries())
        expect([seed, [...finals]]).toEqual([seed, [finalOf(program, number)]]);
    }
    // Each sort occurs, or nothing is compared.
    for (const sort of ['race', 'right', 'uninitialised'])
      expect([sort, (seen.get(sort) ?? 0) > 0]).toEqual([sort, true]);
  },
);

test(
  'where the order of atomic operations matters, nothing is called right that is not',
  { timeout: 300_000 },
  () => {
    let rights = 0;
    for (let seed = 0; seed < count; seed += 1) {
      const program = { ...randomValueProgram(seed, 'any'), ensures: [] };
      const verdict = checkByRunning(program);
      if (statusOf(verdict) !== 'right' || conditionsOf(verdict).length > 0) continue;
      const all = interleaved(program);
      if (all === undefined) continue;
      rights += 1;
      for (const { findings, finals } of all) {
        expect([seed, [...findings]]).toEqual([seed, []]);
        expect([seed, finals.size]).toEqual([seed, 1]);
      }
    }
    expect(rights).toBeGreaterThan(0);
  },
);

test('the interleaver sees the lost update, and the atomic one loses none', () => {
  const counter = (isAtomic: boolean): ValueProgram => {
    const builder = new ProgramBuilder(2, 2);
    const array = builder.array('A', 'global', 1, { kind: 'given', values: [0] });
    const register = builder.register('x');
    const place = builder.at(array, num(0, 'ulong'));
    if (isAtomic)
      builder.step({
        kind: 'atomic',
        operation: 'increment',
        target: undefined,
        type: 'int',
        address: place,
        operands: [],
        text: 'atomic',
      });
    else {
      builder.load(register, place);
      builder.store(place, op('+', register, num(1)));
    }
    return builder.build();
  };
  const [lost] = interleaved(counter(false)) ?? [];
  expect([...(lost?.findings ?? [])]).toEqual(['race-global']);
  expect([...(lost?.finals ?? [])].sort()).toEqual(['01000000', '02000000']);
  const [kept] = interleaved(counter(true)) ?? [];
  expect([...(kept?.findings ?? [])]).toEqual([]);
  expect([...(kept?.finals ?? [])]).toEqual(['02000000']);
});

test('the interleaver lets no item pass a barrier alone', () => {
  const builder = new ProgramBuilder(2, 2);
  const tile = builder.array('T', 'local', 2);
  const result = builder.array('R', 'global', 2, { kind: 'given', values: [0, 0] });
  const register = builder.register('x');
  builder.store(builder.at(tile, lid), to('int', gid));
  builder.barrier(true, true);
  builder.load(register, builder.at(tile, op('-', num(1, 'ulong'), lid)));
  builder.store(builder.at(result, gid), register);
  const [all] = interleaved(builder.build()) ?? [];
  expect([...(all?.findings ?? [])]).toEqual([]);
  expect([...(all?.finals ?? [])]).toEqual(['0100000000000000']);
});
