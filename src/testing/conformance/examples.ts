import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConformanceCase, searchLine } from './case.ts';

/** Instructions from READMEs or the model's comments. */
interface Told {
  readonly searches?: readonly string[];
  /** Further words of `spin`, each a run that prints. */
  readonly prints?: readonly string[];
  readonly isLong?: true;
  /** Not simulated: SPIN reads it for a minute, or waits for input. */
  readonly isStill?: true;
}

/** README_tests.txt, test 6: without and with partial order reduction. */
const REDUCED: Told = {
  searches: ['cc -DSAFETY -DNOREDUCE -DNOCLAIM; pan -c0 -n', 'cc -DSAFETY -DNOCLAIM; pan -c0 -n'],
};

/** Commands from READMEs and comments; overlong searches are cut alike on both sides. */
const TOLD: Readonly<Record<string, Told>> = {
  'hello.pml': { searches: ['pan'], prints: ['', '-T', '-f []((p)U(<>(q)))'] },
  'loops.pml': {
    searches: ['cc -DNOREDUCE; pan', 'cc -DNOREDUCE; pan -a', 'cc -DNP -DNOREDUCE; pan -l'],
  },
  'leader0.pml': REDUCED,
  'snoopy.pml': REDUCED,
  'sort.pml': REDUCED,
  'LTL/pftp.pml': REDUCED,
  'priorities.pml': { searches: ['pan'], prints: ['-n1 -o6 -p -g -u10000', '-n5 -p -g -u2000'] },
  'wordcount.pml': { searches: ['pan'], prints: ['-A'], isStill: true },
  'LTL/leader.pml': { searches: ['pan -N p0', 'pan -N p1', 'pan -N p2', 'pan -N p3'] },
  'LTL/mobile1.pml': { searches: ['pan -a'] },
  'LTL/mobile2.pml': { searches: ['pan -a'] },
  'LTL/zune.pml': { searches: ['pan -a -N p1'] },
  // Its formulas have 10,000 states.
  'LTL/patterns.pml': { searches: ['pan -a -N e2'], prints: ['-n1 -p -g -u400'], isStill: true },
  'LTL/ltl_gen.pml': { searches: ['cc -DPRINTF; pan -m20', 'pan -m30'], isLong: true },
  'LTL/petersonN.pml': { searches: ['pan -m60'], isLong: true },
  'Book_1991/p108.pml': {
    searches: ['cc -DVECTORSZ=2048; pan -m15000'],
    prints: ['-n1 -s -u3000', '-n1 -c -u3000'],
  },
  'Book_1991/p123.pml': { searches: ['pan', 'pan -a'] },
  'Book_1991/p95.1.pml': { searches: ['pan'], prints: [''] },
  'Book_1991/App.F.pftp.pml': { searches: ['pan -m100'], isLong: true },
  'Exercises/ex_6.pml': { searches: ['pan -m100000'], isLong: true },
};

const FOLDERS = ['', 'Book_1991', 'Exercises', 'LTL'];

/** The model makes claims about infinite runs. */
const isAboutCycles = (text: string): boolean => /^\s*(?:ltl\b|never\b|accept\w*\s*:)/m.test(text);

/** Models from SPIN's source package.
 * @param root its folder `Examples`. */
export function exampleModels(root: string): readonly ConformanceCase[] {
  return FOLDERS.flatMap((folder) => {
    const names = readdirSync(join(root, folder)).sort();
    const read = (name: string): string => readFileSync(join(root, folder, name), 'latin1');
    const headers = names.filter((name) => name.endsWith('.h'));
    const files = Object.fromEntries(headers.map((name) => [name, read(name)]));
    return names
      .filter((name) => name.endsWith('.pml'))
      .map((own) => {
        const name = folder === '' ? own : `${folder}/${own}`;
        const text = read(own);
        const usual = ['pan', ...(isAboutCycles(text) ? ['pan -a'] : [])];
        const { searches = usual, prints = [], isLong = false, isStill = false } = TOLD[name] ?? {};
        return {
          name,
          text,
          files,
          isLong,
          searches: searches.map(searchLine),
          prints: prints.map((line) => line.split(/ +/).filter(Boolean)),
          seeds: isStill ? [] : [1, 7],
          steps: 400,
        };
      });
  });
}
