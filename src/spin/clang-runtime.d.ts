/** What scripts/prepare-clang.mjs makes of the JavaScript of @yowasp/clang. */
declare module '*/clang/runtime.js' {
  export const Environment: import('./clang.ts').ClangRuntime['Environment'];
  export const Exit: import('./clang.ts').ClangRuntime['Exit'];
  export const File: import('./clang.ts').ClangRuntime['File'];
  export const instantiate: import('./clang.ts').ClangRuntime['instantiate'];
}
