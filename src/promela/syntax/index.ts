/** Typed Promela: expressions, statements, declarations, and how they are built. */
export * from './expression.ts';
export * from './statement.ts';
