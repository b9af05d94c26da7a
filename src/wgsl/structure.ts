import type { Instruction, Value } from '../values/program.ts';
import type { Flow } from '../values/run/flow.ts';
import type { Span } from '../base/span.ts';
import { refuse } from './refusal.ts';

/** The loop around a place. */
interface Loop {
  readonly header: number;
  readonly members: ReadonlySet<number>;
  /** Blocks behind it that it leaves for; an end is left for by returning. */
  readonly exits: readonly number[];
  /** Says which of several was meant. */
  readonly leaves: string;
}

/** Puts what stands in the structure. */
export interface Writing {
  readonly step: (instruction: Instruction) => void;
  readonly truth: (condition: Value, span: Span) => string;
  readonly emit: (line: string) => void;
  readonly nest: (inside: () => void) => void;
  readonly fresh: (name: string) => string;
}

/** More lines have been unfolded from jumps that cross each other. */
const MOST_BLOCKS = 20_000;

/** Jumps between blocks as the loops and branches that WGSL has. */
export class Structure {
  readonly #code: readonly Instruction[];
  readonly #flow: Flow;
  readonly #to: Writing;
  readonly #loops: ReadonlyMap<number, ReadonlySet<number>>;
  #walked = 0;

  constructor(code: readonly Instruction[], flow: Flow, to: Writing) {
    this.#code = code;
    this.#flow = flow;
    this.#to = to;
    this.#loops = loopsOf(flow);
  }

  write(): void {
    this.#walk(0, undefined, undefined, false);
  }

  /** Writes from a block up to another, which is left out. */
  #walk(from: number, stop: number | undefined, loop: Loop | undefined, isInside: boolean): void {
    let block: number | undefined = from;
    let isStart = isInside;
    while (block !== undefined && (block !== stop || isStart)) {
      if (!isStart && this.#leave(block, loop)) return;
      if (this.#loops.has(block) && !(isStart && loop?.header === block)) {
        block = this.#loop(block, stop, loop);
        isStart = false;
        // It never ends, or all that leave it are at their end.
        if (block === undefined) return;
        continue;
      }
      isStart = false;
      block = this.#block(block, stop, loop);
      if (block === undefined) return;
    }
  }

  /** Ends a way that goes out of the loop, back to its start, or to the end. */
  #leave(block: number, loop: Loop | undefined): boolean {
    const { emit } = this.#to;
    if (this.#isEnd(block)) emit('return;');
    else if (loop?.header === block) emit('continue;');
    else if (loop !== undefined && !loop.members.has(block)) {
      if (loop.exits.length > 1) emit(`${loop.leaves} = ${loop.exits.indexOf(block)}u;`);
      emit('break;');
    } else return false;
    return true;
  }

