import { printable } from '../src/base/printable.ts';
import type { Graded } from '../src/lessons/grade.ts';
import { csvCell } from '../src/base/csv.ts';
import { aligned } from './aligned.ts';

/** A student's file, checked again. */
export interface GradedFile {
  readonly file: string;
  readonly student: string;
  readonly graded: readonly Graded[];
}

/** One line of a table separated by commas. A cell never begins a formula. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells.map(csvCell).join(',');

/** A file a line, and below it what does not hold. */
export function tableLines(files: readonly GradedFile[]): readonly string[] {
  const head = ['file', 'student', 'solved', 'does not hold'];
  const cells = files.map(({ file, student, graded }) => {
    const wrong = graded.filter(({ faults }) => faults.length > 0).length;
    return [file, student, String(graded.length - wrong), String(wrong)];
  });
  const below = files.flatMap(({ file, graded }) =>
    graded.flatMap(({ puzzle, faults }) =>
      faults.map((fault) => `${puzzle === '' ? file : `${file}, ${puzzle}`}: ${fault}`),
    ),
  );
  // Names come from students, and steer no terminal.
  return [...aligned([head, ...cells]), ...below].map((each) =>
    printable(each.replaceAll(/\s/g, ' ')),
  );
}
