import { openInput } from './open-inputs.ts';
import { capital } from '../../base/words.ts';
import type { Finding, NotChecked } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { isOfGrid } from '../walk.ts';
import type { Facts } from './facts.ts';
import type { Names } from './names.ts';
import type { Store } from './store.ts';

/** A finding, or something left open, by its key. */
export type Told<What> = readonly [key: string, what: What];
export type Found = Omit<Finding, 'configuration'>;

/** Who waits, and the input in words. */
interface Here {
  readonly group: number;
  readonly where: string;
}

const HINT = 'State what is in the arrays that it goes through: #pragma tuner input NAME[i] = ...';

const PLACES = { barrier: 'the barrier', copy: 'the copy', wait: 'the wait for copies' } as const;

/** Words about work-items that wait, for each other or for ever. */
export class Waits {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #names: Names;

  constructor(program: ValueProgram, facts: Facts, names: Names) {
    this.#program = program;
    this.#facts = facts;
    this.#names = names;
  }

  #spanOf(instruction: number) {
    return this.#program.code[instruction]?.span ?? this.#program.span;
  }

  #placeOf(instruction: number): string {
    const kind = this.#program.code[instruction]?.kind;
    if (kind === 'meet') return `the meeting of the ${this.#names.words.warp}`;
    if (isOfGrid(this.#program.code[instruction])) return 'the barrier of the whole grid';
    return PLACES[kind === 'copy' || kind === 'wait' ? kind : 'barrier'];
  }

  /** @param waiting items by the instruction that they wait at. */
  diverged(
    waiting: ReadonlyMap<number, readonly number[]>,
    ended: readonly number[],
    { group, where }: Here,
  ): Told<Found> {
    const { words } = this.#names;
    const [[at, items] = [0, []], second] = waiting;
    const span = this.#spanOf(at);
    const first = capital(this.#names.items(items));
    const other = second && this.#spanOf(second[0]);
    const isTwice = other?.start === span.start && other.end === span.end;
    const lineOf = (instruction: number): string => {
      const { calledAt } = this.#program.code[instruction] ?? {};
      const called = isTwice && calledAt ? this.#names.quoted(calledAt) : '';
      return `${this.#names.inLine(this.#spanOf(instruction))}${called}`;
    };
    const others =
      second === undefined
        ? `${this.#names.items(ended)} ${ended.length === 1 ? 'has' : 'have'} ended without coming to it`
        : `${this.#names.items(second[1])} at ${this.#placeOf(second[0])}${lineOf(second[0])}`;
    const found: Found = {
      kind: 'divergence',
      span,
      message: `${first} of ${this.#names.group(group)} ${items.length === 1 ? 'waits' : 'wait'} at ${this.#placeOf(at)}${lineOf(at)}, and ${others}${where}.`,
      hint: `All ${words.item}s of a ${words.group} have to come to the same barrier, the same number of times.`,
      related:
        second === undefined
          ? undefined
          : [{ span: other ?? span, message: `Others of the ${words.group} wait here.` }],
    };
    return [`diverged ${at} ${second?.[0] ?? 'end'}`, found];
  }

  /** @param waiting groups by the barrier of the whole grid that they wait at. */
  partedGroups(
    waiting: ReadonlyMap<number, readonly number[]>,
    ended: readonly number[],
    where: string,
  ): Told<Found> {
    const { words } = this.#names;
    const [[at, groups] = [0, []], second] = waiting;
    const span = this.#spanOf(at);
    const [first = 0] = groups;
    const [other = 0] = second?.[1] ?? ended;
    const others =
      second === undefined
        ? 'has ended without coming to it'
        : `at the one${this.#names.inLine(this.#spanOf(second[0]))}`;
    const found: Found = {
      kind: 'divergence',
      span,
      message: `${capital(this.#names.group(first))} waits at ${this.#placeOf(at)}${this.#names.inLine(span)}, and ${this.#names.group(other)} ${others}${where}.`,
      hint: `All ${words.group}s have to come to the same barrier, the same number of times.`,
    };
    return [`diverged ${at} ${second?.[0] ?? 'end'}`, found];
  }

  differs(
    instruction: number,
    items: readonly [number, number],
    { group, where }: Here,
  ): Told<Found> {
    const { words } = this.#names;
    const found: Found = {
      kind: 'divergence',
      span: this.#spanOf(instruction),
      message: `${capital(this.#names.items(items))} of ${this.#names.group(group)} call this with different arguments${where}.`,
      hint: `All ${words.item}s of a ${this.#program.code[instruction]?.kind === 'meet' ? words.warp : words.group} have to call it alike.`,
    };
    return [`differs ${instruction}`, found];
  }

  /** A loop without an end. @param waitsFor objects that decide about it. */
  stuck(
    item: number,
    instruction: number,
    waitsFor: readonly number[],
    { group, where }: Here,
  ): Told<Found> | Told<NotChecked> {
    const span = this.#spanOf(instruction);
    const who = this.#names.who(item, group);
    const { words } = this.#names;
    const foreign = waitsFor
      .map((object) => this.#program.objects[object])
      .find((object) => object?.space === 'global');
    const watched = waitsFor.some((object) => this.#facts.watches[object]?.betweenGroups === true);
    const lock = waitsFor.find((object) => this.#isOpenLock(object));
    if (lock !== undefined) {
      const { name } = this.#program.objects[lock] ?? {};
      return [
        `stuck ${instruction}`,
        {
          what: 'non-termination',
          why: `${who} stays in this loop for what ${name} holds at the beginning, which nobody states.`,
          hint: `State it: #pragma tuner input ${name}[i] = 0.`,
          span,
          weakens: true,
        },
      ];
    }
    if (watched && foreign !== undefined)
      return [
        `stuck ${instruction}`,
        {
          what: 'non-termination',
          why: `${who} waits for a change of ${foreign.name} that only another ${words.group} could make; ${words.name} does not promise that ${words.group}s run at the same time.`,
          span,
          weakens: true,
        },
      ];
    return this.forever(item, instruction, { group, where });
  }

  forever(item: number, instruction: number, { group, where }: Here): Told<Found> {
    const found: Found = {
      kind: 'non-termination',
      span: this.#spanOf(instruction),
      message: `${this.#names.who(item, group)} stays in this loop for ever: nothing that decides about it changes${where}.`,
    };
    return [`stuck ${instruction}`, found];
  }

  /** A loop through contents that leads some of them round for ever. */
  goesOn(item: number, instruction: number, { group, where }: Here): Told<NotChecked> {
    const span = this.#spanOf(instruction);
    const open: NotChecked = {
      what: 'non-termination',
      why: `${this.#names.who(item, group)} stays in this loop for ever${where}: where it leads depends on inputs that nobody states.`,
      hint: HINT,
      span,
      weakens: false,
      holdsIf: `the loop${this.#names.inLine(span)} ends`,
    };
    return [`goes on ${instruction}`, open];
  }

  /** Nobody states what one of them holds at the beginning: other contents may end the loop. */
  areOpen(objects: readonly number[]): boolean {
    return objects.some((object) => openInput(this.#program.objects[object]?.input));
  }

  /** A compare-exchange of it lets one in, where it holds what the host has to put there. */
  #isOpenLock(object: number): boolean {
    const { input, space } = this.#program.objects[object] ?? {};
    return (
      space === 'global' &&
      openInput(input) &&
      this.#program.code.some((step) => {
        if (step.kind !== 'atomic' || !step.operation.endsWith('exchange')) return false;
        const targets = this.#facts.points.of(step.address);
        return targets === 'any' || targets.has(object);
      })
    );
  }

  waited(item: number, instruction: number, { group }: Here): Told<NotChecked> {
    const { words } = this.#names;
    const open: NotChecked = {
      what: 'non-termination',
      why: `${this.#names.who(item, group)} stays in this loop until another ${words.item} of its ${words.group} writes; ${words.name} does not promise that ${words.item}s of a ${words.group} go on independently of each other.`,
      hint: 'Let a barrier bring them together instead.',
      span: this.#spanOf(instruction),
      weakens: true,
    };
    return [`waited ${instruction}`, open];
  }
}

/** A group's wait for another, which is for ever where nothing changes what it waits for. */
export class FinalWait {
  #told: Told<Found> | undefined;
  #stores: readonly Store[] = [];
  #changes = 0;

  begin(): void {
    this.#told = undefined;
  }

  note(told: Told<Found>, stores: readonly Store[]): void {
    if (this.#told !== undefined) return;
    this.#told = told;
    this.#stores = stores;
    this.#changes = changesIn(stores);
  }

  /** The fault that it is, if nothing changed since. */
  settled(): Told<Found> | undefined {
    const told = changesIn(this.#stores) === this.#changes ? this.#told : undefined;
    this.begin();
    return told;
  }
}

const changesIn = (stores: readonly Store[]): number =>
  stores.reduce((sum, { changes }) => sum + changes, 0);
