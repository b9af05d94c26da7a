import { addTicks, type Ticks } from '../base/ticks.ts';
import { EVENT, type Repeat, type ReplayColumns, type WarpWork } from '../spin/replay-columns.ts';

interface Piece {
  /** Ticks that its events are moved by. */
  readonly later?: Ticks;
  /** It is there a second time: what it repeats is told anew or left out. */
  readonly isCopy?: boolean;
  /** Repeats in its place, by event. */
  readonly repeat?: (event: number, repeat: Repeat) => Repeat & { readonly until: Ticks };
}

/** Puts pieces of a run together to another. */
export class ColumnJoiner {
  readonly #of: ReplayColumns;
  /** The event of the run that each is, and what is changed of it. */
  readonly #source: number[] = [];
  readonly #tick: Ticks[] = [];
  readonly #until: Ticks[] = [];
  readonly #step: number[] = [];
  readonly #repeats = new Map<number, Repeat>();
  /** Start of the last piece's time. */
  #since: Ticks | undefined;

  constructor(of: ReplayColumns) {
    this.#of = of;
  }

  get count(): number {
    return this.#source.length;
  }

  /** Adds the events from one up to another. */
  add(from: number, to: number, { later = 0, isCopy = false, repeat }: Piece = {}): void {
    const { kind, tick, until, exact, repeats, step } = this.#of;
    const offset = this.count - from;
    for (let event = from; event < to; event += 1) {
      const what = kind[event];
      let ends: Ticks = addTicks(exact?.until[event] ?? until[event] ?? 0, later);
      const told = repeats.get(event);
      if (told) {
        // Work that began outside is not told twice.
        if (isCopy && !repeat && told.event < from) continue;
        const { until: over, ...other } = repeat?.(event, told) ?? {
          count: told.count,
          began: addTicks(told.began, later),
          until: ends,
          event: told.event >= from ? told.event + offset : told.event,
        };
        this.#repeats.set(this.count, other);
        ends = over;
      }
      if (what === EVENT.time && this.#since !== undefined) {
        ends = this.#since;
        this.#since = undefined;
      }
      this.#push(
        event,
        addTicks(exact?.tick[event] ?? tick[event] ?? 0, later),
        ends,
        // Steps only grow: what is there twice belongs to the step before it.
        isCopy ? (this.#step.at(-1) ?? 0) : (step[event] ?? 0),
      );
    }
  }

  /** Time moves on to a tick. */
  passTime(to: Ticks): void {
    const { kind } = this.#of;
    const like = kind.indexOf(EVENT.time);
    if (like < 0) return;
    this.#push(like, to, this.#tick.at(-1) ?? 0, this.#step.at(-1) ?? 0);
  }

  /** The next move of time that is added is one from a tick. */
  since(tick: Ticks): void {
    this.#since = tick;
  }

  #push(source: number, tick: Ticks, until: Ticks, step: number): void {
    this.#source.push(source);
    this.#tick.push(tick);
    this.#until.push(until);
    this.#step.push(step);
  }

  columns(): ReplayColumns {
    const of = this.#of;
    const source = this.#source;
    const fields: number[] = [];
    const fieldEnd = new Uint32Array(source.length);
    const finishes = new Map<number, Readonly<Record<string, number>>>();
    const warps = new Map<number, readonly WarpWork[]>();
    source.forEach((event, at) => {
      const begin = event === 0 ? 0 : (of.fieldEnd[event - 1] ?? 0);
      for (let field = begin; field < (of.fieldEnd[event] ?? 0); field += 1)
        fields.push(of.fields[field] ?? 0);
      fieldEnd[at] = fields.length;
      const finish = of.finishes.get(event);
      if (finish) finishes.set(at, finish);
      const lanes = of.warps.get(event);
      if (lanes) warps.set(at, lanes);
    });
    const taken = (column: ArrayLike<number>): number[] =>
      source.map((event) => column[event] ?? 0);
    return {
      ...of,
      count: source.length,
      kind: Uint8Array.from(taken(of.kind)),
      step: Uint32Array.from(this.#step),
      transition: Uint16Array.from(taken(of.transition)),
      pid: Uint8Array.from(taken(of.pid)),
      other: Uint8Array.from(taken(of.other)),
      received: Uint16Array.from(taken(of.received)),
      tick: Float64Array.from(this.#tick, Number),
      until: Float64Array.from(this.#until, Number),
      ...(of.exact && {
        exact: {
          tick: BigInt64Array.from(this.#tick, BigInt),
          until: BigInt64Array.from(this.#until, BigInt),
        },
      }),
      fields: Int32Array.from(fields),
      fieldEnd,
      finishes,
      repeats: this.#repeats,
      warps,
    };
  }
}
