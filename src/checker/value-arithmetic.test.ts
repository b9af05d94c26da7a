import { afterAll, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { runItem } from '../testing/value-evaluator.ts';
import { op, ProgramBuilder } from '../testing/value-programs.ts';
import type { Value } from '../values/program.ts';
import { isFloat, isSigned, SCALARS, type Scalar } from '../front/scalar.ts';
import { ValueChecker } from './value-checker.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 512 });
afterAll(() => toolchain.dispose());

/** More by OVERTIME_RANDOM_VALUES. */
const count = Number(process.env['OVERTIME_RANDOM_VALUES'] ?? 40);

const TYPES = Object.keys(SCALARS).filter(
  (type): type is Scalar => type !== 'pointer' && type !== 'half' && type !== 'bool',
);

/** Register values near the edges of a type. */
function interesting(type: Scalar, draw: (count: number) => number): number | bigint {
  const bits = SCALARS[type].bytes * 8;
  if (isFloat(type)) return [0, 1, -1, 0.5, -2.5, 3.5, 1e10, 16777217, 255.75, -129][draw(10)] ?? 0;
  const high = isSigned(type) ? 2n ** BigInt(bits - 1) - 1n : 2n ** BigInt(bits) - 1n;
  const low = isSigned(type) ? -high - 1n : 0n;
  const found = [0n, 1n, 2n, 7n, high, high - 1n, low, low + 1n, high / 3n, 5n][draw(10)] ?? 0n;
  return bits === 64 ? found : Number(found);
}

/** One item that stores values of a type. */
function program(seed: number, type: Scalar) {
  let state = Math.imul(seed + 7, 2654435761) >>> 0;
  const draw = (bound: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % bound;
  };
  const builder = new ProgramBuilder(1, 1);
  const results = builder.array(
    'R',
    'global',
    count,
    { kind: 'given', values: Array.from({ length: count }, () => 0) },
    type,
  );
  const registers = new Map(
    TYPES.map((each) => [each, [0, 1, 2].map(() => builder.register(undefined, each))]),
  );
  const value = (of: Scalar, depth: number): Value => {
    const [first] = registers.get(of) ?? [];
    const register = registers.get(of)?.[draw(3)] ?? first;
    if (!register) throw new Error(of);
    if (depth === 0) return register;
    const side = (): Value => value(of, depth - 1);
    const choice = draw(8);
    if (choice < 3) {
      const operators = isFloat(of)
        ? (['+', '-', '*', '/'] as const)
        : (['+', '-', '*', '&', '|', '^', '+', '-'] as const);
      return op(operators[draw(operators.length)] ?? '+', side(), side());
    }
    if (choice === 3 && !isFloat(of)) {
      const shift: Value = { kind: 'constant', type: 'uint', value: draw(SCALARS[of].bytes * 8) };
      return op(draw(2) === 0 ? '<<' : '>>', side(), shift);
    }
    if (choice === 4 && !isFloat(of)) {
      const wide = SCALARS[of].bytes === 8;
      const divisor = 1 + draw(9);
      const right: Value = { kind: 'constant', type: of, value: wide ? BigInt(divisor) : divisor };
      return op(draw(2) === 0 ? '/' : '%', side(), right);
    }
    if (choice === 5)
      return {
        kind: 'unary',
        type: of,
        operator: isFloat(of) || draw(2) === 0 ? '-' : '~',
        operand: side(),
      };
    if (choice === 6) {
      const other = TYPES[draw(TYPES.length)] ?? 'int';
      const condition = op(
        (['<', '==', '>='] as const)[draw(3)] ?? '<',
        value(other, 1),
        value(other, 1),
        'int',
      );
      return { kind: 'select', type: of, condition, then: side(), otherwise: side() };
    }
    const from =
      TYPES.filter((each) => isFloat(of) || !isFloat(each))[draw(TYPES.length - 2)] ?? 'int';
    // C leaves too large fractions undefined; everything else must agree.
    const saturate = !isFloat(of) && draw(3) === 0;
    return {
      kind: 'convert',
      type: of,
      operand: value(from, depth - 1),
      ...(saturate && { saturate }),
    };
  };
  for (const [each, list] of registers)
    for (const register of list)
      builder.set(register, { kind: 'constant', type: each, value: interesting(each, draw) });
  for (let index = 0; index < count; index += 1)
    builder.store(
      builder.at(results, { kind: 'constant', type: 'long', value: BigInt(index) }),
      value(type, 3),
    );
  return { builder, type };
}

it(
  'numbers of all types are what a plain evaluator makes of them',
  { timeout: 120_000 },
  async () => {
    const programs = TYPES.map((type, seed) => {
      const plain = program(seed, type).builder.build();
      const view = runItem(plain).get('R');
      if (!view) throw new Error('there is no result');
      const { builder } = program(seed, type);
      for (let index = 0; index < count; index += 1) {
        const found = scalar(view, type, index);
        // NaN equals nothing, not even itself.
        const element = {
          kind: 'element',
          array: 'R',
          old: false,
          index: { kind: 'number', value: BigInt(index) },
        } as const;
        const isNot = Number.isNaN(Number(found));
        builder.ensures(
          {
            kind: 'binary',
            operator: isNot ? '!=' : '==',
            left: element,
            right: isNot ? element : { kind: 'number', value: found },
          },
          `${type} ${index} is ${found}`,
        );
      }
      return builder.build();
    });
    const report = await checker.check(programs, { level: 'regions' });
    if (!report.ok) throw new Error(report.reason);
    expect(report.verdicts.map(({ found }) => found?.finding.message)).toEqual(
      programs.map(() => undefined),
    );
    expect(report.verdicts.flatMap(({ lost }) => [...lost])).toEqual([]);
  },
);

function scalar(view: DataView, type: Scalar, index: number): number | bigint {
  const { bytes } = SCALARS[type];
  const at = index * bytes;
  if (type === 'float') return view.getFloat32(at, true);
  if (type === 'double') return view.getFloat64(at, true);
  let bits = 0n;
  for (let byte = bytes - 1; byte >= 0; byte -= 1)
    bits = bits * 256n + BigInt(view.getUint8(at + byte));
  return isSigned(type) ? BigInt.asIntN(bytes * 8, bits) : bits;
}
