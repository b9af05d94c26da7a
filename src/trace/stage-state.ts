import type { ValueEvent } from '../values/index.ts';
import type { ValueStage } from './stage.ts';
import type { StateNow } from './states.ts';

/** An access that an item makes, to a cell of an array by its index. */
export interface StageAccess {
  readonly column: number;
  readonly kind: 'read' | 'write' | 'atomic';
  readonly array: number;
  readonly cell: number;
  readonly value: number | bigint;
}

/** Where an item is in its code. */
export interface ItemState {
  readonly status: 'ready' | 'waits' | 'ended' | 'stopped';
  /** The line that it runs next; of one that has stopped, its last. None before its first is known. */
  readonly line: number | undefined;
  readonly variables: readonly StageVariable[];
  /** The access that it makes next. */
  readonly next?: StageAccess | undefined;
  /** In a run over time: what it does, since and until when. */
  readonly doing?: StateNow | undefined;
}

export interface StageVariable {
  readonly name: string;
  readonly value: number | bigint;
  /** Set by the step at the cursor. */
  readonly isNew: boolean;
}

export interface CellState {
  /** Nothing where nobody has written it. */
  readonly value: number | bigint | undefined;
  /** Columns, each once; -1 for whom has none. */
  readonly readers: readonly number[];
  readonly writers: readonly number[];
  /** Columns that touch it with no barrier between, one of them writing. */
  readonly race?: readonly [number, number] | undefined;
  readonly isBeyond: boolean;
}

export interface GateState {
  readonly line: number;
  readonly waiting: number;
  readonly of: number;
  /** `unit 1`, where several have gates of their own. */
  readonly whose?: string | undefined;
}

/** The stage after some events of its run. */
export interface StageState {
  /** Index of the steps; -1 at the beginning. */
  readonly step: number;
  readonly items: readonly ItemState[];
  /** By array, then by cell. */
  readonly arrays: readonly (readonly CellState[])[];
  /** Gates that somebody waits at. */
  readonly gates: readonly GateState[];
  /** The access just made. */
  readonly now?: StageAccess | undefined;
  /** Along the strip. */
  readonly place: number;
}

interface Touch {
  readonly column: number;
  readonly group: number;
  readonly item: number;
  /** Barriers that the item had passed. */
  readonly interval: number;
  readonly writes: boolean;
  readonly atomic: boolean;
}

interface Cell {
  value: number | bigint | undefined;
  readonly isBeyond: boolean;
  readonly readers: Set<number>;
  readonly writers: Set<number>;
  /** Of the newest interval of each group. */
  touches: Touch[];
  race: readonly [number, number] | undefined;
}

/** Goes along a run and tells the stage at any event; a step forward costs only that step. */
export class StagePlayer {
  readonly #stage: ValueStage;
  #at = -1;
  #cells: Cell[][] = [];
  #variables: Map<string, number | bigint>[] = [];
  /** Barriers that each item has passed. */
  readonly #passed = new Map<string, number>();

  constructor(stage: ValueStage) {
    this.#stage = stage;
    this.#reset();
  }

