export * from './machine.ts';
export * from './program.ts';
export * from './derive/index.ts';
export { resident } from './residency.ts';
