import { shellFile, shellWord, shellWords } from '../../base/shell-words.ts';
import type { ModelFacts } from '../../promela/index.ts';
import type { OpenedModel } from './opened-model.ts';
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
  {
    leavesOutExclusive,
    hasHeaders,
    hasFilesOfC,
  }: Pick<OpenedModel, 'leavesOutExclusive' | 'hasHeaders' | 'hasFilesOfC'>,
): readonly string[] {
  const { name = 'model.pml', preprocessing = [], ltl, lossy = false, facts } = model;
  const isTyped = ltl !== undefined && !facts.claims.some((claim) => claim.name === ltl);
  const lines: string[] = [];
  let file = shellFile(name);
  const change = (how: string): void => {
    lines.push(`${how.replace('$', () => file)} > checked.pml`);
    file = 'checked.pml';
  };
  // Each keeps the lines' numbers.
  if (hasHeaders) change(`sed -E 's/^([ \\t]*)#([ \\t]*include[ \\t]*<)/\\1\\\\#\\2/' $`);
  if (leavesOutExclusive) change(`sed -E 's/\\bx[rs] [^;]*;//g' $`);
  if (isTyped) change(`{ cat $; echo ${shellWord(`ltl typed_formula { ${ltl} }`)}; }`);
  const flags = [...preprocessing, ...(lossy ? ['-m'] : [])];
  lines.push(`${shellWords(['spin', '-a', ...flags])} ${file}`);
  const folder = hasFilesOfC ? name.split('/').slice(0, -1).join('/') : '';
  const words = [...defines.map((define) => `-D${define}`), ...(folder ? [`-I${folder}`] : [])];
  lines.push(`gcc -O2 ${shellWords(words)} -o pan pan.c`);
  lines.push(shellWords(['./pan', ...args]));
  return lines;
}
