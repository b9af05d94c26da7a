import type { Span } from '../../base/span.ts';
import { type Finding, isRace } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { SCALARS, type Scalar } from '../../front/scalar.ts';
import type { TracedArray, ValueEvent, ValueTrace } from '../trace.ts';
import { readScalar } from './conversion.ts';
import type { Machine } from './machine.ts';
import { SHADOW, valueIn } from './registers.ts';
import type { Report } from './report.ts';
import type { Store } from './store.ts';
import type { Told, Tracer } from './tracer.ts';
import type { Wanted } from './wanted.ts';

/** The traced finding has been made again. */
export class Seen extends Error {}

/** Longer traces help nobody: earlier events are left out. */
const MOST_EVENTS = 200_000;

/** Records a run up to a finding. */
export class Recorder implements Tracer {
  readonly #program: ValueProgram;
  readonly #finding: Finding;
  readonly #groups: ReadonlySet<number>;
  readonly #arrays: TracedArray[] = [];
  readonly #numbers = new Map<string, number>();
  #wanted: Wanted | undefined;
  #events: ValueEvent[] = [];
  #seen = 0;
  machine: Machine | undefined;
  report: Report | undefined;

  /** @param groups of the finding; what others do is left out. */
  constructor(program: ValueProgram, finding: Finding, groups: readonly number[]) {
    this.#program = program;
    this.#finding = finding;
    this.#groups = new Set(groups);
  }

  /** Memory of all groups, before the first runs. */
  begin(stores: readonly Store[], wanted?: Wanted): void {
    this.#wanted = wanted;
    for (const store of stores) {
      const { space } = store.object;
      if (space === 'global' || space === 'constant') this.#arrayOf(store, 0, 0);
    }
  }

  get #isTold(): boolean {
    return this.machine?.undo === undefined && this.#groups.has(this.machine?.group ?? -1);
  }

  #span(instruction: number): Span {
    return this.#program.code[instruction]?.span ?? this.#program.span;
  }

  accessed(instruction: number, kind: Told, store: Store, offset: number, type: Scalar): void {
    const { machine } = this;
    if (machine === undefined) return;
    if (this.#isTold) {
      const at = offset + store.base;
      const isInside = offset >= 0 && offset + SCALARS[type].bytes <= store.bytes;
      this.#push({
        group: machine.group,
        item: machine.item,
        span: this.#span(instruction),
        kind,
        array: this.#arrayOf(store, machine.group, machine.item),
        cell: Math.floor(offset / SCALARS[store.object.element].bytes),
        value: isInside ? readScalar(store.data, at, type) : 0,
      });
    }
    this.#check();
  }

  changed(instruction: number, register: number): void {
    const { machine } = this;
    const info = this.#program.registers[register];
    if (machine !== undefined && this.#isTold && info?.name !== undefined)
      this.#push({
        group: machine.group,
        item: machine.item,
        span: this.#span(instruction),
        kind: 'variable',
        name: info.name,
        value: valueIn(machine.registers, register, info.type),
      });
    this.#check();
  }

  met(
    kind: 'start' | 'arrive' | 'leave' | 'copy' | 'wait' | 'end',
    item: number,
    at: number,
  ): void {
    if (this.machine !== undefined && this.#isTold)
      this.#push({ group: this.machine.group, item, span: this.#span(at), kind });
    this.#check();
  }

  copied(instruction: number, kind: 'read' | 'write', store: Store, offset: number): void {
    if (this.machine === undefined || !this.#isTold) return;
    this.#push({
      group: this.machine.group,
      item: -1,
      span: this.#span(instruction),
      kind,
      array: this.#arrayOf(store, this.machine.group, 0),
      cell: Math.floor(offset / SCALARS[store.object.element].bytes),
      value: readScalar(store.data, offset, store.object.element),
    });
  }

  #push(event: ValueEvent): void {
    if (this.#events.length < MOST_EVENTS) this.#events.push(event);
  }

  /** Ends the run where the finding has been made. */
  #check(): void {
    const { report } = this;
    if (report === undefined || report.made === this.#seen) return;
    this.#seen = report.made;
    // The same place may be wrong in an earlier group, in another way.
    if (!this.#groups.has(this.machine?.group ?? -1)) return;
    const { kind, span } = this.#finding;
    const isMade = report.findings.some(
      ({ finding }) =>
        finding.kind === kind &&
        finding.span.start === span.start &&
        finding.span.end === span.end &&
        finding.related?.[0]?.span.start === this.#finding.related?.[0]?.span.start,
    );
    if (isMade) throw new Seen();
  }

  #arrayOf(store: Store, group: number, item: number): number {
    const { name, space, element, columns, input } = store.object;
    const key = `${store.index} ${space === 'local' || space === 'private' ? group : ''} ${space === 'private' ? item : ''}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const each = SCALARS[element].bytes;
    const length = Math.floor(store.bytes / each);
    const before = space === 'global' || space === 'constant';
    const cells = Array.from({ length }, (_, cell) =>
      before && !this.#isUnwritten(store, cell * each)
        ? readScalar(store.data, cell * each, element)
        : undefined,
    );
    const wanted = before ? this.#wanted?.get(name) : undefined;
    this.#numbers.set(key, this.#arrays.length);
    this.#arrays.push({
      name,
      space,
      ...(wanted && { wanted }),
      ...((space === 'local' || space === 'private') && { group }),
      ...(space === 'private' && { item }),
      ...(columns !== undefined && { columns }),
      ...(before && input?.kind === 'unknown' && { isUnknown: true }),
      cells,
    });
    return this.#arrays.length - 1;
  }

  #isUnwritten(store: Store, offset: number): boolean {
    return ((store.shadows[offset >> store.grainShift] ?? 0) & SHADOW.unwritten) !== 0;
  }

  /** The record, with the wrong event and the one it goes back to. */
  trace(isSeen: boolean): ValueTrace {
    const events = this.#events;
    const { language, configuration, local } = this.#program;
    const items = local[0] * local[1] * local[2];
    const last = events.length - 1;
    const trace = { language, configuration, items, arrays: this.#arrays, events };
    if (last < 0) return trace;
    const wrong = events[last];
    if (!isSeen || wrong === undefined || !isRace(this.#finding))
      return { ...trace, wrong: { event: last } };
    if (!('cell' in wrong)) return { ...trace, wrong: { event: last } };
    const { span, related } = this.#finding;
    const places = [span, ...(related ?? []).map((each) => each.span)].map(({ start }) => start);
    const other = events.findLastIndex(
      (event, index) =>
        places.includes(event.span.start) &&
        (new Set(places).size === 1 || event.span.start !== wrong.span.start) &&
        index < last &&
        'cell' in event &&
        event.array === wrong.array &&
        event.cell === wrong.cell &&
        (event.item !== wrong.item || event.group !== wrong.group) &&
        (event.kind !== 'read' || wrong.kind !== 'read'),
    );
    return { ...trace, wrong: { event: last, ...(other >= 0 && { other }) } };
  }
}
