import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import { FINDING_KINDS } from '../../values/finding.ts';
import { guessesOf } from '../../values/run/guesses.ts';
import { pointsTo } from '../../values/run/points-to.ts';
import type { AtomicOperation, Instruction, Value } from '../../values/program.ts';
import { valuesIn, valuesOf } from '../../values/walk.ts';
import { starting, tables } from './c-start.ts';
import { cMemoryType, cType } from './c-type.ts';
import { cValue, fitted } from './c-value.ts';
import { ACCESS, CAME_TO, type Mode, STATUS } from './c-words.ts';
import type { Laid } from './layout.ts';
import { readBy } from './liveness.ts';
import { Unprintable } from './unprintable.ts';

/** SPIN takes no longer piece of C (`SOMETHINGBIG` in its spin.h). */
const MOST_TEXT = 65_000;

const UNINITIALISED = FINDING_KINDS.indexOf('uninitialised');
const RESULT = FINDING_KINDS.indexOf('result');
const BOUNDS = FINDING_KINDS.indexOf('bounds');

/** The members of the struct of a program's registers. */
export const registersOf = ({ program, unset }: Laid, k: number): string =>
  [
    'typedef struct {',
    ...program.registers.map(({ type }, r) => `${cType(type)} r${r};`),
    ...unset.map((r) => `v_u8 u${r};`),
    `v_u8 none; } V_R${k};`,
  ].join(' ');

/** A program as C: an item's state machine, inputs and tables.
 * @throws {Unprintable} */
export function programCode(laid: Laid, k: number, mode: Mode): string[] {
  const pieces = [tables(laid, k), starting(laid, k), machine(laid, k, mode)];
  for (const piece of pieces)
    if (piece.length > MOST_TEXT)
      throw new Unprintable(`a kernel of ${laid.program.code.length} steps`);
  return pieces.map((piece) => `c_code {\n${piece}\n}`);
}

/** The state machine: goes on from where the item stands until it stops. */
function machine(laid: Laid, k: number, mode: Mode): string {
  const { program } = laid;
  const { code } = program;
  const printer = new StepPrinter(laid, mode);
  const steps = code.map((step, at) => printer.step(step, at));
  const [lx, ly] = program.local;
  const [gx, gy] = [0, 1].map((d) => (program.global[d] ?? 1) / (program.local[d] ?? 1));
  return [
    `  static int v_execute_${k} (V_Item *I, int g, int i) {`,
    `    V_R${k} *R = &I->r.p${k};`,
    `    const v_u64 l0 = i % ${lx}, l1 = i / ${lx} % ${ly}, l2 = i / ${lx * ly};`,
    `    const v_u64 g0 = g % ${gx}, g1 = g / ${gx} % ${gy}, g2 = g / ${(gx ?? 1) * (gy ?? 1)};`,
    ...[0, 1, 2].map((d) => `    const v_u64 w${d} = g${d} * ${program.local[d]} + l${d};`),
    '    v_u64 a; const v_u8 *p; v_u8 *q;',
    '    switch (I->pc) {',
    ...[...printer.resumed].map((at) => `      case ${at}: goto L${at};`),
    '      default: break;',
    '    }',
    ...steps.map((text, at) => `    L${at}: ${text}`),
    '  }',
    // Dead registers are cleared where an item stops: states differ by live ones alone.
    `  static void v_got_event_${k} (V_Item *I, int place, int event) {`,
    `    V_R${k} *R = &I->r.p${k};`,
    '    switch (place) {',
    ...code.flatMap((step, at) =>
      (step.kind === 'copy' || step.kind === 'meet') && step.target !== undefined
        ? [`      case ${at}: R->r${step.target} = event; ${printer.set(step.target)} break;`]
        : [],
    ),
    '    }',
    '  }',
  ].join('\n');
}

/** Keeps what all who meet have to give, where copies are compared. */
const alike = (step: Extract<Instruction, { kind: 'barrier' | 'meet' }>): string =>
  step.alike === undefined ? '' : `I->copy.elements = (v_i64) (${cValue(step.alike)});`;

