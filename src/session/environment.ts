import type { KernelParser } from '../kernel/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { HistoryStorage } from './kept/history.ts';
import type { SettingsStorage } from './kept/settings.ts';

/** What a session needs of the world around it. */
export interface SessionEnvironment {
  readonly parser: () => Promise<KernelParser>;
  /** A toolchain with a worker of its own. */
  readonly toolchain: () => Toolchain;
  readonly storage: SettingsStorage;
  /** The text of an example; nothing for an unknown one. */
  readonly exampleText: (id: string) => string | undefined;
  /** Runs of earlier times. */
  readonly history: HistoryStorage;
  /** Milliseconds, for elapsed times. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** Settles after some milliseconds, or as soon as the signal says so. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The most memory a verifier may use, in MB. */
  readonly memoryMB: number;
}
