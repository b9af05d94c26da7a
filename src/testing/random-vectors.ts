import type { Draw } from './random-c.ts';

const LANES = [
  'char',
  'uchar',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'float',
] as const;
type Lane = (typeof LANES)[number];
const MASKS: Readonly<Record<Lane, Lane>> = {
  char: 'char',
  uchar: 'char',
  short: 'short',
  ushort: 'short',
  int: 'int',
  uint: 'int',
  long: 'long',
  ulong: 'long',
  float: 'int',
};
const BITS: Readonly<Record<Lane, number>> = {
  char: 8,
  uchar: 8,
  short: 16,
  ushort: 16,
  int: 32,
  uint: 32,
  long: 64,
  ulong: 64,
  float: 32,
};

/** A function of 4-lane vectors in the common words of OpenCL C and GCC's C++: `V4(type, a, b, c,
 * d)` makes one, `v[i]` is a lane. It writes `out` and gets `n`. */
export function randomVectors(draw: Draw): string {
  const lines: string[] = ['volatile int zero = 0;'];
  const variables = new Map<string, Lane>();
  const pick = <T>(list: readonly T[]): T => {
    const found = list[draw(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  const ofType = (type: Lane): string[] =>
    [...variables].filter(([, lane]) => lane === type).map(([name]) => name);
  // Constant vectors occasionally crash the compiler.
  const number = (type: Lane): string =>
    type === 'float'
      ? `(${pick(['0.5f', '3.0f', '-7.25f', '(float)n'])} + zero)`
      : `(${type})(${pick(['0', '1', '-1', '100', '77', 'n', '200', '32767', '65000'])} + zero)`;
  const vector = (type: Lane, depth: number): string => {
    const known = ofType(type);
    if (depth === 0 || draw(5) === 0)
      return known.length > 0 && draw(4) > 0
        ? pick(known)
        : `V4(${type}, ${number(type)}, ${number(type)}, ${number(type)}, ${number(type)})`;
    const part = (): string => vector(type, depth - 1);
    const whole = type !== 'float';
    switch (draw(whole ? 8 : 5)) {
      case 0:
        return `(${part()} ${pick(['+', '-', '*'])} ${part()})`;
      case 1:
        return `(${part()} ${pick(['+', '-', '*'])} ${number(type)})`;
      case 2:
        return `(-${part()})`;
      case 3:
        return `(${mask(type, depth - 1)} ? ${part()} : ${part()})`;
      case 4:
        return `(${number(type)} - ${part()})`;
      case 5:
        return `(${part()} ${pick(['&', '|', '^'])} ${part()})`;
      case 6:
        return `(~${part()})`;
      default:
        return `(${part()} ${pick(['<<', '>>'])} (${type})${draw(BITS[type])})`;
    }
  };
  /** A vector comparison with masks of equal width. */
  const mask = (type: Lane, depth: number): string => {
    const compared = pick(LANES.filter((lane) => MASKS[lane] === MASKS[type]));
    const sides = [vector(compared, depth), vector(compared, depth)];
    return `(${sides.join(` ${pick(['<', '<=', '>', '>=', '==', '!='])} `)})`;
  };
  for (let i = 0; i < 8; i += 1) {
    const type = pick(LANES);
    lines.push(`${type}4 v${i} = ${vector(type, 3)};`);
    variables.set(`v${i}`, type);
  }
  for (let i = 0; i < 8; i += 1) {
    const [name, type] = pick([...variables]);
    lines.push(
      pick([
        `${name} = ${vector(type, 3)};`,
        `${name} += ${vector(type, 2)};`,
        `${name} -= ${number(type)};`,
        `${name}[${draw(4)}] = ${number(type)};`,
        `if (${name}[${draw(4)}] > 1) ${name} = ${vector(type, 2)};`,
      ]),
    );
  }
  let next = 0;
  for (const name of variables.keys())
    for (let lane = 0; lane < 4; lane += 1)
      lines.push(`out[${next++}] = TO_LONG(${name}[${lane}]);`);
  return lines.join('\n');
}
