import type { PackedTrail } from '../base/packed-trail.ts';
import type { PanProgress } from './pan-output.ts';

/** A counterexample that pan wrote. */
export interface TrailFile {
  readonly name: string;
  readonly packed: PackedTrail;
}

/** What is going on in a call, as it happens. */
export type ToolchainEvent =
  | {
      readonly kind: 'stage';
      readonly stage:
        'queued' | 'download' | 'compile' | 'link' | 'search' | 'replay' | 'simulate' | 'generate';
    }
  /** Bytes of the compiler, as they are after decompression; `total` is known beforehand. */
  | { readonly kind: 'download'; readonly loadedBytes: number; readonly totalBytes: number }
  /** At most every 100 ms, as are rows. */
  | { readonly kind: 'search'; readonly progress: PanProgress }
  /** A counterexample that is complete, while the search goes on. */
  | { readonly kind: 'trail'; readonly trail: TrailFile }
  /** A line of the model's own, when it is first printed on standard output (see `outputPrefix`). */
  | { readonly kind: 'output'; readonly line: string }
  /** Lines read into columns so far. */
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'stderr'; readonly line: string };

export type OnEvent = (event: ToolchainEvent) => void;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnEvent | undefined;
}

/** A verifier ready to run, in this thread or another. */
export interface CompiledVerifier {
  readonly module: WebAssembly.Module;
  /** SHA-256 of what it was made of, in hexadecimal; undefined where there is no Web Crypto. */
  readonly key: string | undefined;
  /** Built with the site, kept from an earlier time, or compiled just now. */
  readonly origin: 'shipped' | 'cached' | 'compiled';
  /** SHA-256 of its WebAssembly, in hexadecimal; undefined where there is no Web Crypto. */
  readonly sha256: string | undefined;
  /** The version of clang, and how it was told to optimise. */
  readonly compiler: string;
  readonly optimise: '-O0' | '-O2';
}
