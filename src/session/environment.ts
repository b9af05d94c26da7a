import type { KernelParser } from '../kernel/parser.ts';
import type { ProgramsMaker, ValuesRunner } from '../checker/index.ts';
import type { GpuMeasurer } from '../gpu/measurer.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { HistoryStorage, KeyValues } from './kept/history-storage.ts';
import type { OtherTabs } from './kept/other-tabs.ts';
import type { TextStorage } from './kept/page-storage.ts';
import type { Learner } from './measured/learner.ts';
import type { Outside } from './outside.ts';
import type { Reading } from './reading/reading.ts';
import type { TextReader } from './reading/text-reader.ts';

/** The world around a session. */
export interface SessionEnvironment {
  /** The parser, and what reads texts with it: they come beside the page. */
  readonly reader: () => Promise<{
    readonly parser: KernelParser;
    readonly Reading: typeof Reading;
  }>;
  /** A toolchain with a worker of its own. */
  readonly toolchain: () => Toolchain;
  /** Runs work-items beside the page. */
  readonly valuesRunner: () => ValuesRunner;
  /** Reads long texts beside the page. */
  readonly textReader: () => TextReader;
  /** Builds the warps' programs in device semantics, beside the page. */
  readonly programs: ProgramsMaker;
  /** The C compiler need not be fetched. */
  readonly hasCompiler: () => boolean;
  /** Calls throw where it is full or refused. */
  readonly storage: TextStorage;
  /** For this tab alone; it survives a reload. */
  readonly tabStorage: TextStorage;
  /** The example that newcomers see; the usual one by default. */
  readonly firstExample?: string;
  /** An example's text; undefined for an unknown id. */
  readonly exampleText: (id: string) => string | undefined;
  /** Runs of earlier times. */
  readonly history: HistoryStorage;
  /** The user's own kernels. */
  readonly kernels: KeyValues;
  readonly tabs: OtherTabs;
  /** Measures on the GPU of this machine, where there is one; nothing is asked of it before. */
  readonly gpu: () => GpuMeasurer;
  readonly outside: Outside;
  /** Who learns from measurements, and where they are kept. */
  readonly measured: { readonly learn: Learner; readonly kept: KeyValues };
  /** Milliseconds, for elapsed times. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** Settles after the pause, or early when aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Where the server of the page makes native searches, and the token that it was opened with; absent where the
   * page has none. */
  readonly native?: { readonly address: string; readonly token?: string | undefined };
  /** The address's fragment, if the page was opened with one. */
  readonly fragment?: string;
  /** The page is inside another: nothing runs before a button is pressed. */
  readonly isEmbedded?: boolean;
  /** The most memory a verifier may use, in MB. */
  readonly memoryMB: number;
  /** The version of Overtime. */
  readonly version: string;
}
