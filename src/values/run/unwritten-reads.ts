import { valuesOf } from '../walk.ts';
import type { ValueProgram } from '../program.ts';
import { loadsBehind } from './loads-behind.ts';

/** An item's read of local memory that nobody has written. */
export interface UnwrittenRead {
  readonly site: number;
  /** The load. */
  readonly instruction: number;
  /** The item, counted over all turns. */
  readonly item: number;
  /** The read and its item, as a clause. */
  readonly message: string;
  readonly hint?: string;
}

/** Reads of an input's run that are wrong once somebody uses what they gave: decides by it, goes to
 * a place by it or leaves it in global memory. */
export class UnwrittenReads {
  readonly #program: ValueProgram;
  /** By the item and the site. */
  readonly #reads = new Map<number, Map<number, UnwrittenRead>>();
  /** The first of each site in all runs. */
  readonly #first = new Map<number, UnwrittenRead>();
  readonly #sources = new Map<number, ReadonlySet<number>>();
  #loadsBehind: ReturnType<typeof loadsBehind> | undefined;

  constructor(program: ValueProgram) {
    this.#program = program;
  }

  /** Another input is run. */
  begin(): void {
    this.#reads.clear();
  }

  isKnown(site: number, item: number): boolean {
    return this.#reads.get(item)?.has(site) === true;
  }

  note(read: UnwrittenRead): void {
    const ofItem = this.#reads.get(read.item) ?? new Map<number, UnwrittenRead>();
    this.#reads.set(read.item, ofItem.set(read.site, read));
    if (!this.#first.has(read.site)) this.#first.set(read.site, read);
  }

  /** The reads whose values an item uses by an instruction; by local memory they may be others'. */
  reaching(instruction: number, item: number): readonly UnwrittenRead[] {
    const [others] = this.#reads.values();
    const own = [...((this.#reads.get(item) ?? others)?.values() ?? [])];
    const sources = this.#sourcesOf(instruction);
    const direct = this.#reads.has(item) ? own.filter((read) => sources.has(read.instruction)) : [];
    return direct.length > 0 ? direct : own.slice(0, 1);
  }

  /** Reads at sites of which nothing came. @param isWrong of a site */
  harmless(isWrong: (site: number) => boolean): readonly UnwrittenRead[] {
    return [...this.#first.values()].filter(({ site }) => !isWrong(site));
  }

  /** Loads whose values reach those that an instruction uses, through registers. */
  #sourcesOf(instruction: number): ReadonlySet<number> {
    const known = this.#sources.get(instruction);
    if (known !== undefined) return known;
    const step = this.#program.code[instruction];
    this.#loadsBehind ??= loadsBehind(this.#program);
    const loads = this.#loadsBehind(step === undefined ? [] : valuesOf(step));
    this.#sources.set(instruction, loads);
    return loads;
  }
}
