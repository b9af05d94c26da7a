export * from './machine.ts';
export * from './program.ts';
