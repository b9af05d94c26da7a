import type { KernelParser } from '../kernel/index.ts';
import type { ProgramsMaker, ValuesRunner } from '../checker/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { Derivation } from './derive.ts';
import type { HistoryStorage, KeyValues } from './kept/history-storage.ts';
import type { OtherTabs } from './kept/other-tabs.ts';
import type { TextStorage } from './kept/page-storage.ts';
import type { MeasuredReader } from './measured/measured-reader.ts';
import type { TextReader } from './reading/text-reader.ts';
import type { Store } from './state.ts';

/** What a session needs of the world around it. */
export interface SessionEnvironment {
  readonly parser: () => Promise<KernelParser>;
  /** A toolchain with a worker of its own. */
  readonly toolchain: () => Toolchain;
  /** Runs work-items beside the page. */
  readonly valuesRunner: () => ValuesRunner;
  /** Reads long texts beside the page. */
  readonly textReader: () => TextReader;
  /** Makes what the warps of the device semantics do, beside the page. */
  readonly programs: ProgramsMaker;
  /** Whether the C compiler is at hand, so that it need not be fetched. */
  readonly hasCompiler: () => boolean;
  /** Calls throw where it is full or refused. */
  readonly storage: TextStorage;
  /** The same for this tab alone; it survives a reload. */
  readonly tabStorage: TextStorage;
  /** The text of an example; nothing for an unknown one. */
  readonly exampleText: (id: string) => string | undefined;
  /** Runs of earlier times. */
  readonly history: HistoryStorage;
  /** The user's own kernels. */
  readonly kernels: KeyValues;
  readonly tabs: OtherTabs;
  /** What reads files of measurements, and where they are kept. */
  readonly measured: { readonly read: MeasuredReader; readonly kept: KeyValues };
  /** Milliseconds, for elapsed times. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** Settles after some milliseconds, or as soon as the signal says so. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The fragment of the address, where the page was opened by one. */
  readonly fragment?: string;
  /** Whether the page stands inside of another one: then nothing runs before somebody has pressed. */
  readonly isEmbedded?: boolean;
  /** The most memory a verifier may use, in MB. */
  readonly memoryMB: number;
  /** Of Overtime itself. */
  readonly version: string;
}

/** What the parts of a session share: the state, which they show what they do in, and the tools. */
export interface SessionTools extends Omit<SessionEnvironment, 'parser' | 'memoryMB'> {
  readonly store: Store;
  /** What follows from the settings; nothing until the parser has come. */
  readonly derivation: () => Derivation | undefined;
  /** The most memory that the verifiers of one job may use now, in MB. */
  readonly memoryMB: () => number;
}
