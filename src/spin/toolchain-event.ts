import type { PackedTrail } from '../base/packed-trail.ts';
import type { PanProgress } from './pan-output.ts';

/** A counterexample that pan wrote. */
export interface TrailFile {
  readonly name: string;
  readonly packed: PackedTrail;
}

/** Live events of a call. */
export type ToolchainEvent =
  | {
      readonly kind: 'stage';
      readonly stage:
        'queued' | 'download' | 'compile' | 'link' | 'search' | 'replay' | 'simulate' | 'generate';
    }
  /** Compiler bytes after decompression; `total` is known beforehand. */
  | { readonly kind: 'download'; readonly loadedBytes: number; readonly totalBytes: number }
  /** At most every 100 ms, as are rows. */
  | { readonly kind: 'search'; readonly progress: PanProgress }
  /** A finished counterexample, while the search continues. */
  | { readonly kind: 'trail'; readonly trail: TrailFile }
  /** A model's line when first printed (see `outputPrefix`). */
  | { readonly kind: 'output'; readonly line: string }
  /** Lines read into columns so far. */
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'stderr'; readonly line: string };

export type OnEvent = (event: ToolchainEvent) => void;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnEvent | undefined;
}

/** A runnable verifier; can be posted. */
export interface CompiledVerifier {
  readonly module: WebAssembly.Module;
  /** Hexadecimal SHA-256 of its ingredients; undefined without Web Crypto. */
  readonly key: string | undefined;
  /** Built with the site, cached, or just compiled. */
  readonly origin: 'shipped' | 'cached' | 'compiled';
  /** Hexadecimal SHA-256 of its WebAssembly; undefined without Web Crypto. */
  readonly sha256: string | undefined;
  /** Clang's version and optimisation level. */
  readonly compiler: string;
  readonly optimise: '-O0' | '-O2';
}
