/** Random functions valid in C and OpenCL C, without undefined behaviour (given signed wrap-around),
 * writing to `out`. */

export type Draw = (below: number) => number;

/** Numbers from a seed (xorshift). */
export function drawing(seed: number): Draw {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const WHOLE = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'] as const;
const LITERALS = [
  '0',
  '1',
  '2',
  '7',
  '-1',
  '255',
  '256',
  '65535',
  '0x7fffffff',
  '0xffffffff',
  '-128',
  "'a'",
  '3u',
  '0x80000000',
  '1L',
  '0xffffUL',
  '4294967296',
  '017',
  '-2147483647',
  '9223372036854775807',
];

/** A body with parameters `int n` and `long *out`, and its helpers.
 * @param builtIns it calls those of OpenCL C too */
export function randomBody(
  draw: Draw,
  { builtIns = false } = {},
): { readonly helpers: string; readonly body: string } {
  return new Writer(draw, builtIns).write();
}

/** Helpers that write through pointers; they stand before all others. */
const POINTER_HELPERS = `int h7(int *at, int x) { *at = x; return x - 1; }
void h8(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int *h9(int *at, int n) { return at + (n & 1); }`;

class Writer {
  readonly #lines: string[] = [];
  readonly #names: string[] = ['n'];
  readonly #fixed = new Set<string>(['n']);
  #helpers = 0;
  #count = 0;

  readonly #draw: Draw;
  readonly #hasBuiltIns: boolean;

  constructor(draw: Draw, hasBuiltIns: boolean) {
    this.#draw = draw;
    this.#hasBuiltIns = hasBuiltIns;
  }

  write(): { helpers: string; body: string } {
    const own = Array.from({ length: 1 + this.#draw(2) }, () => this.#helper());
    const helpers = [POINTER_HELPERS, ...own].join('\n');
    this.#lines.push('int arr[5] = {3, n, -1};', 'uchar bytes[2][3] = {{1, 2}, {250}};');
    this.#lines.push('struct Pair pair = {5, -9}, other;', 'struct Pair *at = &pair;');
    this.#lines.push('other = pair;');
    for (let i = 0; i < 4; i += 1) this.#declare();
    for (let i = 0; i < 8; i += 1) this.#statement(2);
    let next = 0;
    for (const name of this.#names) this.#lines.push(`out[${next++}] = ${name};`);
    for (let i = 0; i < 5; i += 1) this.#lines.push(`out[${next++}] = arr[${i}];`);
    for (let i = 0; i < 6; i += 1)
      this.#lines.push(`out[${next++}] = bytes[${Math.trunc(i / 3)}][${i % 3}];`);
    for (const text of ['pair.a', 'pair.b', 'other.a', 'other.b', `(at == &other)`])
      this.#lines.push(`out[${next++}] = ${text};`);
    return { helpers, body: this.#lines.join('\n') };
  }

  #pick<T>(list: readonly T[]): T {
    const found = list[this.#draw(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  #helper(): string {
    this.#helpers += 1;
    const [type, a, b] = [this.#pick(WHOLE), this.#pick(WHOLE), this.#pick(WHOLE)];
    const rest = this.#pick([
      'if (x > y) return x - y; return y;',
      'int s = 0; for (int i = 0; i < (int)(x & 7); i++) { if (i == 5) break; s += y; } return s;',
      'x += y; y ^= x; return x * y;',
      'return x ? y : x + 1;',
      'switch (x & 3) { case 0: y++; case 1: return y; case 2: break; default: y = 9; } return y;',
    ]);
    return `${type} h${this.#helpers}(${a} x, ${b} y) { ${rest} }`;
  }

  #declare(): void {
    this.#count += 1;
    const name = `v${this.#count}`;
    const value = this.#draw(3) === 0 ? this.#effect() : this.#expression(3);
    this.#lines.push(`${this.#pick(WHOLE)} ${name} = ${value};`);
    this.#names.push(name);
  }

  /** An expression that writes, all in a certain order. */
  #effect(): string {
    const target = this.#target();
    const value = this.#expression(2);
    const element = `arr[${this.#draw(5)}]`;
    return this.#pick([
      `(${target} = ${value})`,
      `(${target} = ${value}) + ${this.#draw(9)}`,
      `(${target} = ${value}, ${this.#expression(2)})`,
      `(${target}++, ${target} + 1)`,
      `(${this.#expression(1)} ? (${target} = ${value}) : ${this.#expression(1)})`,
      `(${this.#expression(1)} && (${target} = ${value}) != 0)`,
      `(${this.#expression(1)} || ${target}++ > 3)`,
      `h7(&${element}, ${value})`,
      `*h9(arr, ${value})`,
      `(h8(&${element}, &pair.a), pair.a)`,
      `(${target} ${this.#pick(['+=', '-=', '*=', '^='])} ${value})`,
    ]);
  }

  /** A call of a built-in function of integers, or a conversion. */
  #builtIn(part: () => string): string {
    const type = this.#pick(WHOLE);
    const cast = (): string => `(${type})(${part()})`;
    const small = `((float)((${part()}) & 4095) * ${this.#pick(['0.5f', '0.25f', '-1.75f', '3.0f'])})`;
    const unsigned = type.startsWith('u') ? type : `u${type}`;
    switch (this.#draw(10)) {
      case 0:
        return `${this.#pick(['abs', 'clz', 'ctz', 'popcount'])}(${cast()})`;
      case 1:
      case 2:
        return `${this.#pick(['min', 'max', 'abs_diff', 'add_sat', 'sub_sat', 'hadd', 'rhadd', 'mul_hi', 'rotate'])}(${cast()}, ${cast()})`;
      case 3:
        return `${this.#pick(['mad_sat', 'mad_hi', 'bitselect'])}(${cast()}, ${cast()}, ${cast()})`;
      case 4:
        return `clamp(${cast()}, (${type})${this.#draw(9)}, (${type})${9 + this.#draw(90)})`;
      case 5:
        return `${this.#pick(['convert_', 'as_'])}${type}((${unsigned})(${part()}))`;
      case 6:
        return `convert_${type}_sat(${part()})`;
      case 7:
        return `convert_${this.#pick(['int', 'long', 'short'])}${this.#pick(['', '_rte', '_rtz', '_rtp', '_rtn', '_sat', '_sat_rte'])}(${small})`;
      case 8:
        return this.#pick([
          `upsample((short)(${part()}), (ushort)(${part()}))`,
          `upsample((uchar)(${part()}), (uchar)(${part()}))`,
          `upsample((int)(${part()}), (uint)(${part()}))`,
          `mul24((int)((${part()}) & 0x7fffff), (int)((${part()}) & 255))`,
          `mad24((int)((${part()}) & 0xffff), (int)((${part()}) & 255), (int)(${part()}))`,
          `select(${cast()}, ${cast()}, (${unsigned})(${part()}))`,
        ]);
      default:
        return `as_int(${this.#pick(['fabs', 'floor', 'ceil', 'trunc', 'rint', 'round', '-'])}(${small}))`;
    }
  }

  /** Something that can be assigned to. */
  #target(): string {
    const free = this.#names.filter((name) => !this.#fixed.has(name));
    return this.#pick([
      ...free,
      ...free,
      `arr[${this.#index(5)}]`,
      `bytes[${this.#draw(2)}][${this.#index(3)}]`,
      'pair.a',
      'other.b',
      'at->b',
      '(*at).a',
      `(*(arr + ${this.#index(5)}))`,
    ]);
  }

  #index(below: number): string {
    return this.#draw(2) === 0
      ? String(this.#draw(below))
      : `(uint)(${this.#pick(this.#names)}) % ${below}`;
  }

  /** Without side effects. */
  #expression(depth: number): string {
    if (depth === 0 || this.#draw(6) === 0)
      return this.#pick([
        ...this.#names,
        ...this.#names,
        this.#pick(LITERALS),
        `arr[${this.#index(5)}]`,
        `bytes[${this.#index(2)}][${this.#index(3)}]`,
        this.#pick(['pair.a', 'at->b', 'other.b', '(int)sizeof(pair)', 'sizeof(arr[0])']),
      ]);
    const part = (): string => this.#expression(depth - 1);
    if (this.#hasBuiltIns && this.#draw(5) === 0) return this.#builtIn(part);
    switch (this.#draw(10)) {
      case 0:
        return `(${this.#pick(WHOLE)})(${part()})`;
      case 1:
        return `${this.#pick(['-', '~', '!', '+'])}(${part()})`;
      case 2:
        return `(${part()} ${this.#pick(['/', '%'])} ((${part()} & 15) + 1))`;
      case 3:
        return `(${part()} ${this.#pick(['<<', '>>'])} ${this.#draw(31)})`;
      case 4:
        return `(${part()} ${this.#pick(['&&', '||'])} ${part()})`;
      case 5:
        return `(${part()} ? ${part()} : ${part()})`;
      case 6:
        return `(${part()} ${this.#pick(['<', '<=', '>', '>=', '==', '!='])} ${part()})`;
      case 7:
        return this.#helpers > 0
          ? `h${1 + this.#draw(this.#helpers)}(${part()}, ${part()})`
          : part();
      case 8:
        return `(int)((float)(${part()} & 1023) * ${this.#pick(['0.5f', '0.3', '1.7f'])} + ${this.#draw(9)})`;
      default:
        return `(${part()} ${this.#pick(['+', '-', '*', '&', '|', '^'])} ${part()})`;
    }
  }

  #block(depth: number): void {
    this.#lines.push('{');
    const before = this.#names.length;
    if (this.#draw(3) === 0) this.#declare();
    for (let i = 0; i <= this.#draw(3); i += 1) this.#statement(depth);
    this.#names.length = before;
    this.#lines.push('}');
  }

  #statement(depth: number): void {
    const lines = this.#lines;
    switch (depth === 0 ? this.#draw(4) : this.#draw(9)) {
      case 0:
      case 1:
        lines.push(`${this.#target()} = ${this.#expression(3)};`);
        break;
      case 2: {
        const operator = this.#pick(['+', '-', '*', '&', '|', '^']);
        lines.push(`${this.#target()} ${operator}= ${this.#expression(2)};`);
        break;
      }
      case 3:
        lines.push(
          this.#pick([
            () => `${this.#target()}++;`,
            () => `--${this.#target()};`,
            () => `${this.#target()} >>= ${this.#draw(7)};`,
            () => `${this.#target()} %= 13;`,
            () => 'other = pair;',
            () => 'at = at == &pair ? &other : &pair;',
            () => `arr[0] = bytes[0][1]++;`,
            () => `${this.#effect()};`,
            () =>
              `{ int *to = h9(arr, ${this.#expression(1)}); *to++ = ${this.#expression(1)}; to[1] -= 2; }`,
          ])(),
        );
        break;
      case 4:
        lines.push(`if (${this.#draw(3) === 0 ? this.#effect() : this.#expression(2)})`);
        this.#block(depth - 1);
        if (this.#draw(2) === 0) {
          lines.push('else');
          this.#block(depth - 1);
        }
        break;
      case 5: {
        this.#count += 1;
        const name = `i${this.#count}`;
        lines.push(
          `for (${this.#pick(['int', 'uint', 'uchar'])} ${name} = 0; ${name} < ${this.#draw(5)}; ${name}++) {`,
        );
        this.#names.push(name);
        this.#fixed.add(name);
        if (this.#draw(3) === 0) lines.push(`if (${this.#expression(1)}) continue;`);
        this.#block(depth - 1);
        if (this.#draw(3) === 0) lines.push(`if (${this.#expression(1)}) break;`);
        this.#names.pop();
        lines.push('}');
        break;
      }
      case 6: {
        this.#count += 1;
        const name = `w${this.#count}`;
        lines.push(`{ int ${name} = ${this.#draw(5)};`);
        lines.push(this.#draw(2) === 0 ? `while (${name}-- > 0)` : `do`);
        const isDo = lines.at(-1) === 'do';
        this.#block(depth - 1);
        lines.push(isDo ? `while (--${name} > 0); }` : '}');
        break;
      }
      default:
        lines.push(`switch ((${this.#expression(1)}) & 3) {`, 'case 0:');
        this.#block(0);
        lines.push('case 1: {');
        this.#block(0);
        lines.push(this.#draw(2) === 0 ? 'break; }' : '}', 'default:');
        this.#block(0);
        lines.push('}');
    }
  }
}
