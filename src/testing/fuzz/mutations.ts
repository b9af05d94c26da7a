/** Reproducible random numbers (Mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 to below a number. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  of<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}

/** Strings that break readers. */
const WORDS = [
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  ',',
  ';',
  ':',
  '=',
  '\\',
  '/*',
  '//',
  '`',
  '#',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\0',
  '\uFEFF',
  '\u2028',
  '\uD800',
  '\u{1f600}',
  '\u0130',
  '%',
  '$&',
  '0',
  '-1',
  '1e999',
  '-1e-999',
  '0x',
  '1.5',
  '9007199254740993',
  '18446744073709551616',
  '00',
  'NaN',
  'Infinity',
  'null',
  'true',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'then',
  '=HYPERLINK("x")',
  '<img src=x onerror=alert(1)>',
  '../',
  'javascript:',
  'a'.repeat(3000),
] as [string, ...string[]];

/** Mutates a text, possibly with parts of `other`. */
export function mutatedText(text: string, other: string, dice: Dice): string {
  let changed = text;
  for (let times = 1 + dice.below(4); times > 0; times -= 1) {
    const at = dice.below(changed.length + 1);
    const length = dice.next() < 0.7 ? dice.below(8) : dice.below(changed.length + 1);
    const part = (): string => {
      const from = dice.below(other.length + 1);
      return other.slice(from, from + dice.below(200));
    };
    const [before, cut, after] = [
      changed.slice(0, at),
      changed.slice(at, at + length),
      changed.slice(at + length),
    ];
    changed = dice.of([
      () => before + after,
      () => before,
      () => before + dice.of(WORDS) + cut + after,
      () => before + dice.of(WORDS) + after,
      () => before + cut + cut + after,
      () => before + part() + after,
      () => before + String.fromCharCode(dice.below(0x250)) + cut.slice(1) + after,
      () => changed.replace(/\d+/g, (digits) => (dice.next() < 0.3 ? dice.of(NUMBERS) : digits)),
    ])();
  }
  return changed;
}

const NUMBERS = ['0', '-1', '1', '255', '65536', '4294967296', '99999999999999999999', '0.5'] as [
  string,
  ...string[],
];

/** Wrong values for a place. */
const VALUES: readonly [() => unknown, ...(() => unknown)[]] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 53,
  () => -0,
  () => 1e300,
  () => '',
  () => 'x',
  () => '-5',
  () => '9'.repeat(40),
  () => 'a'.repeat(5000),
  () => '__proto__',
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => ({ __proto__: null, constructor: 1 }),
  () => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
  () => Array.from({ length: 300 }, () => 0),
] as [() => unknown, ...(() => unknown)[]];

/** Mutates a value: fields removed, added, swapped or retyped. */
export function mutatedValue(value: unknown, dice: Dice): unknown {
  const copy = { root: structuredClone(value) };
  for (let times = 1 + dice.below(3); times > 0; times -= 1) changeIn(copy, dice);
  return copy.root;
}

function changeIn(root: object, dice: Dice): void {
  let [holder, key] = [root, 'root'];
  for (;;) {
    const found: unknown = Reflect.get(holder, key);
    if (typeof found !== 'object' || found === null || dice.next() < 0.25) break;
    const keys = Object.keys(found);
    const next = keys[dice.below(keys.length)];
    if (next === undefined) break;
    [holder, key] = [found, next];
  }
  const found: unknown = Reflect.get(holder, key);
  dice.of([
    () => Reflect.set(holder, key, dice.of(VALUES)()),
    () => Reflect.set(holder, key, dice.of(VALUES)()),
    () => Reflect.set(holder, key, [found]),
    () =>
      Reflect.set(holder, key, typeof found === 'string' ? mutatedText(found, found, dice) : found),
    () => Reflect.set(holder, key, typeof found === 'number' ? found * 1e9 - 1 : dice.of(WORDS)),
    () => Reflect.set(holder, dice.of(WORDS), dice.of(VALUES)()),
    () => Reflect.deleteProperty(holder, key),
  ])();
}
