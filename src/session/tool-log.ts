import { listened } from '../spin/client.ts';
import type { Toolchain } from '../spin/toolchain.ts';

/** What SPIN or a verifier printed in one call. */
export interface ToolOutput {
  /** Counted from 1. */
  readonly number: number;
  /** As one would type it: `pan -E -m100000 n=5 T=583` */
  readonly command: string;
  readonly text: string;
  readonly failed: boolean;
}

/** Outputs that are kept, and how long each may be, in characters. */
const MOST_OUTPUTS = 60;
const MOST_TEXT = 20_000;

/** The latest outputs, oldest first. */
export class ToolLog {
  readonly #publish: (outputs: readonly ToolOutput[]) => void;
  #outputs: readonly ToolOutput[] = [];
  #number = 0;

  constructor(publish: (outputs: readonly ToolOutput[]) => void) {
    this.#publish = publish;
  }

  /** A toolchain whose SPIN and verifiers are heard here. */
  listenTo(toolchain: Toolchain): Toolchain {
    return listened(toolchain, (...output) => this.#add(...output));
  }

  #add(command: string, text: string, failed: boolean): void {
    this.#number += 1;
    const cut =
      text.length > MOST_TEXT
        ? `${text.slice(0, MOST_TEXT / 2)}\n[...]\n${text.slice(-MOST_TEXT / 2)}`
        : text;
    const output = { number: this.#number, command, text: cut.trim(), failed };
    this.#outputs = [...this.#outputs, output].slice(-MOST_OUTPUTS);
    this.#publish(this.#outputs);
  }
}
