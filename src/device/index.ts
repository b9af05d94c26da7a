export * from './bound.ts';
export * from './machine.ts';
export * from './machine-fields.ts';
export * from './machines.ts';
export * from './program.ts';
export * from './derive/index.ts';
export { type Limit, limitsOf, registersOfGroup } from './residency.ts';
export { type WarpAccess, warpAccesses } from './derive/touches.ts';
