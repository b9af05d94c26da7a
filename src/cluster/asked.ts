/** A search's options, without depth and bound, which the shell adds. */
export interface Asked {
  readonly pan: string;
  readonly words: string;
}

/** The shell sets the depth. */
export const withoutDepth = (options: readonly string[]): string =>
  options.filter((option) => !option.startsWith('-m')).join(' ');

const TABLE = /-w(\d+)/;

/** Sizes the hash table to a sixteenth of memory: a small one slows long searches. */
export function withTable(asked: Asked, memoryMB: number): Asked {
  const small = Number(TABLE.exec(asked.pan)?.[1] ?? 0);
  // Clearing a large table would outlast a tiny search.
  if (small <= 16) return asked;
  const bits = Math.floor(Math.log2((memoryMB * 2 ** 20) / 16 / 8));
  return { ...asked, pan: asked.pan.replace(TABLE, `-w${Math.min(28, Math.max(16, bits))}`) };
}

/** Compares a search with its plan; table size does not matter. */
export const isAsked = (search: Asked, expected: Asked): boolean =>
  search.words === expected.words &&
  search.pan.replace(TABLE, '') === expected.pan.replace(TABLE, '');