  #isEnd(block: number): boolean {
    const { first = 0 } = this.#flow.blocks[block] ?? {};
    return this.#code[first]?.kind === 'end';
  }

  #leaves(block: number, loop: Loop | undefined): boolean {
    if (this.#isEnd(block)) return true;
    return loop !== undefined && (loop.header === block || !loop.members.has(block));
  }

  /** Steps of a block and what follows of its branch; then the block to go on with. */
  #block(block: number, stop: number | undefined, loop: Loop | undefined): number | undefined {
    const { first = 0, end = 0, next = [] } = this.#flow.blocks[block] ?? {};
    const { step, emit } = this.#to;
    this.#walked += 1;
    const last = this.#code[end - 1];
    if (this.#walked > MOST_BLOCKS && last !== undefined)
      return refuse(
        last.span,
        'The jumps here cross each other too often for WGSL, which has none.',
      );
    for (let index = first; index < end; index += 1) {
      const instruction = this.#code[index];
      if (instruction !== undefined) step(instruction);
    }
    const [then, otherwise] = next;
    if (then === undefined) {
      emit('return;');
      return undefined;
    }
    if (otherwise === undefined || last?.kind !== 'branch') return then;
    return this.#branch(block, last, [then, otherwise], stop, loop);
  }

  #branch(
    block: number,
    { condition, span }: Extract<Instruction, { kind: 'branch' }>,
    [then, otherwise]: readonly [number, number],
    stop: number | undefined,
    loop: Loop | undefined,
  ): number | undefined {
    const { emit, truth, nest } = this.#to;
    const asked = truth(condition, span);
    const arm = (target: number, end: number | undefined): void =>
      nest(() => this.#walk(target, end, loop, false));
    const meeting = this.#flow.meets[block];
    const meets = meeting !== undefined && (meeting === stop || !this.#leaves(meeting, loop));
    for (const [target, other, holds] of [
      [then, otherwise, asked],
      [otherwise, then, `!${asked}`],
    ] as const)
      if (target !== stop && this.#leaves(target, loop)) {
        emit(`if (${holds}) {`);
        arm(target, stop);
        emit('}');
        return other;
      }
    const end = meets ? meeting : stop;
    if (then === end) {
      emit(`if (!${asked}) {`);
      arm(otherwise, end);
    } else {
      emit(`if (${asked}) {`);
      arm(then, end);
      if (otherwise !== end) {
        emit('} else {');
        arm(otherwise, end);
      }
    }
    emit('}');
    return meets ? meeting : stop;
  }

  #loop(header: number, stop: number | undefined, outer: Loop | undefined): number | undefined {
    const { emit, nest, fresh } = this.#to;
    const members = this.#loops.get(header) ?? new Set();
    const exits = this.#exitsOf(members);
    const leaves = exits.length > 1 ? fresh('leaves') : '';
    if (exits.length > 1) emit(`var ${leaves} = 0u;`);
    emit('loop {');
    nest(() => this.#walk(header, undefined, { header, members, exits, leaves }, true));
    emit('}');
    const [only, ...others] = exits;
    if (only === undefined || others.length === 0) return only;
    const meeting = this.#meetingOf(exits);
    const meets = meeting !== undefined && (meeting === stop || !this.#leaves(meeting, outer));
    const end = meets ? meeting : stop;
    exits.forEach((exit, index) => {
      emit(
        `${index === 0 ? '' : '} else '}${index + 1 < exits.length ? `if (${leaves} == ${index}u) ` : ''}{`,
      );
      nest(() => {
        if (exit !== end) this.#walk(exit, end, outer, false);
      });
    });
    emit('}');
    return end;
  }

  #exitsOf(members: ReadonlySet<number>): readonly number[] {
    const exits = new Set<number>();
    for (const member of members)
      for (const next of this.#flow.blocks[member]?.next ?? [])
        if (!members.has(next) && !this.#isEnd(next)) exits.add(next);
    return [...exits].toSorted((a, b) => a - b);
  }

  /** The first block that all ways from some blocks pass. */
  #meetingOf(blocks: readonly number[]): number | undefined {
    const [first = 0, ...others] = blocks;
    const chain = (block: number): number[] => {
      const found: number[] = [];
      for (let at: number | undefined = block; at !== undefined && !found.includes(at);) {
        found.push(at);
        at = this.#flow.meets[at];
      }
      return found;
    };
    const rest = others.map((other) => new Set(chain(other)));
    return chain(first).find((block) => rest.every((each) => each.has(block)));
  }
}

/** Blocks of each loop, by the block that it starts with. */
function loopsOf({ blocks }: Flow): ReadonlyMap<number, ReadonlySet<number>> {
  const before = new Map<number, number[]>();
  const ends: (readonly [from: number, header: number])[] = [];
  const state = new Map<number, 'open' | 'done'>();
  const stack: { readonly block: number; at: number }[] = [{ block: 0, at: 0 }];
  state.set(0, 'open');
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = blocks[top.block]?.next[top.at];
    top.at += 1;
    if (next === undefined) {
      state.set(top.block, 'done');
      stack.pop();
      continue;
    }
    before.set(next, [...(before.get(next) ?? []), top.block]);
    const known = state.get(next);
    if (known === 'open') ends.push([top.block, next]);
    if (known !== undefined) continue;
    state.set(next, 'open');
    stack.push({ block: next, at: 0 });
  }
  const loops = new Map<number, Set<number>>();
  for (const [from, header] of ends) {
    const members = loops.get(header) ?? new Set([header]);
    loops.set(header, members);
    const waiting = [from];
    for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
      if (members.has(block)) continue;
      members.add(block);
      waiting.push(...(before.get(block) ?? []));
    }
  }
  return loops;
}
