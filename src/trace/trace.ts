import { lastAtMost } from '../base/search.ts';
import { ticks, type Ticks } from '../base/ticks.ts';
import type { DeviceProgram } from '../device/index.ts';
import type { LineSource, StandsFor, WarpShape } from '../promela/index.ts';
import { type Language, type LanguageWords, WORDS_OF } from '../front/language.ts';
import type { Space } from '../kernel/ir.ts';
import {
  EVENT,
  isTold,
  withStop,
  type ReplayColumns,
  type ReplayedTransition,
} from '../spin/replay-columns.ts';
import { type DeviceWork, isDeviceWork } from './device-work.ts';
import type { TraceEvent, TraceProcess, WarpPart } from './events.ts';
import { processesOf } from './processes.ts';
import type { ItemSpread } from './item-spread.ts';
import { asScheduler, maskedShare, toldParts, uniformParts } from './warps.ts';

export interface TraceEnd {
  readonly globals: Readonly<Record<string, number>>;
  readonly mtypes: Readonly<Record<string, number>>;
}

export interface TraceModel {
  /** The kernel's, whose words are spoken; OpenCL's without one. */
  readonly language?: Language;
  /** Its source map; none of models that are not ours. */
  readonly sources: readonly LineSource[];
  /** Multiplicities of the configuration's processes, where they are known. */
  readonly standsFor?: StandsFor;
  /** Programs of warps, in the device semantics. */
  readonly program?: DeviceProgram;
  /** Groups cut into warps, where elements are schedulers of warps. */
  readonly warps?: WarpShape | undefined;
  readonly spread?: ItemSpread | undefined;
  /** True of a run that the user still chooses steps of. */
  readonly isOpen?: boolean;
}

/** A replayed run, in the order of SPIN's steps. A million events take 30 MB of columns; objects are made when asked for. */
export class Trace {
  readonly columns: ReplayColumns;
  readonly processes: readonly TraceProcess[];
  /** Model time at the end. */
  readonly endTick: Ticks;
  /** Global variables at the end. */
  readonly variables: Readonly<Record<string, number>>;
  readonly #sources: readonly LineSource[];
  /** Absent where every process is itself. */
  readonly standsFor: StandsFor | undefined;
  /** Programs of warps, in the device semantics. */
  readonly program: DeviceProgram | undefined;
  /** Absent where there are none. */
  readonly warps: WarpShape | undefined;
  readonly spread: ItemSpread | undefined;
  readonly words: LanguageWords;
  readonly language: Language;
  readonly #made: { readonly end: TraceEnd; readonly about: TraceModel };
  readonly #mtypes: ReadonlyMap<number, string>;
  readonly #names: Readonly<Record<string, number>>;
  readonly #byPid: ReadonlyMap<number, TraceProcess>;
  readonly #channels = new Map<number, string>();
  readonly #nameOfPair = new Map<number, string | undefined>();

  /** Runs of models that are not ours have messages only. */
  constructor(columns: ReplayColumns, end: TraceEnd, about: TraceModel) {
    this.#made = { end, about };
    const { sources, standsFor, warps, program, spread } = about;
    const isStuck = sources.length > 0 && columns.finishes.size === 0 && about.isOpen !== true;
    this.columns = isStuck && columns.count > 0 ? withStop(columns) : columns;
    this.#sources = sources;
    this.standsFor = standsFor && ofUnits(standsFor, columns.kinds ?? 1);
    this.warps = warps;
    this.spread = spread;
    this.language = about.language ?? 'opencl';
    this.words = WORDS_OF[this.language];
    this.#names = end.mtypes;
    this.#mtypes = new Map(Object.entries(end.mtypes).map(([name, value]) => [value, name]));
    this.program = program;
    this.processes = processesOf(columns.processes, this.standsFor, program).map((process) =>
      warps && process.name === 'pex' ? asScheduler(process) : process,
    );
    this.#byPid = new Map(this.processes.map((process) => [process.pid, process]));
    this.variables = end.globals;
    // The clock's own variable may lie in C, where pan does not see it.
    const last = this.count > 0 ? this.tickAt(this.count - 1) : 0;
    const time = end.globals['time'] ?? 0;
    this.endTick = time > last ? time : last;
  }

  /** A run of the same model that went another way. */
  withColumns(columns: ReplayColumns): Trace {
    const { end, about } = this.#made;
    // Where nobody can go on, an event says so already.
    return new Trace(columns, end, { ...about, isOpen: true });
  }

