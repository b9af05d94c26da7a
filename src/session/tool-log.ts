import { listened } from '../spin/client.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { Store } from './state.ts';

/** The most outputs kept, and characters of each. */
const MOST_OUTPUTS = 60;
const MOST_TEXT = 20_000;

/** Logs the latest outputs of SPIN and verifiers in the store. */
export const heard = (toolchain: Toolchain, store: Store): Toolchain =>
  listened(toolchain, (command, text, failed) => {
    const cut =
      text.length > MOST_TEXT
        ? `${text.slice(0, MOST_TEXT / 2)}\n[...]\n${text.slice(-MOST_TEXT / 2)}`
        : text;
    store.setState(({ outputs }) => {
      const number = (outputs.at(-1)?.number ?? 0) + 1;
      const output = { number, command, text: cut.trim(), failed };
      return { outputs: [...outputs, output].slice(-MOST_OUTPUTS) };
    });
  });
