// Emscripten's glue is built, not checked in, and has no types of its own.
declare module '*/wasm/build/spin.js' {
  const createSpin: import('./spin-instance.ts').SpinFactory;
  export default createSpin;
}
