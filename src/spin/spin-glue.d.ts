// Emscripten's glue is built, not committed, and untyped.
declare module '*/wasm/build/spin.js' {
  const createSpin: import('./spin-instance.ts').SpinFactory;
  export default createSpin;
}
