import type { Draw } from './random-c.ts';

/** Items of a group, and in all. */
const WG = 4;
const ITEMS = 8;

const PRAGMAS = `#pragma tuner param WG = {${WG}}
#pragma tuner items ${ITEMS}
#pragma tuner array in = 2
#pragma tuner input in[i] = any(0, 3)
#pragma tuner array g = ${ITEMS}
#pragma tuner input g[i] = i * 3 - 5
#pragma tuner array acc = ${WG}
#pragma tuner input acc[i] = 0
#pragma tuner array out = ${ITEMS}
#pragma tuner input out[i] = 0`;

const HELPERS = `int put(__local int *at, int x)
{
return *at = x;
}
int gput(__global int *at, int x)
{
*at += x;
return x;
}
int own(int *at, int x)
{
*at = *at * 3 + x;
return *at;
}`;

/** A kernel of two groups that shares memory, with barriers, atomics and conditions on contents, any of
 * them wrong. Every fact is stated; each line is a statement. */
export const randomGroups = (draw: Draw): string => new Groups(draw).write();

class Groups {
  readonly #draw: Draw;
  readonly #lines: string[] = [];
  readonly #names = ['v', 'w'];
  /** In a hundred, so often an index or a meeting is anything. */
  readonly #carelessness: number;
  readonly #hasAtomics: boolean;
  #count = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
    this.#carelessness = this.#pick([0, 0, 5, 15]);
    this.#hasAtomics = draw(3) === 0;
  }

  write(): string {
    for (let i = 0; i < 4 + this.#draw(8); i += 1) this.#statement(2, true);
    const body = this.#lines.join('\n');
    return `${PRAGMAS}
${HELPERS}
__kernel void k(__global int *in, __global int *g, __global int *acc, __global int *out)
{
const int lid = get_local_id(0), gid = get_global_id(0), group = get_group_id(0);
__local int l[${WG}];
int v = lid, w = in[gid & 1];
int p[4] = {lid, 2, w};
${this.#draw(4) === 0 ? '' : 'l[lid] = gid;\n'}${this.#draw(4) === 0 ? '' : 'barrier(CLK_LOCAL_MEM_FENCE);\n'}${body}
out[gid] ^= v * 5 + w + p[1] + p[2] * 3;
}
`;
  }

  #pick<T>(list: readonly T[]): T {
    const found = list[this.#draw(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  #careless(): boolean {
    return this.#draw(100) < this.#carelessness;
  }

  #name(): string {
    return this.#pick(this.#names);
  }

  /** A number that no write changes on the way. */
  #value(depth = 2): string {
    if (depth === 0 || this.#draw(4) === 0)
      return this.#pick([
        ...this.#names,
        'lid',
        'gid',
        'group',
        'in[0]',
        'in[gid & 1]',
        'p[lid & 3]',
        `p[${this.#name()} & 3]`,
        String(this.#draw(6)),
        'l[lid]',
        'g[gid]',
      ]);
    const part = (): string => this.#value(depth - 1);
    return this.#pick([
      () => unalike(part(), this.#pick(['+', '-', '*', '&', '|', '^']), part()),
      () => unalike(part(), this.#pick(['<', '<=', '==', '!=']), part()),
      () => `(${part()} ? ${part()} : ${part()})`,
      () => `(${part()} && ${part()})`,
      () => `(uchar)(${part()})`,
      () => `(${part()} / ((${part()} & 3) + 1))`,
      () => `(${part()} >> ${this.#draw(5)})`,
      () => `max((int)(${part()}), ${this.#draw(9)})`,
    ])();
  }

  /** One that is the same for all items of a group. */
  #uniform(): string {
    return this.#pick([
      `in[0] == ${this.#draw(4)}`,
      `in[1] > in[0]`,
      `in[0] + in[1] * 4 == ${this.#draw(16)}`,
      'group == 0',
      'in[1] != 3 && group < 1',
    ]);
  }

  #condition(isUniform: boolean): string {
    if (isUniform) return this.#uniform();
    return this.#pick([
      'lid == 0',
      `lid < ${this.#draw(5)}`,
      `${this.#value(1)} > ${this.#value(1)}`,
      `in[gid & 1] == ${this.#draw(4)}`,
      `(w = ${this.#value(1)}) > 2`,
      `v++ < ${this.#draw(9)} && l[lid] != ${this.#draw(4)}`,
      `lid != 3 || (v = 4) == 2`,
      `l[lid] == ${this.#draw(9)}`,
    ]);
  }

  /** An index of an array with a place for each item of the group. */
  #index(own: 'lid' | 'gid', isRead: boolean): string {
    if (isRead ? this.#draw(3) > 0 : !this.#careless()) return own;
    return this.#pick([
      `(${own} + 1) % ${own === 'lid' ? WG : ITEMS}`,
      `${own} ^ 1`,
      `${(own === 'lid' ? WG : ITEMS) - 1} - ${own}`,
      `${this.#name()} & 3`,
      'in[0]',
      `p[${this.#name()} & 1] & 3`,
      String(this.#draw(4)),
      ...(this.#careless() ? [`${own} + 1`, `${own} - 1`, `${own} + in[1]`, 'v'] : []),
    ]);
  }

  #barrier(): string {
    const flags = ['CLK_LOCAL_MEM_FENCE', 'CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE'];
    return `barrier(${this.#pick([...flags, ...(this.#careless() ? ['CLK_GLOBAL_MEM_FENCE', '0'] : flags)])});`;
  }

  /** Reading others' elements, between two barriers where one is careful. */
  #exchange(): void {
    const near = this.#careless() ? '' : this.#barrier();
    const after = this.#careless() ? '' : this.#barrier();
    this.#lines.push(
      `l[lid] = ${this.#value(1)};`,
      near,
      this.#pick([
        `${this.#name()} += l[${this.#index('lid', true)}];`,
        `${this.#name()} = ${this.#condition(true)} ? l[${this.#index('lid', true)}] : ${this.#value(1)};`,
        `g[gid] = l[${this.#index('lid', true)}] - l[${this.#index('lid', true)}];`,
      ]),
      after,
    );
  }

  #block(depth: number, isTogether: boolean): void {
    this.#lines.push('{');
    const before = this.#names.length;
    for (let i = 0; i <= this.#draw(3); i += 1) this.#statement(depth, isTogether);
    this.#names.length = before;
    this.#lines.push('}');
  }

  #declare(): void {
    this.#count += 1;
    const [name, old] = [`d${this.#count}`, this.#name()];
    const value = this.#pick([
      this.#value(),
      `l[lid] = ${this.#value(1)}`,
      `(l[lid] = ${this.#value(1)}, ${this.#value(1)})`,
      `(${old} = ${this.#value(1)}) + 1`,
      `${old}++ * 2`,
      `put(&l[${this.#index('lid', false)}], ${this.#value(1)})`,
      `gput(g + gid, ${this.#value(1)})`,
      `own(&p[lid & 1], ${this.#value(1)})`,
      `g[gid] = l[lid]`,
    ]);
    this.#lines.push(`int ${name} = ${value};`);
    this.#names.push(name);
  }

  /** @param isTogether all items of the group get here */
  #statement(depth: number, isTogether: boolean): void {
    const lines = this.#lines;
    const meets = isTogether || this.#careless();
    const choice = this.#draw(depth === 0 ? 8 : 14);
    switch (choice) {
      case 0:
        lines.push(`l[${this.#index('lid', false)}] = ${this.#value()};`);
        break;
      case 1:
        lines.push(`g[${this.#index('gid', false)}] += ${this.#value()};`);
        break;
      case 2:
        lines.push(`${this.#name()} = ${this.#value()};`);
        break;
      case 3:
        this.#declare();
        break;
      case 4:
        lines.push(
          this.#pick([
            () => `p[${this.#value(1)} & 3] = ${this.#value(1)};`,
            () => `v = (w++, w + l[lid]);`,
            () =>
              `${this.#name()} += ${this.#value(1)} ? (v = 2) : l[lid];`.replace('v +=', 'w +='),
            () => `__local int *q${(this.#count += 1)} = l + (${this.#index('lid', false)});`,
            () => `own(&${this.#name()}, ${this.#value(1)});`,
            () => (this.#careless() ? `p[${this.#value(1)} & 7] = 1;` : `p[lid & 3]--;`),
          ])(),
        );
        if (lines.at(-1)?.startsWith('__local') === true)
          lines.push(`*q${this.#count} ${this.#pick(['=', '+=', '^='])} ${this.#value(1)};`);
        break;
      case 5:
        if (this.#hasAtomics)
          lines.push(
            this.#pick([
              () => `atomic_add(&acc[${this.#value(1)} & 3], ${this.#value(1)});`,
              () => `atomic_max(acc + group, ${this.#value(1)});`,
              () => `atomic_inc(&acc[in[0]]);`,
              () => `${this.#name()} = atomic_or(&acc[lid], ${this.#value(1)}) & 0;`,
              () => `atomic_xchg(&l[${this.#index('lid', false)}], ${this.#value(1)});`,
              () => `${this.#name()} = atomic_sub(&l[lid], 1);`,
            ])(),
          );
        break;
      case 6:
        if (meets) lines.push(this.#barrier());
        break;
      case 7:
        if (meets) this.#exchange();
        break;
      case 8:
      case 9: {
        const isUniform = this.#draw(2) === 0;
        lines.push(`if (${this.#condition(isUniform)})`);
        this.#block(depth - 1, isTogether && isUniform);
        if (this.#draw(3) > 0) break;
        lines.push('else');
        this.#block(depth - 1, isTogether && isUniform);
        break;
      }
      case 10: {
        this.#count += 1;
        const name = `i${this.#count}`;
        const isUniform = this.#draw(3) > 0;
        const end = isUniform
          ? this.#pick(['2', '3', 'in[0]', 'group + 1'])
          : this.#pick(['lid', 'w & 3', 'in[gid & 1]']);
        lines.push(`for (int ${name} = 0; ${name} < ${end}; ${name}++)`);
        this.#block(depth - 1, isTogether && isUniform);
        break;
      }
      case 11:
        lines.push(`switch (${this.#pick(['lid', 'in[0]', 'v & 3'])})`, '{', 'case 0:');
        this.#block(0, false);
        lines.push(this.#draw(2) === 0 ? 'break;' : ';', 'default:');
        this.#block(0, false);
        lines.push('}');
        break;
      case 12:
        if (this.#careless()) lines.push(`if (${this.#condition(false)})`, 'return;');
        else lines.push(`w ${this.#pick(['+=', '^=', '-='])} g[gid];`);
        break;
      default:
        this.#count += 1;
        lines.push(`int w${this.#count} = ${this.#value(1)} & 3;`, `while (w${this.#count}-- > 0)`);
        this.#block(depth - 1, false);
    }
  }
}

/** g++ folds `x - x` before it counts the reads of x. */
const unalike = (left: string, operator: string, right: string): string =>
  left === right ? left : `(${left} ${operator} ${right})`;