  #reset(): void {
    const { trace, items } = this.#stage;
    this.#at = -1;
    this.#cells = trace.arrays.map(({ cells, isUnknown }) =>
      cells.map((value) => untouched(isUnknown === true ? undefined : value, false)),
    );
    this.#variables = items.map(() => new Map());
    this.#passed.clear();
  }

  /** @param at index of an event; -1 before the first. */
  stateAt(at: number): StageState {
    const { trace } = this.#stage;
    if (at < this.#at) this.#reset();
    while (this.#at < at) {
      this.#at += 1;
      const event = trace.events[this.#at];
      if (event) this.#take(event);
    }
    return this.#state(at);
  }

  #columnOf({ group, item }: Pick<ValueEvent, 'group' | 'item'>): number {
    return this.#stage.items.findIndex((each) => each.group === group && each.item === item);
  }

  #take(event: ValueEvent): void {
    const column = this.#columnOf(event);
    switch (event.kind) {
      case 'read':
      case 'write':
      case 'atomic':
        return this.#touch(event, column);
      case 'variable':
        this.#variables[column]?.set(event.name, event.value);
        return;
      case 'leave': {
        const key = `${event.group} ${event.item}`;
        this.#passed.set(key, (this.#passed.get(key) ?? 0) + 1);
        return;
      }
      case 'arrive':
      case 'wait':
      case 'copy':
      case 'start':
      case 'end':
    }
  }

  #touch(event: Extract<ValueEvent, { kind: 'read' | 'write' | 'atomic' }>, column: number): void {
    const row = this.#cells[event.array];
    if (!row) return;
    for (let cell = row.length; cell <= event.cell; cell += 1) row.push(untouched(undefined, true));
    const cell = row[event.cell];
    if (!cell) return;
    const { kind, group, item } = event;
    if (kind !== 'read' || cell.value !== undefined || this.#isUnknown(event.array))
      cell.value = event.value;
    const those = kind === 'read' ? cell.readers : cell.writers;
    // The last one stands last.
    those.delete(column);
    those.add(column);
    const touch: Touch = {
      column,
      group,
      item,
      interval: this.#passed.get(`${group} ${item}`) ?? 0,
      writes: kind !== 'read',
      atomic: kind === 'atomic',
    };
    const other = cell.touches.find((each) => isRace(each, touch));
    if (other) cell.race ??= [other.column, column];
    const isKnown = cell.touches.some(
      (each) =>
        each.group === group &&
        each.item === item &&
        each.interval === touch.interval &&
        each.writes === touch.writes &&
        each.atomic === touch.atomic,
    );
    if (isKnown) return;
    // What its group did before the last barrier cannot race with anything of the group any more.
    const isOld = (each: Touch): boolean =>
      each.group === group && each.interval < touch.interval && this.#isLocal(event.array);
    cell.touches = [...cell.touches.filter((each) => !isOld(each)), touch];
  }

  /** It is seen when it is read. */
  #isUnknown(array: number): boolean {
    return this.#stage.trace.arrays[array]?.isUnknown === true;
  }

  #isLocal(array: number): boolean {
    return this.#stage.trace.arrays[array]?.space === 'local';
  }

  #state(at: number): StageState {
    const { trace, stepOf } = this.#stage;
    const event = trace.events[at];
    const step = at < 0 ? -1 : (stepOf[at] ?? -1);
    const items = this.#stage.items.map((_, column) => this.#itemAt(column, at, step));
    return {
      step,
      items,
      arrays: this.#cells.map((row) =>
        row.map(({ value, readers, writers, race, isBeyond }) => ({
          value,
          readers: [...readers],
          writers: [...writers],
          race,
          isBeyond,
        })),
      ),
      gates: this.#gates(items),
      now: event && this.#accessOf(step, at),
      place: step + 1,
    };
  }

  #itemAt(column: number, at: number, step: number): ItemState {
    const { trace, own, lineOf, stepOf, goesOnAt } = this.#stage;
    const mine = own[column] ?? [];
    const next = mine[firstAbove(mine, at)];
    const last = mine[firstAbove(mine, at) - 1];
    const kind = trace.events[last ?? -1]?.kind;
    const status =
      kind === 'end'
        ? 'ended'
        : kind === 'arrive' || kind === 'wait'
          ? 'waits'
          : next === undefined && goesOnAt[column] === undefined
            ? 'stopped'
            : 'ready';
    const isHere = status !== 'ready' && last !== undefined;
    const line = lineOf[(isHere ? last : next) ?? -1] ?? (isHere ? undefined : goesOnAt[column]);
    const variables = this.#variables[column] ?? new Map<string, number | bigint>();
    const fresh = this.#setBy(step, column, at);
    const nextStep = stepOf[next ?? -1];
    return {
      status,
      line,
      variables: [...variables].map(([name, value]) => ({ name, value, isNew: fresh.has(name) })),
      next: status === 'ready' && nextStep !== undefined ? this.#accessOf(nextStep) : undefined,
    };
  }

  /** Names of the variables that a step has set so far. */
  #setBy(step: number, column: number, at: number): ReadonlySet<string> {
    const found = this.#stage.steps[step];
    if (found?.column !== column) return new Set();
    const events = this.#stage.trace.events.slice(found.first, Math.min(found.last, at) + 1);
    return new Set(events.flatMap((event) => (event.kind === 'variable' ? event.name : [])));
  }

  #accessOf(step: number, until = Infinity): StageAccess | undefined {
    const { steps, trace } = this.#stage;
    const found = steps[step];
    const event = trace.events[found?.first ?? -1];
    if (!found || !event || !('array' in event) || found.first > until) return undefined;
    const { kind, array, cell, value } = event;
    return { column: found.column, kind, array, cell, value };
  }

  /** A gate opens when all of a group that have not ended are there. */
  #gates(items: readonly ItemState[]): readonly GateState[] {
    const lines = new Map<number, number>();
    for (const { status, line } of items)
      if (status === 'waits' && line !== undefined) lines.set(line, (lines.get(line) ?? 0) + 1);
    const of = items.filter(({ status }) => status !== 'ended').length;
    return [...lines].map(([line, waiting]) => ({ line, waiting, of }));
  }
}

const untouched = (value: number | bigint | undefined, isBeyond: boolean): Cell => ({
  value,
  isBeyond,
  readers: new Set(),
  writers: new Set(),
  touches: [],
  race: undefined,
});

function isRace(one: Touch, other: Touch): boolean {
  if (one.group === other.group && one.item === other.item) return false;
  if (!(one.writes || other.writes) || (one.atomic && other.atomic)) return false;
  return one.group !== other.group || one.interval === other.interval;
}

/** Index of the first of ascending numbers that is above another. */
function firstAbove(ascending: readonly number[], than: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) > than) high = middle;
    else low = middle + 1;
  }
  return low;
}
