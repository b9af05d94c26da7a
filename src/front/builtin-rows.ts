/** Built-in functions (OpenCL C 3.0, section 6.15) by their cost here, in words. */
export const BUILTIN_COSTS = {
  free: 'Takes no time in the model.',
  item: 'Takes no time in the model.',
  barrier: 'BT ticks after the last arrival in the OpenCL semantics.',
  'grid-barrier': 'Has no model of its time.',
  'vector-load': 'Costs one access of the memory it points to.',
  'vector-store': 'Costs one access of the memory it points to.',
  atomic: 'Costs a load and a store of the memory it points to.',
  'atomic-load': 'Costs one access of the memory it points to.',
  'atomic-store': 'Costs one access of the memory it points to.',
  'async-copy': 'Costs a load and a store for each element of the share.',
  'item-copy': 'Costs a load and a store.',
  'image-load': 'Costs one access of global memory.',
  'image-store': 'Costs one access of global memory.',
} as const;

export type BuiltinSort = keyof typeof BUILTIN_COSTS;

/** A built-in function, also for the editor to offer and explain. */
export interface Builtin {
  readonly name: string;
  readonly sort: BuiltinSort;
  /** `signatures.ts` says what its words mean for the types of a call. */
  readonly signature: string;
  readonly about: string;
}

export type Row = readonly [signature: string, about: string, names: string];

/** Functions of one cost: rows of a signature with NAME and the names that have it. */
export const all = (sort: BuiltinSort, rows: readonly Row[]): readonly Builtin[] =>
  rows.flatMap(([signature, about, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => ({ name, sort, signature: signature.replace('NAME', name), about })),
  );
