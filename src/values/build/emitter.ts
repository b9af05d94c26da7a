import type { Span } from '../../base/span.ts';
import type { Instruction, RegisterInfo, Value } from '../program.ts';
import type { Scalar } from '../../front/scalar.ts';
import { needlessForgets } from './forget.ts';

/** A place in the code, not known yet. */
export interface Label {
  readonly label: symbol;
}

type Jump = { readonly span: Span } & (
  | { readonly kind: 'jump'; readonly to: Label }
  | {
      readonly kind: 'branch';
      readonly condition: Value;
      readonly then: Label;
      readonly otherwise: Label;
      readonly loop?: boolean;
    }
);

/** A label, or an instruction that jumps to labels. */
export type Item =
  | Exclude<Instruction, { kind: 'jump' | 'branch' }>
  | Jump
  | { readonly kind: 'label'; readonly label: Label };

/** Why there are no more instructions. */
export class TooLarge extends Error {}

const MOST = 400_000;

/** Collects code and registers. */
export class Emitter {
  readonly registers: RegisterInfo[] = [];
  /** Replaces the place of everything emitted. */
  at: Span | undefined;
  /** The kernel's call whose function is emitted. */
  calledAt: Span | undefined;
  #items: Item[] = [];
  #emitted = 0;
  readonly #free = new Map<Scalar, number[]>();
  #used: number[] = [];

  /** @throws {TooLarge} where the code grows beyond all bounds. */
  emit(item: Exclude<Item, { kind: 'label' }>): void {
    this.#emitted += 1;
    if (this.#emitted > MOST) throw new TooLarge();
    const { at, calledAt } = this;
    const isMeeting = item.kind === 'barrier' || item.kind === 'copy' || item.kind === 'wait';
    const placed = isMeeting && calledAt !== undefined ? { ...item, calledAt } : item;
    this.#items.push(at === undefined ? placed : { ...placed, span: at });
  }

  newLabel(name: string): Label {
    return { label: Symbol(name) };
  }

  place(label: Label): void {
    this.#items.push({ kind: 'label', label });
  }

  jump(to: Label, span: Span): void {
    this.emit({ kind: 'jump', to, span });
  }

  /** Keeps the work's items apart from the code. */
  capture<T>(work: () => T): { readonly items: readonly Item[]; readonly result: T } {
    const outer = this.#items;
    this.#items = [];
    try {
      const result = work();
      return { items: this.#items, result };
    } finally {
      this.#items = outer;
    }
  }

  append(items: readonly Item[]): void {
    for (const item of items) this.#items.push(item);
  }

  /** A register with a name. */
  variable(info: RegisterInfo): number {
    this.registers.push(info);
    return this.registers.length - 1;
  }

  /** The argument is no number that inputs could vary. */
  isNoInput(register: number): void {
    const info = this.registers[register];
    if (info?.input?.kind === 'unknown')
      this.registers[register] = { ...info, input: { kind: 'given', values: [0] } };
  }

  /** A register for use between two steps, until `release`. */
  temporary(type: Scalar): number {
    const register = this.#free.get(type)?.pop() ?? this.variable({ type });
    this.#used.push(register);
    return register;
  }

  /** The register that a value is put in. */
  keep(value: Value, span: Span): Value {
    if (value.kind === 'constant' || value.kind === 'address') return value;
    const register = this.temporary(value.type);
    this.emit({ kind: 'set', target: register, value, span });
    return { kind: 'register', type: value.type, register };
  }

  /** Frees temporary registers after the work. */
  scoped<T>(work: () => T): T {
    const outer = this.#used;
    this.#used = [];
    try {
      return work();
    } finally {
      for (const register of this.#used) {
        const type = this.registers[register]?.type ?? 'int';
        // By its register it is known what a pointer may point to.
        if (type === 'pointer') continue;
        const list = this.#free.get(type);
        if (list === undefined) this.#free.set(type, [register]);
        else list.push(register);
      }
      this.#used = outer;
    }
  }

  /** Code with numbers for labels, without unreachable steps. */
  finish(): readonly Instruction[] {
    const code = link(this.#items);
    const needless = needlessForgets(code);
    return needless.size === 0 ? code : link(this.#items.filter((item) => !needless.has(item)));
  }
}

/** Numbers the labels, shortens jumps to jumps, and drops unreachable code. */
function link(items: readonly Item[]): readonly Instruction[] {
  const at = new Map<symbol, number>();
  items.forEach((item, i) => item.kind === 'label' && at.set(item.label.label, i));
  /** The first item from here on that does something. */
  const real = (start: number): number => {
    const seen = new Set<number>();
    let i = start;
    for (;;) {
      const item = items[i];
      if (item === undefined) return i;
      // A loop of jumps alone stays, at its first jump.
      if (seen.has(i)) return Math.min(...[...seen].filter((j) => items[j]?.kind === 'jump'));
      seen.add(i);
      if (item.kind === 'label') i += 1;
      else if (item.kind === 'jump') i = at.get(item.to.label) ?? items.length;
      else return i;
    }
  };
  const find = (label: Label): number => real(at.get(label.label) ?? items.length);
  const reached = new Set<number>();
  const pending = [real(0)];
  const follow = (i: number): void => {
    if (!reached.has(i)) pending.push(i);
  };
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    const item = items[i];
    if (item === undefined || reached.has(i)) continue;
    reached.add(i);
    if (item.kind === 'branch') {
      follow(find(item.then));
      follow(find(item.otherwise));
    } else if (item.kind !== 'end' && item.kind !== 'jump') follow(real(i + 1));
  }
  const order = [...reached].toSorted((a, b) => a - b);
  // Jumps to the next step where it does not follow.
  const code: (Item | { readonly kind: 'jump'; readonly span: Span; readonly goes: number })[] = [];
  const number = new Map<number, number>();
  order.forEach((i, n) => {
    const item = items[i];
    if (item === undefined || item.kind === 'label') return;
    number.set(i, code.length);
    code.push(item);
    if (item.kind === 'branch' || item.kind === 'end' || item.kind === 'jump') return;
    const goes = real(i + 1);
    if (order[n + 1] !== goes) code.push({ kind: 'jump', span: item.span, goes });
  });
  const numbered = (i: number): number => number.get(i) ?? code.length;
  return code.flatMap((item): Instruction[] => {
    if (item.kind === 'label') return [];
    if (item.kind === 'jump') {
      const to = 'goes' in item ? numbered(item.goes) : numbered(find(item.to));
      return [{ kind: 'jump', to, span: item.span }];
    }
    if (item.kind !== 'branch') return [item];
    const [then, otherwise] = [numbered(find(item.then)), numbered(find(item.otherwise))];
    return [{ ...item, then, otherwise }];
  });
}
