const DECLARED =
  /^[^\S\n]*#[^\S\n]*pragma[^\S\n]+tuner[^\S\n]+(?<kind>param|value)[^\S\n]+(?<name>\w+)/gm;

/** Names that pragmas of these kinds declare in a text, even with broken values. */
export const declaredNames = (
  source: string,
  kinds: readonly ('param' | 'value')[] = ['param', 'value'],
): ReadonlySet<string> =>
  new Set(
    [...source.matchAll(DECLARED)].flatMap(({ groups }) =>
      kinds.some((kind) => kind === groups?.['kind']) ? [groups?.['name'] ?? ''] : [],
    ),
  );
