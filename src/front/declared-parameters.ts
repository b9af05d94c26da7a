import { blankComments } from './lexer.ts';
import type { Pragma } from './pragma.ts';

/** Works with the parameters its pragmas declare; where some prove skipped, again without them. */
export function withParameters<T>(
  source: string,
  run: (parameters: ReadonlySet<string>) => T,
  pragmasOf: (made: T) => readonly Pragma[],
): T {
  const all = declaredParameters(source);
  const made = run(new Set(all));
  const declared = new Set(
    pragmasOf(made).flatMap((each) => (each.kind === 'param' ? [each.target.name] : [])),
  );
  return all.every((name) => declared.has(name)) ? made : run(declared);
}

/** Read from the pragmas before anything else. */
function declaredParameters(source: string): string[] {
  const found = blankComments(source).text.matchAll(/^[ \t]*#\s*pragma\s+tuner\s+param\s+(\w+)/gm);
  return [...found].flatMap(([, name]) => name ?? []);
}
