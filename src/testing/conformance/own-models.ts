import { readdirSync, readFileSync } from 'node:fs';
import { type ConformanceCase, linesIn } from './case.ts';

const FOLDER = new URL('models/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const names = readdirSync(FOLDER).sort();

/** Files beside the models, and in folders above. */
const FILES = {
  'pieces.h': read('pieces.h'),
  ...Object.fromEntries(
    ['limits.h', 'parts/lock.h', 'parts/words.h'].map((name) => [`../${name}`, read(name)]),
  ),
};

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
      files: FILES,
      seeds: [1, 7],
      steps: 250,
    };
  });
