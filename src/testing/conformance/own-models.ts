import { readdirSync, readFileSync } from 'node:fs';
import { type ConformanceCase, linesIn } from './case.ts';

const FOLDER = new URL('models/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const names = readdirSync(FOLDER).sort();

/** Our models, which together use every construct (`constructs.ts`); their comments give the
 * searches after `$`. */
export const OWN_MODELS: readonly ConformanceCase[] = names
  .filter((name) => name.endsWith('.pml'))
  .map((name) => {
    const text = read(name);
    return {
      name: name.replace(/\.pml$/, ''),
      text,
      searches: linesIn(text),
      files: { 'pieces.h': read('pieces.h') },
      seeds: [1, 7],
      steps: 250,
    };
  });