  /** True of models that were generated from a kernel. */
  get isOurs(): boolean {
    return this.#sources.length > 0;
  }

  /** The step after which an event has happened: a message is two, of which its own is the sender's. */
  stepAfter(index: number): number {
    const { kind, step, transition, steps } = this.columns;
    const own = step[index] ?? 0;
    const halves = kind[index] === EVENT.message && !isTold(transition[index] ?? 0);
    return halves ? Math.min(steps, own + 1) : own;
  }

  /** The values that the program finished with; none where it did not. */
  get finish(): Readonly<Record<string, number>> | undefined {
    return [...this.columns.finishes.values()].at(-1);
  }

  /** True of a deadlock. */
  get isStuck(): boolean {
    return this.columns.kind[this.count - 1] === EVENT.stuck;
  }

  get count(): number {
    return this.columns.count;
  }

  process(pid: number): TraceProcess | undefined {
    return this.#byPid.get(pid);
  }

  label(pid: number): string {
    return this.#byPid.get(pid)?.label ?? `process ${pid}`;
  }

  /** Model time at an event, to the tick. */
  tickAt(index: number): Ticks {
    const { exact, tick } = this.columns;
    return exact ? ticks(exact.tick[index] ?? 0n) : (tick[index] ?? 0);
  }

  /** The Promela line of an event. Of a message it is the sender's. */
  lineAt(index: number): number {
    return this.transition(this.columns.transition[index] ?? 0)?.line ?? 0;
  }

  transition(id: number): ReplayedTransition | undefined {
    return this.columns.transitions.get(id);
  }

  /** The piece of the kernel that a Promela line models. */
  kernelOfLine(line: number): LineSource['kernel'] {
    return this.#sources[line - 1]?.kernel;
  }

