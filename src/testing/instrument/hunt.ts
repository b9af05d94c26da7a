import { writeFileSync } from 'node:fs';
import type { ValueChecker } from '../../checker/value-checker.ts';
import { kernelFiles } from '../kernel-files.ts';
import { type Field, FIELDS } from './fields.ts';
import {
  againstNative,
  againstSpin,
  type Counts,
  type Difference,
  noCounts,
} from './instrument.ts';
import { LANGUAGES, type Subject } from './judges.ts';
import { shrunk } from './shrink.ts';

const FOLDER = new URL('found/', import.meta.url);

/** Subjects of a field that go to one g++, and of those to SPIN. */
export const ROUND: Readonly<Record<Field, readonly [native: number, spin: number]>> = {
  functions: [30, 2],
  groups: [400, 8],
  mutants: [60, 0],
  programs: [24, 0],
};

/** One round of a field. */
export async function round(
  field: Field,
  seed: number,
  checker: ValueChecker,
  counts: Counts,
  [native, spin]: readonly [number, number] = ROUND[field],
): Promise<readonly Difference[]> {
  const subjects = FIELDS[field](seed, native);
  const { judged, differences } = await againstNative(field, subjects, counts);
  if (spin === 0) return differences;
  return [...differences, ...(await againstSpin(field, checker, judged.slice(0, spin), counts))];
}

const ENDINGS = { opencl: '.cl', cuda: '.cu' } as const;

/** What once differed: texts in `found`, each with a line on what was wrong. */
export const foundBefore = (): readonly Subject[] =>
  LANGUAGES.flatMap((language) =>
    kernelFiles(FOLDER, ENDINGS[language]).map(({ name, text }) => ({
      name,
      text,
      language,
      size: 16,
      given: language === 'cuda' ? {} : /param WG = \{1\}/.test(text) ? { WG: 1 } : { WG: 4 },
    })),
  );

/** Makes what differs small and keeps it. */
export async function keep(difference: Difference, checker: ValueChecker): Promise<Subject> {
  const { field, subject, what } = difference;
  const isSpin = what.includes('SPIN');
  const differing = async (subjects: readonly Subject[]): Promise<readonly Subject[]> => {
    const { judged, differences } = await againstNative(field, subjects, noCounts());
    const all = isSpin
      ? await againstSpin(field, checker, judged.slice(0, 8), noCounts())
      : differences;
    return all.filter((each) => kindOf(each.what) === kindOf(what)).map((each) => each.subject);
  };
  const small = await shrunk(subject, differing);
  const name = `${field}-${subject.name.replaceAll(/\W+/g, '-')}`;
  writeFileSync(
    new URL(`${name}${ENDINGS[subject.language]}`, FOLDER),
    `// ${what}\n${small.text}`,
  );
  return small;
}

/** A difference without what else is wrong. */
const kindOf = (what: string): string => what.replaceAll(/\[.*?\]/g, '');

export const countsOfFields = (): Record<Field, Counts> => ({
  functions: noCounts(),
  groups: noCounts(),
  mutants: noCounts(),
  programs: noCounts(),
});
