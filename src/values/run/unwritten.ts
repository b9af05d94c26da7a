import { isSigned } from '../../front/scalar.ts';
import { meantAsZero, type NotChecked, UNWRITTEN_MEMORY } from '../finding.ts';
import { flowOf } from './flow.ts';
import { EMPTY_PLACE, type Ledger } from './ledger.ts';
import { placeName } from './names.ts';
import { unsetOf } from './open-inputs.ts';
import type { Store } from './store.ts';
import { UnwrittenReads } from './unwritten-reads.ts';
import { roundThatWrites } from './unwritten-registers.ts';

/** Uses of what nobody has written. */
export class Unwritten {
  readonly #ledger: Ledger;
  readonly #reads: UnwrittenReads;
  /** The argument of the loop that writes what an instruction uses, or none. */
  readonly #roundFor = new Map<number, string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#reads = new UnwrittenReads(ledger.program);
  }

  begin(): void {
    this.#reads.begin();
  }

  read(site: number, store: Store | undefined, place: number, use: string): void {
    const instruction = this.#ledger.instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    const { span, text } = instruction;
    if (this.#ledger.isOnOtherSide(`${text} reads`)) return;
    const index = this.#ledger.facts.instructions[site >> 1] ?? -1;
    if (store === undefined && this.#usesUnwritten(index)) return;
    if (store === undefined && this.#wantsRound(index)) return;
    const what =
      store === undefined
        ? `a value that was computed from what nobody has written${use === 'stores' ? ` to ${text}` : ` (${text})`}`
        : this.#unwrittenPlace(store, place);
    this.#ledger.find(`${store === undefined ? 'unwritten' : EMPTY_PLACE} ${site}`, {
      kind: 'uninitialised',
      span,
      message: `${this.#ledger.here()} ${use} ${what}${this.#ledger.where}.`,
    });
  }

  noted(site: number, store: Store, place: number): void {
    const instruction = this.#ledger.instruction(site);
    if (instruction === undefined || !('text' in instruction)) return;
    if (this.#ledger.isOnOtherSide(`${instruction.text} reads`)) return;
    if (store.object.space === 'constant') return this.#leftZero(site, store, place);
    const item = this.#ledger.turnItem;
    if (this.#reads.isKnown(site, item)) return;
    this.#reads.note({
      site,
      instruction: this.#ledger.facts.instructions[site >> 1] ?? -1,
      item,
      ...(store.object.isExchange === true && {
        hint: 'A lane gives its value if the call names it and it comes there.',
      }),
      message: `${this.#ledger.here()} ${store.object.isExchange === true ? `takes a value by ${instruction.text} from a lane that takes no part in it` : `reads ${this.#unwrittenPlace(store, place)}`}`,
    });
  }

  /** A constant that the host sets in part, or not at all, is 0 elsewhere. */
  #leftZero(site: number, { object, base }: Store, place: number): void {
    const { name } = object;
    this.#ledger.leaveOpen(`left ${name}`, {
      what: UNWRITTEN_MEMORY,
      why: `${this.#ledger.here()} reads ${placeName(object, place - base)}, which the host does not set before the launch, in line ${unsetOf(object)?.line ?? '?'} or elsewhere; it is 0${this.#ledger.where}.`,
      hint: `Copy all of ${name}: the call counts bytes, and fails where they are too many.`,
      span: this.#ledger.instruction(site)?.span ?? object.span,
      weakens: false,
      holdsIf: meantAsZero(name),
    });
  }

  /** Whoever gets a struct may leave a member of it unused. */
  passedOn(site: number, { object, base }: Store, place: number): void {
    const instruction = this.#ledger.instruction(site);
    if (instruction === undefined || this.#ledger.isOnOtherSide('a struct is copied')) return;
    const name = placeName(object, place - base);
    const member = name.slice(name.indexOf('.') + 1);
    this.#ledger.leaveOpen(`passed ${site}`, {
      what: UNWRITTEN_MEMORY,
      why: `${this.#ledger.here()} copies a struct to ${object.name} and has not written all of it: ${name} gets what was there by chance${this.#ledger.where}.`,
      span: instruction.span,
      weakens: false,
      holdsIf: `nobody uses ${member} in ${object.name}`,
    });
  }

  #unwrittenPlace({ object, base }: Store, place: number): string {
    const name = placeName(object, place - base);
    const unset = unsetOf(object);
    const { group, item } = this.#ledger.names.words;
    if (unset === undefined) return `${name}, which nobody in its ${group} has written`;
    const { line, gaps } = unset;
    const at = place - base;
    const gap = gaps.find(({ from, to }) => from <= at && at < to) ?? { from: at, to: at + 1 };
    if (line === undefined)
      return `${name}, which neither the host nor a launch before this one has written`;
    if (gap.to < object.bytes || gaps.length > 1)
      return `${name}, which nobody has written: no line sets bytes ${gap.from} to ${gap.to - 1} of ${object.bytes}`;
    return gap.from > 0
      ? `${name}, which nobody has written: line ${line} sets no more than the first ${gap.from} of ${object.bytes} bytes`
      : `${name}, which neither the host nor a ${item} has written since line ${line} allocates it`;
  }

  /** Finds the reads of unwritten memory by which an instruction goes wrong.
   * @returns false if there are none */
  #usesUnwritten(instruction: number): boolean {
    const reads = this.#reads.reaching(instruction, this.#ledger.turnItem);
    for (const { site, instruction: load, message, hint } of reads) {
      const span = this.#ledger.program.code[load]?.span;
      if (span !== undefined)
        this.#ledger.find(`${EMPTY_PLACE} ${site}`, {
          kind: 'uninitialised',
          span,
          message: `${message}${this.#ledger.where}.`,
          ...(hint !== undefined && { hint }),
        });
    }
    return reads.length > 0;
  }

  #someRounds(argument: string): string {
    const of = this.#ledger.program.registers.find(
      (each) => each.name === argument && each.isArgument,
    );
    return `${argument} is ${of && isSigned(of.type) ? 'above' : 'not'} 0`;
  }

  /** A loop writes it in each round, and an argument that nobody states leaves no round. */
  #wantsRound(instruction: number): boolean {
    if (!this.#ledger.trial.unusual.some(([, value]) => value <= 0)) return false;
    const known = this.#roundFor.get(instruction);
    const { unwritten } = this.#ledger.facts;
    const name =
      known ??
      roundThatWrites(this.#ledger.program, flowOf(this.#ledger.program), unwritten, instruction) ??
      '';
    this.#roundFor.set(instruction, name);
    if (!this.#ledger.trial.unusual.some(([each, value]) => each === name && value <= 0))
      return false;
    this.#ledger.dependsOnInputs = true;
    this.#ledger.leaveOpen(`round ${instruction}`, {
      what: 'other inputs',
      why: `${this.#ledger.here()} uses what a loop writes where ${name} gives it a round.`,
      span: this.#ledger.program.code[instruction]?.span,
      weakens: false,
      holdsIf: this.#someRounds(name),
    });
    return true;
  }

  branch(instruction: number): void {
    if (this.#ledger.isOnOtherSide('is decided')) return;
    if (this.#usesUnwritten(instruction) || this.#wantsRound(instruction)) return;
    const span = this.#ledger.program.code[instruction]?.span;
    if (span === undefined) return;
    this.#ledger.find(`unwritten branch ${instruction}`, {
      kind: 'uninitialised',
      span,
      message: `${this.#ledger.here()} decides by what nobody has written${this.#ledger.where}.`,
    });
  }

  /** A value that a loop gives which an argument of 0 leaves out. */
  get withoutRounds(): readonly NotChecked[] {
    return [...this.#ledger.found.values()].flatMap(
      ({ finding: { message, span, ...finding }, seen }) => {
        const name = this.#ledger.withoutRounds(finding, seen.trial);
        if (name === undefined) return [];
        const holdsIf = this.#someRounds(name);
        return [{ what: 'other inputs', why: message, span, weakens: false, holdsIf }];
      },
    );
  }

  get harmless(): readonly NotChecked[] {
    return this.#reads
      .harmless((site) => this.#ledger.found.has(`${EMPTY_PLACE} ${site}`))
      .map(({ instruction, message }) => ({
        what: UNWRITTEN_MEMORY,
        why: `${message}; nothing depends on what it got.`,
        span: this.#ledger.program.code[instruction]?.span,
        weakens: false,
      }));
  }
}
