import type { OpenStates } from '../../promela/index.ts';
import { panTables } from '../../spin/pan-transitions.ts';
import type { VerifierSources } from '../../spin/spin.ts';

/** Process states in which one of these variables may still be written; conservative, from the
 * verifier's tables and code.
 * @param variables as declared, without index or field. */
export function openStates(
  files: Pick<VerifierSources, 'pan.t' | 'pan.m'>,
  variables: readonly string[],
): OpenStates {
  const tables = panTables(files['pan.t']);
  const does = casesOf(files['pan.m']);
  const names = variables.map((name) => name.replaceAll(/\W/g, '')).join('|');
  // `now.a[ Index(i, 4) ] = 3`; a process's field has `->` before it.
  const write = new RegExp(String.raw`(?<![\w>])(?:${names})\b[^;]*?[^=<>!]=(?!=)`);
  const writing = new Set([...does].flatMap(([at, code]) => (write.test(code) ? [at] : [])));
  const starts = new Map([...does].map(([at, code]) => [at, startedBy(code)]));
  const open = new Map([...tables.keys()].map((type) => [type, new Set<number>()]));
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const [type, table] of tables) {
      const states = open.get(type) ?? new Set();
      for (const [state, moves] of table.states) {
        const isOpen = moves.some(
          (move) =>
            states.has(move.to) ||
            writing.has(move.does) ||
            (starts.get(move.does) ?? []).some((other) => (open.get(other)?.size ?? 0) > 0),
        );
        if (!isOpen || states.has(state)) continue;
        states.add(state);
        isNew = true;
      }
    }
  }
  const types = Math.max(-1, ...tables.keys()) + 1;
  return Array.from({ length: types }, (_, type) => {
    const last = Math.max(0, ...(tables.get(type)?.states.keys() ?? []));
    const states = open.get(type);
    return Array.from({ length: last + 1 }, (__, at) => (states?.has(at) ? '1' : '0')).join('');
  });
}

/** The verifier's code by case, without comments. */
function casesOf(text: string): ReadonlyMap<number, string> {
  const parts = text.split(/^\s*case\s+(\d+):/m);
  return new Map(
    parts.flatMap((part, at) => {
      if (at % 2 === 0) return [];
      const code = (parts[at + 1] ?? '').replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
      return [[Number(part), code] as const];
    }),
  );
}

const startedBy = (code: string): readonly number[] =>
  [...code.matchAll(/\baddproc\(\w+, -?\d+, (\d+)/g)].map(([, type]) => Number(type));
