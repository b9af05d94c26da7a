import type { Value, ValueProgram } from '../values/program.ts';
import type { Term } from '../values/specification.ts';
import { gid, groupId, lid, num, op, ProgramBuilder, to } from './value-programs.ts';

/** A small random program with loads, stores, atomics, branches and barriers, any of them wrong: two
 * items in one or two groups. */
export function randomValueProgram(seed: number, atomics: 'none' | 'sums' | 'any'): ValueProgram {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  const draw = (count: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % count;
  };
  const pick = <T>(...choices: readonly T[]): T => {
    const chosen = choices[draw(choices.length)];
    if (chosen === undefined) throw new Error('there is nothing to choose from');
    return chosen;
  };
  const groups = 1 + draw(2);
  const builder = new ProgramBuilder(2, 2 * groups);
  const given = (values: readonly number[]) => ({ kind: 'given', values }) as const;
  const input = builder.array('A', 'global', 2, { kind: 'any', low: 0, high: 1 });
  const result = builder.array('R', 'global', 4, given([5, 6, 7, 8]));
  const tile = builder.array('T', 'local', 3);
  const registers = [builder.register('x'), builder.register('y')];
  for (const [index, register] of registers.entries()) builder.set(register, num(index));
  const index = (): Value =>
    pick<Value>(lid, gid, groupId, op('-', num(1, 'ulong'), lid), num(draw(3), 'ulong'));
  const value = (): Value =>
    pick<Value>(
      pick(...registers),
      num(draw(3)),
      to('int', gid),
      op('+', pick(...registers), num(1)),
    );
  const condition = (): Value =>
    pick<Value>(
      op('==', lid, num(0, 'ulong'), 'int'),
      op('<', pick(...registers), num(1), 'int'),
      op('==', gid, num(1, 'ulong'), 'int'),
    );
  const place = (): Value => builder.at(pick(result, tile, tile), index());
  const step = (depth: number): void => {
    switch (draw(atomics === 'none' ? 7 : 8)) {
      case 0:
        return void builder.load(
          pick(...registers),
          builder.at(input, op('%', gid, num(2, 'ulong'))),
        );
      case 1:
        return void builder.load(pick(...registers), place());
      case 2:
      case 3:
      case 4:
        return void builder.store(place(), value());
      case 5:
        return void builder.barrier(true, true);
      case 6:
        if (depth > 0) return;
        return builder.when(condition(), () => {
          step(1);
          if (draw(2) === 0) step(1);
        });
      default: {
        const isSum = atomics === 'sums' || draw(2) === 0;
        builder.step({
          kind: 'atomic',
          operation: isSum ? 'add' : 'exchange',
          target:
            isSum && (atomics === 'sums' || draw(2) === 0)
              ? undefined
              : pick(...registers).register,
          type: 'int',
          address: builder.at(result, num(3, 'ulong')),
          operands: [value()],
          text: 'atomic',
        });
      }
    }
  };
  const length = 3 + draw(5);
  // Many are to have what they read.
  if (draw(4) > 0) {
    builder.store(builder.at(tile, lid), to('int', gid));
    if (draw(4) > 0) builder.barrier(true, true);
  }
  for (let at = 0; at < length; at += 1) step(0);
  // Reads must matter.
  const [last = pick(...registers)] = registers;
  if (draw(3) === 0) builder.load(last, builder.at(tile, index()));
  if (draw(4) > 0) builder.store(builder.at(result, gid), last);
  const element: Term = {
    kind: 'element',
    array: 'R',
    old: false,
    index: { kind: 'number', value: BigInt(draw(4)) },
  };
  const right: Term = { kind: 'number', value: BigInt(draw(3) + 5) };
  builder.ensures({ kind: 'binary', operator: pick('<=', '!=', '=='), left: element, right });
  return builder.build({ seed });
}