class StepPrinter {
  /** Steps at which items go on. */
  readonly resumed = new Set<number>();
  readonly #laid: Laid;
  readonly #mode: Mode;
  readonly #unset: ReadonlySet<number>;
  readonly #guesses: ReadonlySet<number>;

  constructor(laid: Laid, mode: Mode) {
    this.#laid = laid;
    this.#mode = mode;
    this.#unset = new Set(laid.unset);
    this.#guesses = guessesOf(laid.program, pointsTo(laid.program)).reads;
  }

  /** Marks a register as one that has a value. */
  set(register: number): string {
    return this.#unset.has(register) ? `R->u${register} = 1;` : '';
  }

  step(step: Instruction, at: number): string {
    return this.#checks(step, at) + this.#step(step, at);
  }

  /** Checks of the registers that a step reads. */
  #checks(step: Instruction, at: number): string {
    if (step.kind === 'store' && step.copies === true) return '';
    const unset = [...readBy(step)].filter((register) => this.#unset.has(register));
    if (unset.length > 0 && this.#isExchange(step))
      throw new Unprintable('a lane may come to a shuffle without a value');
    return unset
      .map(
        (register) =>
          `if (!R->u${register}) return v_fail (${UNINITIALISED}, ${at}, g, i, -1, -1, ${register}, 0); `,
      )
      .join('');
  }

  /** A lane puts its value where others of its warp take it. */
  #isExchange(step: Instruction): boolean {
    const { objects } = this.#laid.program;
    return (
      step.kind === 'store' &&
      [...valuesIn(step.address)].some(
        (part) => part.kind === 'address' && objects[part.object]?.isExchange === true,
      )
    );
  }

