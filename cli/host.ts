import type { Endpoint } from 'comlink';
import type { KernelParser } from '../src/kernel/parser.ts';
import type { VerifierStore } from '../src/spin/cache.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';

/** Why a thread ended before its answer. */
export type Ended =
  { readonly by: 'time' | 'memory' } | { readonly by: 'fault'; readonly why: string };

/** A thread in which kernels are checked. */
export interface Thread {
  readonly endpoint: Endpoint;
  /** Resolves when it ends by itself. */
  readonly death: Promise<Ended>;
  /** An idle one lets the program end. */
  setBusy(isBusy: boolean): void;
  terminate(): void;
}

/** The machine that commands and library run on; `#host` is Node's or a browser's. */
export interface Host {
  /** This program's version. */
  readonly version: string;
  /** Threads that can work at once. */
  threads(): number;
  parser(): Promise<KernelParser>;
  /** SPIN and the compiler, made first where they are not there. */
  toolchain(): Promise<Toolchain>;
  /** Model times that are kept between calls. */
  times(): VerifierStore;
  /** @param memoryMB of its objects, where that can be limited. */
  startThread(memoryMB: number): Thread;
  /** The other end, in such a thread. */
  parent(): Endpoint;
  readonly files: {
    isFolder(path: string): boolean;
    /** The bytes of a file, of a large one somewhat more than `most`. */
    read(path: string, most: number): Uint8Array<ArrayBuffer>;
    /** A path from the root, of one from `folder` or from here. */
    absolute(path: string, folder?: string): string;
    /** The first of the folders that has the file, as a path from here. */
    find(name: string, folders: readonly string[]): string | undefined;
    /** The folder of a file. */
    folderOf(path: string): string;
  };
}
