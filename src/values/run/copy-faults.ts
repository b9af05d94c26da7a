import { capital } from '../../base/words.ts';
import type { Followed } from '../program.ts';
import type { Ledger } from './ledger.ts';
import { itemOf, siteOf } from './machine.ts';
import { placeName } from './names.ts';
import type { RaceBook } from './race-book.ts';
import { isMaybe, type Store } from './store.ts';

const UNFOLLOWED: Readonly<Record<Followed | 'touched', string>> = {
  size: 'An asynchronous copy is followed only where its size is whole elements, and a thread copies 4, 8 or 16 bytes.',
  stage:
    "A block's pipeline is followed only where each commit is waited for, and each acquire comes after a release, with no other access of what others see between them.",
  barrier:
    'A barrier in memory is followed only where it is the only one, counts all threads of the block, and none of them accesses what others see between its arriving and its waiting.',
  touched: 'Memory is written that an asynchronous copy still reads or writes.',
  arrivals: 'Not all threads of the block arrive where others wait for a pipeline or a barrier.',
  'from-here': 'An asynchronous copy is not followed.',
};

/** Faults of asynchronous copies. */
export class CopyFaults {
  readonly #ledger: Ledger;
  readonly #races: RaceBook;

  constructor(ledger: Ledger, races: RaceBook) {
    this.#ledger = ledger;
    this.#races = races;
  }

  underWay(store: Store, cell: number, copy: number, mark: number): void {
    const { machine } = this.#ledger;
    if (machine === undefined) return;
    const copySite = siteOf(copy, machine.siteBits);
    const site = siteOf(mark, machine.siteBits);
    if (site === copySite && this.#ledger.instruction(site * 2)?.kind !== 'copy') return;
    const instruction = this.#ledger.instruction(site * 2);
    const other = this.#ledger.instruction(copySite * 2);
    if (instruction === undefined || other === undefined) return;
    const place = placeName(store.object, (cell << store.grainShift) - store.base);
    const isCopy = instruction.kind === 'copy';
    const item = itemOf(mark, machine.siteBits) % this.#ledger.count;
    const who = isCopy ? 'Another copy' : this.#here2(item);
    const does = isCopy ? 'moves' : this.#races.writes(site) ? 'writes' : 'reads';
    if (isMaybe(mark)) return;
    this.#ledger.find(`copy ${site} ${copySite} ${store.index}`, {
      kind: store.object.space === 'local' ? 'race-local' : 'race-global',
      span: instruction.span,
      message: `${who} ${does} ${place} here, and the asynchronous copy${this.#ledger.names.inLine(other.span)} may be moving it at the same time${this.#ledger.where}.`,
      hint: `Wait for the copy first: ${this.#ledger.names.words.copied}. What is accessed before the copy needs a barrier.`,
      related: [{ span: other.span, message: `The copy that moves ${place}.` }],
    });
  }

  #here2(item: number): string {
    return this.#ledger.names.who(item, this.#ledger.machine?.group ?? 0);
  }

  notFollowed(instruction: number, what: Followed | 'touched'): void {
    const inAccesses = this.#ledger.isFollowed.inAccesses && what === 'touched';
    this.#ledger.isFollowed = { inAccesses, inValues: false };
    const span = this.#ledger.program.code[instruction]?.span;
    if (span === undefined) return;
    const why = UNFOLLOWED[what];
    this.#ledger.leaveOpen(`copies ${what}`, {
      what: 'asynchronous copies',
      why,
      span,
      weakens: true,
    });
  }

  left(mark: number): void {
    const { machine } = this.#ledger;
    if (machine === undefined) return;
    const site = siteOf(mark, machine.siteBits);
    const instruction = this.#ledger.instruction(site * 2);
    if (instruction?.kind !== 'copy') return;
    this.#ledger.find(`left ${site}`, {
      kind: 'race-local',
      span: instruction.span,
      message: `${capital(this.#ledger.names.group(machine.group))} ends while this copy may still be under way: nobody waits for it.`,
      hint: `Wait for it before the end: ${this.#ledger.names.words.copied}.`,
    });
  }
}
