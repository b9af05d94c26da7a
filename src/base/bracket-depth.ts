/** Brackets inside of each other in a text of others; clang allows 256. */
const DEEPEST = 1000;

export const TOO_DEEP = `brackets inside of each other more than ${DEEPEST} deep`;

/** Too deep for any compiler, and slow in an editor. Comments and strings count as well. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[{([\])}]/g)) {
    depth = '{(['.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}