  #step(step: Instruction, at: number): string {
    const divided = this.#divided(step, at);
    switch (step.kind) {
      case 'set':
        return `R->r${step.target} = ${this.#fit(step.target, step.value)};${divided} ${this.#told(step.target, at)}`;
      case 'load': {
        const { bytes } = SCALARS[step.type];
        const address = `a = ${cValue(step.address)};${divided}`;
        // A compare-exchange checks what it gives, as if it were one of the attempts.
        const kind = this.#guesses.has(at) ? 'atomic' : 'read';
        const read = `p = v_read (I, g, i, a, ${bytes}, ${step.copies === true ? 1 : 0}, ${ACCESS[kind]}, ${at}); if (!p) return ${CAME_TO.wrong};`;
        const stop = this.#mode === 'free' ? this.#stop(at, bytes, kind) : '';
        return `${address} ${stop} ${read} ${load(step.type, step.target)} ${this.#told(step.target, at)}`;
      }
      case 'store': {
        const { bytes } = SCALARS[step.type];
        const lax = step.copies === true ? 1 : 0;
        const stop =
          this.#mode === 'free'
            ? `v_u64 b = 0; __builtin_memcpy (&b, &x, ${bytes}); ${this.#stop(at, bytes, 'write', 'b')}`
            : '';
        return `{ ${cMemoryType(step.type)} x = ${inMemory(step.type, cValue(step.value))}; a = ${cValue(step.address)};${divided} ${stop} if (!v_write (I, g, i, a, ${bytes}, &x, ${lax}, ${at})) return ${CAME_TO.wrong}; }`;
      }
      case 'atomic':
        if (step.isOfGroup === true) throw new Unprintable('an atomic is one in its group alone');
        return this.#atomic(step, at, divided);
      case 'barrier': {
        if (step.isOfGrid === true) throw new Unprintable('groups wait for each other');
        const flags = (step.local ? 1 : 0) + (step.global ? 2 : 0) + (step.isForAll ? 4 : 0);
        return `I->kind = ${flags}; ${alike(step)}${divided} ${this.#meets(at, STATUS.barrier)}`;
      }
      case 'copy': {
        const values = [
          `I->copy.to = ${cValue(step.to)}; I->copy.from = ${cValue(step.from)};`,
          `I->copy.elements = (v_i64) (${cValue(step.elements)}); I->copy.bytes = ${step.bytes};`,
          `I->copy.to_stride = (v_i64) (${cValue(step.toStride)}); I->copy.from_stride = (v_i64) (${cValue(step.fromStride)});`,
          `I->copy.event = (v_i32) (${cValue(step.event)});${divided}`,
        ];
        if (step.bytes > 8) throw new Unprintable(`copies of elements of ${step.bytes} bytes`);
        return `${values.join(' ')} ${this.#meets(at, STATUS.copy)}`;
      }
      case 'wait': {
        const events = step.events.map((event) => `1ULL << (${cValue(event)})`);
        return `I->copy.to = ${['0ULL', ...events].join(' | ')};${divided} ${this.#meets(at, STATUS.wait)}`;
      }
      case 'meet':
        if (step.isOpen === true)
          throw new Unprintable('the machine chooses which lanes are active');
        if (step.mask.type === 'ulong') throw new Unprintable('wavefronts have 64 lanes');
        return `I->copy.to = ${cValue(step.mask)}; I->kind = ${(step.orders ? 1 : 0) + (step.isForAll ? 4 : 0)}; ${alike(step)}${divided} ${this.#meets(at, STATUS.meet)}`;
      case 'fence':
      case 'subscript':
        return ';';
      case 'forget':
        return this.#forgets(step);
      case 'commit':
      case 'settle':
      case 'follows':
        throw new Unprintable('each work-item makes asynchronous copies of its own');
      case 'jump':
        return this.#go(step.to, at);
      case 'branch':
        return `if (${cValue(step.condition)}) {${divided} ${this.#go(step.then, at)} } else {${divided} ${this.#go(step.otherwise, at)} }`;
      case 'assert':
        return `if (!(${cValue(step.condition)})) return v_fail (${step.within === undefined ? RESULT : BOUNDS}, ${at}, g, i, -1, -1, 0, 0);${divided}`;
      case 'assume':
        return `if (!(${cValue(step.condition)})) return ${CAME_TO.nothing};`;
      case 'end': {
        const clear = this.#mode === 'chain' ? '' : '__builtin_memset (I, 0, sizeof *I); ';
        return `v_tell ('e', ${at}, g, i); ${clear}I->status = ${STATUS.ended}; return ${CAME_TO.on};`;
      }
    }
  }

  /** A value of the type of the register that it goes to. */
  #fit(register: number, value: Value): string {
    const type = this.#laid.program.registers[register]?.type ?? value.type;
    return type === value.type ? cValue(value) : fitted(type, cValue(value));
  }

  /** After a division by zero. */
  #divided(step: Instruction, at: number): string {
    const divides = valuesOf(step).some((value) =>
      [...valuesIn(value)].some(
        (part) =>
          part.kind === 'binary' &&
          (part.operator === '/' || part.operator === '%') &&
          !isFloat(part.type) &&
          !(part.right.kind === 'constant' && BigInt(part.right.value) !== 0n),
      ),
    );
    if (!divides) return '';
    return ` if (v_zero) { v_zero = 0; return v_fail (${RESULT}, ${at}, g, i, -1, -2, 0, 0); }`;
  }

  /** A register has been set: told of variables with names. */
  #told(register: number, at: number): string {
    const name = this.#laid.program.registers[register]?.name;
    const told =
      name === undefined
        ? ''
        : `v_tell_variable (${at}, g, i, ${register}, &R->r${register}, sizeof R->r${register});`;
    return `${this.set(register)} ${told}`;
  }

  #stop(at: number, bytes: number, kind: keyof typeof ACCESS, bits = '0'): string {
    if (this.#mode === 'chain' || (this.#mode === 'mixed' && kind !== 'atomic')) return '';
    this.resumed.add(at);
    return `if (v_stop (I, a, ${bytes}, ${ACCESS[kind]}, ${bits}, ${at})) { ${this.#forget(at, false)} return ${CAME_TO.on}; }`;
  }

  #meets(at: number, status: number): string {
    this.resumed.add(at + 1);
    return `I->status = ${status}; I->pc = ${at}; v_tell ('b', ${at}, g, i); ${this.#forget(at, true)} return ${CAME_TO.on};`;
  }

  #forgets(step: Extract<Instruction, { kind: 'forget' }>): string {
    if ('target' in step) return `R->r${step.target} = 0; R->u${step.target} = 0;`;
    const bytes = this.#laid.program.objects[step.memory.object]?.bytes ?? 0;
    return `v_object = ${step.memory.object}; v_offset = 0; v_learn (I, g, ${bytes}, 0);`;
  }

  /** Registers that nobody reads from here on are made zero. */
  #forget(at: number, behind: boolean): string {
    if (this.#mode === 'chain') return '';
    const live = new Set(this.#laid.live[behind ? at + 1 : at]);
    const { registers } = this.#laid.program;
    const dead = registers.flatMap((_, register) =>
      live.has(register) ? [] : [`R->r${register} = 0;`],
    );
    return dead.join(' ');
  }

  #go(to: number, at: number): string {
    if (to > at) return `goto L${to};`;
    const endless = `{ I->status = ${STATUS.endless}; I->pc = ${at}; return ${CAME_TO.on}; }`;
    return `if (++v_steps > v_most_steps) ${endless} goto L${to};`;
  }

  #atomic(step: Extract<Instruction, { kind: 'atomic' }>, at: number, divided: string): string {
    const { type, target, operation } = step;
    const { bytes } = SCALARS[type];
    const isBlind = operation === 'store' || operation === 'exchange';
    const operands = step.operands.map(
      (operand, index) => `const ${cType(type)} y${index} = ${cValue(operand)};`,
    );
    const changed = CHANGES[operation](type);
    const old =
      type === 'half' ? 'const float o = v_from_half (m);' : `const ${cType(type)} o = m;`;
    const write = `m = ${inMemory(type, changed)}; __builtin_memcpy (q, &m, ${bytes}); v_tell_access ('a', ${at}, g, i, q, ${bytes});`;
    const result =
      target === undefined
        ? ''
        : `R->r${target} = ${this.#fit(target, { kind: 'register', type, register: -1 }).replace('R->r-1', 'o')}; ${this.#told(target, at)}`;
    return `{ ${cMemoryType(type)} m; ${operands.join(' ')} a = ${cValue(step.address)};${divided} ${this.#stop(at, bytes, 'atomic')} q = v_change (I, g, i, a, ${bytes}, ${isBlind ? 1 : 0}, ${at}); if (!q) return ${CAME_TO.wrong}; __builtin_memcpy (&m, q, ${bytes}); { ${old} ${write} ${result} } }`;
  }
}

