import { elementsLong } from '../../base/words.ts';
import type { Remark } from '../finding.ts';
import type { Ledger } from './ledger.ts';

/** Subscripts that come to another row of their array. */
export class Rows {
  readonly #ledger: Ledger;
  readonly #seen = new Map<number, Remark>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  left(instruction: number, index: number): void {
    const { program, machine, isFollowed, isLeftOut, where } = this.#ledger;
    const step = program.code[instruction];
    if (step?.kind !== 'subscript' || machine?.undo !== undefined || isLeftOut) return;
    if (!isFollowed.inAccesses || this.#seen.has(instruction)) return;
    this.#seen.set(instruction, {
      kind: 'beyond-row',
      span: step.span,
      message: `${this.#ledger.here()} comes to ${step.row}[${index}], and ${step.row} has ${elementsLong(step.elements)}${where}.`,
      hint: 'Compilers go on in the next row, but C leaves open what comes of it.',
      configuration: program.configuration,
    });
  }

  /** An access outside of the whole array is told already. */
  get remarks(): readonly Remark[] {
    const told = [...this.#ledger.found.values()].map(({ finding }) => finding.span.start);
    return [...this.#seen.values()].filter(({ span }) => !told.includes(span.start));
  }
}
