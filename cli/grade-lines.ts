import { printable } from '../src/base/printable.ts';
import type { Graded } from '../src/lessons/grade.ts';

/** A student's file, checked again. */
export interface GradedFile {
  readonly file: string;
  readonly student: string;
  readonly graded: readonly Graded[];
}

/** One line of a table separated by commas. A cell never begins a formula. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells.map(csvCell).join(',');

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^[\s]*[=+\-@]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file a line, and below it what does not hold. */
export function tableLines(files: readonly GradedFile[]): readonly string[] {
  const head = ['file', 'student', 'solved', 'does not hold'];
  const cells = files.map(({ file, student, graded }) => {
    const wrong = graded.filter(({ faults }) => faults.length > 0).length;
    return [file, student, String(graded.length - wrong), String(wrong)];
  });
  const widths = head.map((title, at) =>
    Math.max(title.length, ...cells.map((each) => each[at]?.length ?? 0)),
  );
  const line = (each: readonly string[]): string =>
    each
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const below = files.flatMap(({ file, graded }) =>
    graded.flatMap(({ puzzle, faults }) =>
      faults.map((fault) => `${puzzle === '' ? file : `${file}, ${puzzle}`}: ${fault}`),
    ),
  );
  // Names come from students, and steer no terminal.
  return [line(head), ...cells.map(line), ...below].map((each) =>
    printable(each.replaceAll(/\s/g, ' ')),
  );
}