const load = (type: Scalar, target: number): string => {
  if (type === 'half')
    return `{ v_u16 h; __builtin_memcpy (&h, p, 2); R->r${target} = v_from_half (h); }`;
  const normal = type === 'bool' ? ` R->r${target} = R->r${target} != 0;` : '';
  return `__builtin_memcpy (&R->r${target}, p, ${SCALARS[type].bytes});${normal}`;
};

const inMemory = (type: Scalar, c: string): string => (type === 'half' ? `v_to_half (${c})` : c);

const arithmetic =
  (operator: '+' | '-', right: string) =>
  (type: Scalar): string =>
    isFloat(type)
      ? fitted(type, `o ${operator} ${right}`)
      : fitted(type, `(v_u64) o ${operator} (v_u64) ${right}`);

/** An atomic operation's result, of the old value `o` and its operands. */
const CHANGES: Readonly<Record<AtomicOperation, (type: Scalar) => string>> = {
  add: arithmetic('+', 'y0'),
  sub: arithmetic('-', 'y0'),
  increment: arithmetic('+', '1'),
  decrement: arithmetic('-', '1'),
  'increment-to': () => '(o >= y0 ? 0 : o + 1)',
  'decrement-from': () => '(o == 0 || o > y0 ? y0 : o - 1)',
  exchange: () => 'y0',
  store: () => 'y0',
  load: () => 'o',
  'compare-exchange': () => '(o == y0 ? y1 : o)',
  min: () => '(y0 < o ? y0 : o)',
  max: () => '(o < y0 ? y0 : o)',
  and: (type) => fitted(type, 'o & y0'),
  or: (type) => fitted(type, 'o | y0'),
  xor: (type) => fitted(type, 'o ^ y0'),
};
