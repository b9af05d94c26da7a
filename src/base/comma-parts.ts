/** Parts of a list between its top-level commas, trimmed; a last comma may end it.
 * @param pieces the list's letters, or whole literals, whose brackets and commas do not count */
export function commaParts(pieces: Iterable<string>): readonly string[] {
  let depth = 0;
  const parts = [''];
  for (const piece of pieces) {
    if ('([{'.includes(piece)) depth += 1;
    if (')]}'.includes(piece)) depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  const trimmed = parts.map((part) => part.trim());
  return trimmed.at(-1) === '' ? trimmed.slice(0, -1) : trimmed;
}

/** The pieces up to the bracket that closes one before them; undefined where none does. */
export function upToClosing(pieces: Iterable<string>): string | undefined {
  let depth = 1;
  let inside = '';
  for (const piece of pieces) {
    if ('([{'.includes(piece)) depth += 1;
    if (')]}'.includes(piece)) depth -= 1;
    if (depth === 0) return inside;
    inside += piece;
  }
  return undefined;
}