  /** The name of a message (`go`, `tick`); its first field where that has no name. */
  messageAt(index: number): string {
    const { columns } = this;
    const sent = columns.transition[index] ?? 0;
    const received = columns.received[index] ?? 0;
    const pair = sent * 65536 + received;
    let name = this.#nameOfPair.get(pair);
    if (name !== undefined) return name;
    const value = columns.fields[this.#firstField(index)];
    if (value === undefined) return '';
    // Named by the sender, or by a receiver that takes no other.
    const known = [sent, received]
      .map((id) => FIRST_ARGUMENT.exec(this.transition(id)?.text ?? '')?.[1])
      .find((word) => word !== undefined && this.#names[word] !== undefined);
    name = known ?? this.#mtypes.get(value) ?? String(value);
    if (known !== undefined) this.#nameOfPair.set(pair, known);
    return name;
  }

  /** The channel of a message, as its receiver names it: a sender may have it in a variable. */
  channelAt(index: number): string {
    const id = this.columns.received[index] ?? 0;
    let channel = this.#channels.get(id);
    if (channel === undefined) {
      channel = /^(.*?)(?:\?\?|\?)/.exec(this.transition(id)?.text ?? '')?.[1] ?? '';
      this.#channels.set(id, channel);
    }
    return channel;
  }

  /** Fields after the message's name. */
  valuesAt(index: number): number[] {
    const { fields, fieldEnd } = this.columns;
    return [...fields.subarray(this.#firstField(index) + 1, fieldEnd[index])];
  }

  /** Work in the device semantics. */
  deviceWorkAt(index: number): DeviceWork | undefined {
    const { kind, other, words, fields } = this.columns;
    const what = words[other[index] ?? 0];
    if (kind[index] !== EVENT.work || !isDeviceWork(what)) return undefined;
    const [step = 0, warp = 0, wait = 0] = fields.subarray(this.#firstField(index));
    return { what, step, warp, wait };
  }

  /** The piece of the kernel that work in the device semantics is of. */
  placeOf({ what, step }: DeviceWork): LineSource['kernel'] {
    const done = this.program?.steps[step];
    if (done?.kind !== 'segment') return done?.place;
    return what === 'issue' || what === 'arithmetic' ? (done.computes ?? done.place) : done.place;
  }

  #firstField(index: number): number {
    return index === 0 ? 0 : (this.columns.fieldEnd[index - 1] ?? 0);
  }

  /** An event as an object of its own.
   * @throws {RangeError} where there is no such event. */
  event(index: number): TraceEvent {
    const { columns } = this;
    const { kind, step, pid, other, received, words, finishes, repeats } = columns;
    if (!(index >= 0 && index < columns.count)) {
      throw new RangeError(`event ${index} of ${columns.count}`);
    }
    const line = this.lineAt(index);
    const isMessage = kind[index] === EVENT.message;
    // What the platform sends, such as a barrier's go, belongs to the piece of the kernel that waited
    // for it.
    const kernel =
      this.kernelOfLine(line) ??
      (isMessage ? this.kernelOfLine(this.transition(received[index] ?? 0)?.line ?? 0) : undefined);
    const at = {
      tick: this.tickAt(index),
      step: step[index] ?? 0,
      line,
      ...(kernel && { kernel }),
    };
    const process = pid[index] ?? 0;
    switch (kind[index]) {
      case EVENT.message:
        return {
          kind: 'message',
          ...at,
          from: process,
          to: other[index] ?? 0,
          channel: this.channelAt(index),
          message: this.messageAt(index),
          values: this.valuesAt(index),
        };
      case EVENT.work: {
        const space = spaceOf(words[other[index] ?? 0]);
        const device = this.deviceWorkAt(index);
        const place = device && this.placeOf(device);
        const warps = this.warpsAt(index);
        const work = { kind: 'work' as const, ...at, pid: process, space };
        return {
          ...work,
          until: this.untilAt(index),
          ...(warps && { warps }),
          ...(device && { device }),
          ...(place && { kernel: place }),
        };
      }
      case EVENT.repeat: {
        const { began, count } = repeats.get(index) ?? { began: at.tick, count: 0 };
        return { kind: 'repeat', ...at, pid: process, began, count, until: this.untilAt(index) };
      }
      case EVENT.start:
        return { kind: 'start', ...at, pid: process };
      case EVENT.time:
        return { kind: 'time', ...at, since: this.untilAt(index) };
      case EVENT.stuck:
        return { kind: 'stuck', ...at, pid: process };
      default:
        return { kind: 'finish', ...at, values: finishes.get(index) ?? {} };
    }
  }

  /** Which warps a scheduler runs in a phase of work, one after the other; none where there are no warps. */
  warpsAt(index: number): readonly WarpPart[] | undefined {
    if (!this.warps) return undefined;
    const told = this.columns.warps.get(index);
    if (told) return toldParts(told);
    const ticks = Number(this.untilAt(index)) - Number(this.tickAt(index));
    return uniformParts(this.warps, this.#schedulerAt(index), ticks);
  }

  /** The share of its lanes that a scheduler leaves masked in a phase of work, from 0 to 1. */
  maskedAt(index: number): number {
    const { warps } = this;
    if (!warps) return 0;
    return maskedShare(warps, this.columns.warps.get(index), this.#schedulerAt(index));
  }

  /** The scheduler whose work an event is. */
  #schedulerAt(index: number): { readonly index: number; readonly folded: readonly number[] } {
    const process = this.#byPid.get(this.columns.pid[index] ?? 0);
    return { index: process?.index ?? 0, folded: this.standsFor?.elements ?? [] };
  }

  /** End of work or of a repeat; for `time`, the tick before. */
  untilAt(index: number): Ticks {
    const { exact, until } = this.columns;
    return exact ? ticks(exact.until[index] ?? 0n) : (until[index] ?? 0);
  }

  /** The last event of a step or before it; 0 where there is none. */
  eventAtStep(step: number): number {
    return lastAtMost(this.columns.step, step);
  }

  /** The last event at a tick or before it; 0 where there is none. */
  eventAtTick(tick: number): number {
    return lastAtMost(this.columns.tick, tick);
  }
}

/** Where groups are of several kinds, each unit runs its own of them, and the one in a trace is itself. */
const ofUnits = (standsFor: StandsFor, kinds: number): StandsFor =>
  kinds > 1 ? { ...standsFor, devices: 1, units: 1, fewer: 0, rounds: 1 } : standsFor;

/** The memory space of work, of which pan tells a word. */
export const spaceOf = (word: string | undefined): Space =>
  word === 'global' || word === 'local' ? word : 'private';

/** The first argument of a send or a receive, where it is a word. */
const FIRST_ARGUMENT = /^[^!?]*[!?]+\s*(\w+)\s*(?:,|$)/;
