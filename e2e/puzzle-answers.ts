import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { parse } from 'yaml';

const fill = v.array(v.string());
const frontMatter = v.object({
  id: v.string(),
  title: v.string(),
  tasks: v.tuple([
    v.object({
      solution: v.optional(fill),
      wrong: v.optional(
        v.array(v.object({ fill, shows: v.string(), only: v.optional(v.string()) })),
        [],
      ),
    }),
  ]),
});
const lines = v.record(v.string(), v.object({ lines: v.optional(v.array(v.string()), []) }));

/** A puzzle with what its file says of it. */
export interface WalkedPuzzle {
  readonly id: string;
  /** The start of its entry in the list. */
  readonly entry: string;
  /** Fillings of the gaps, or the wrong line. */
  readonly solution: readonly string[] | string;
  readonly wrong: readonly { readonly fill: readonly string[]; readonly shows: string }[];
}

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** All puzzles, as OpenCL shows them. */
export function walkedPuzzles(): readonly WalkedPuzzle[] {
  const bugs = v.parse(
    lines,
    parse(readFileSync(source('testing/puzzles/answers/bug.yaml'), 'utf8')),
  );
  return readdirSync(source('lessons/puzzles'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(`${source('lessons/puzzles')}/${file}`, 'utf8');
      const [, yaml = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
      const { id, title, tasks } = v.parse(frontMatter, parse(yaml));
      const [{ solution = bugs[id]?.lines[0], wrong }] = tasks;
      if (solution === undefined) throw new Error(`${file} has no solution`);
      const number = Number(/^\d+-(\d+)/.exec(file)?.[1]);
      const own = wrong.filter(({ only }) => only !== 'cuda');
      return { id, entry: `${number} ${title}`, solution, wrong: own };
    });
}
