import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toJson } from '../src/base/json-text.ts';
import { searchValues, ValueChecker } from '../src/checker/values.ts';
import { madePrograms } from '../src/checker/device-programs.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { readClass } from '../src/lessons/class.ts';
import { gradeWork, type GradeTools } from '../src/lessons/grade.ts';
import { isPuzzle, type Puzzle, PUZZLES } from '../src/lessons/puzzles.ts';
import { readLesson } from '../src/lessons/read.ts';
import { readWork } from '../src/lessons/work.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { checkByRunning } from '../src/values/run/check.ts';
import { USUAL_MEMORY } from './kernel-arguments.ts';
import { begin, readWords } from './command.ts';
import { isFolder, readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { csvLine, type GradedFile, tableLines } from './grade-lines.ts';
import { withTools } from './tools.ts';

const USAGE = [
  'Usage: npm run -s grade -- [--csv | --json] [--puzzles FOLDER] FOLDER',
  '',
  "Checks students' work again: of each file *.json in FOLDER the answers are taken, and verdicts, inputs,",
  'states and times are found anew. An entry that says anything else does not hold.',
  '',
  '  --puzzles FOLDER  puzzles of your own, Markdown files, besides those that are shipped;',
  '                    or the file of a class that has them (.json)',
  '  --csv             print one line for each answer, separated by commas',
  '  --json            print one JSON object',
  '',
  'Exit status 0 when all of it holds, 1 when something does not, 2 on bad input.',
].join('\n');

async function main(): Promise<number> {
  const { values, files } = readWords(
    USAGE,
    { csv: { type: 'boolean' }, json: { type: 'boolean' }, puzzles: { type: 'string' } },
    process.argv.slice(2),
    true,
  );
  const [folder] = files;
  if (folder === undefined || files.length > 1)
    throw new UsageError('name one folder with the files of the students. See --help.');
  if (values.csv === true && values.json === true)
    throw new UsageError('--csv and --json are two forms of one answer: choose one');
  const names = filesIn(folder, '.json');
  if (names.length === 0)
    throw new UsageError(`${folder} has no file that ends in .json; name the students' folder`);
  const puzzles = [...ownPuzzles(values.puzzles), ...PUZZLES];
  const all = await withTools(async (toolchain) => {
    const tools = await toolsOf(toolchain);
    const read: GradedFile[] = [];
    for (const file of names) read.push(await gradeFile(folder, file, puzzles, tools));
    return read;
  });
  const rows = all.flatMap(rowsOf);
  const holds = rows.every(({ faults }) => faults.length === 0);
  if (values.json === true) console.log(toJson({ holds, files: all }));
  else if (values.csv === true) {
    console.log(csvLine(['file', 'student', 'puzzle', 'language', 'holds', 'states', 'why']));
    for (const { file, student, puzzle, language, states, faults } of rows) {
      const held = faults.length === 0 ? 'yes' : 'no';
      console.log(
        csvLine([file, student, puzzle, language, held, states ?? '', faults.join('; ')]),
      );
    }
  } else for (const line of tableLines(all)) console.log(line);
  return holds ? 0 : 1;
}

async function gradeFile(
  folder: string,
  file: string,
  puzzles: readonly Puzzle[],
  tools: GradeTools,
): Promise<GradedFile> {
  console.error(file);
  const work = readWork(readText(join(folder, file)));
  if (work) return { file, student: work.student, graded: await gradeWork(work, puzzles, tools) };
  const faults = ['it is no file of work that Overtime has written, or it was changed'];
  return { file, student: '', graded: [{ puzzle: '', language: '', states: undefined, faults }] };
}

const rowsOf = ({ file, student, graded }: GradedFile) =>
  graded.map((each) => ({ file, student, ...each }));

/** Names of a folder's files. @throws {UsageError} */
function filesIn(folder: string, end: string): readonly string[] {
  if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder}`);
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isFile() && each.name.endsWith(end))
    .map(({ name }) => name)
    .toSorted();
}

/** @throws {UsageError} at a file that is no puzzle. */
function ownPuzzles(folder: string | undefined): readonly Puzzle[] {
  if (folder === undefined) return [];
  if (folder.endsWith('.json')) return puzzlesOfClass(folder);
  return filesIn(folder, '.md').map((name) => {
    const path = join(folder, name);
    const read = readLesson(readText(path));
    if (!read.ok) {
      const [first] = read.problems;
      throw new UsageError(`${path}, line ${first?.line ?? 1}: ${first?.message ?? ''}`);
    }
    if (isPuzzle(read.lesson)) return read.lesson;
    throw new UsageError(`${path} is a lesson, not a puzzle: it needs a chapter and one task`);
  });
}

/** The puzzles that a class brings along. @throws {UsageError} */
function puzzlesOfClass(path: string): readonly Puzzle[] {
  const read = readClass(readText(path));
  if (!read.ok) throw new UsageError(`${path}: ${read.problems[0]?.message ?? ''}`);
  return read.taught.entries.flatMap((one) =>
    'lesson' in one && isPuzzle(one.lesson) ? [one.lesson] : [],
  );
}

async function toolsOf(toolchain: Toolchain): Promise<GradeTools> {
  const memoryMB = USUAL_MEMORY;
  return {
    parser: await createNodeKernelParser(),
    run: (text, constants) => (program) => checkByRunning(program, { text, constants }),
    search: (constants) => searchValues(new ValueChecker(toolchain, { memoryMB }), constants),
    programs: { make: async (asked) => [...madePrograms(asked)].flatMap((made) => made ?? []) },
    toolchain,
    memoryMB,
    signal: new AbortController().signal,
  };
}

begin('grade');
process.exitCode = await main();
