import type { ModelFacts } from '../../promela/index.ts';
import type { SearchOptions } from './search-plan.ts';

/** Equivalent commands for native SPIN and a C compiler. */
export function nativeLines(
  { defines, args }: { readonly defines: readonly string[]; readonly args: readonly string[] },
  model: Pick<SearchOptions, 'lossy'> & {
    readonly name?: string | undefined;
    readonly preprocessing?: readonly string[] | undefined;
    readonly ltl?: string | undefined;
    readonly facts: Pick<ModelFacts, 'claims'>;
  },
  leavesOutExclusive: boolean,
): readonly string[] {
  const { name = 'model.pml', preprocessing = [], ltl, lossy = false, facts } = model;
  const isTyped = ltl !== undefined && !facts.claims.some((claim) => claim.name === ltl);
  const lines: string[] = [];
  let file = quoted(name);
  const change = (how: string): void => {
    lines.push(`${how.replace('$', file)} > checked.pml`);
    file = 'checked.pml';
  };
  // Each keeps the lines' numbers.
  if (leavesOutExclusive) change(`sed -E 's/\\bx[rs] [^;]*;//g' $`);
  if (isTyped) change(`{ cat $; echo ${quoted(`ltl typed_formula { ${ltl} }`)}; }`);
  const flags = [...preprocessing, ...(lossy ? ['-m'] : [])].map(quoted);
  lines.push(['spin', '-a', ...flags, file].join(' '));
  lines.push(`gcc -O2 ${defines.map((define) => `-D${define}`).join(' ')} -o pan pan.c`);
  lines.push(['./pan', ...args].join(' '));
  return lines;
}

/** Quotes a word for the shell. */
const quoted = (word: string): string =>
  /^[\w./=,:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
