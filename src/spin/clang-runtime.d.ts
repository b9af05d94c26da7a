/** The output of scripts/prepare-clang.mjs. */
declare module '*/clang/runtime.js' {
  export const Environment: import('./clang.ts').ClangRuntime['Environment'];
  export const Exit: import('./clang.ts').ClangRuntime['Exit'];
  export const File: import('./clang.ts').ClangRuntime['File'];
  export const instantiate: import('./clang.ts').ClangRuntime['instantiate'];
}
