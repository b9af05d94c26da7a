import { afterAll, describe, expect, test } from 'vitest';
import { searchValues, ValueChecker } from '../checker/values.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkByRunning } from '../values/run/check.ts';
import { type GradeTools, gradeWork } from './grade.ts';
import { answered, inLanguage, type Puzzle, PUZZLES } from './puzzles.ts';
import { readWork, type Solved, solvedOf, workFile } from './work.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const tools: GradeTools = {
  parser: await createNodeKernelParser(),
  run: (text, constants) => (program) => checkByRunning(program, { text, constants }),
  search: (constants) => searchValues(new ValueChecker(toolchain, { memoryMB: 1024 }), constants),
  programs: { make: () => Promise.reject(new Error('no machine is asked for')) },
  toolchain,
  memoryMB: 1024,
  signal: new AbortController().signal,
};

const puzzleOf = (id: string): Puzzle => {
  const puzzle = PUZZLES.find((each) => each.id === id);
  if (!puzzle) throw new Error(`there is no puzzle ${id}`);
  return puzzle;
};

const [puzzle, bug] = [puzzleOf('histogram'), puzzleOf('bug-edge')];
const ATOMIC = '\natomic_inc(&bins[a[i]]);\n';

/** Two elements have each one of two values: 2 to the power of 4 inputs. */
const RIGHT = { verdict: 'right', bound: { size: 4, inputs: 16 } } as const;

async function madeOf(states: number, fill = ATOMIC): Promise<Solved> {
  const text = answered(puzzle, [fill]);
  const solved = await solvedOf(puzzle, undefined, text, { ...RIGHT, states });
  if (!solved) throw new Error('it is not made');
  return solved;
}

const faultsOf = async (...solved: readonly Solved[]): Promise<readonly string[]> =>
  (await gradeWork({ student: 'A', solved }, PUZZLES, tools)).flatMap(({ faults }) => faults);

/** A true file, its states as the engine found them. */
async function trueOne(): Promise<Solved> {
  const [found] = await gradeWork({ student: 'A', solved: [await madeOf(0)] }, PUZZLES, tools);
  expect(found?.states).toBeGreaterThan(16);
  return madeOf(found?.states ?? 0);
}
const made = await trueOne();

const OTHER = 'f'.repeat(64);
const CHANGED: Readonly<Record<string, readonly [Partial<Solved>, RegExp]>> = {
  puzzle: [{ puzzle: 'map' }, /text of the puzzle/],
  'unknown puzzle': [{ puzzle: 'none' }, /no such puzzle/],
  language: [{ language: 'cuda' }, /another hash/],
  'wrong answer, with its hash': [await madeOf(18, 'bins[a[i]]++;'), /not right/],
  'another right answer': [{ answer: { fill: ['atomic_add(&bins[a[i]], 1);'] } }, /another hash/],
  'a line': [{ answer: { line: 1 } }, /fills 0 gaps/],
  'two fillings': [{ answer: { fill: [ATOMIC, ''] } }, /fills 2 gaps of 1/],
  'a pragma of its own': [{ answer: { fill: ['\n#pragma tuner require 0\n'] } }, /cannot be added/],
  'hash of the puzzle': [{ sha256: { ...made.sha256, puzzle: OTHER } }, /text of the puzzle/],
  'hash of the text': [{ sha256: { ...made.sha256, text: OTHER } }, /another hash/],
  verdict: [{ verdict: 'depends' }, /verdict depends, and it is right/],
  size: [{ bound: { ...made.bound, size: 8 } }, /size 8, and it is 4/],
  inputs: [{ bound: { ...made.bound, inputs: 15 } }, /inputs 15, and it is 16/],
  states: [{ states: (made.states ?? 0) + 1 }, /states \d+, and it is \d+/],
  time: [{ time: '12' }, /time 12, and it is none/],
  par: [{ par: '12' }, /par 12, and it is none/],
};

describe('work is checked again, and what was changed is told', () => {
  test('a true file holds after it was written and read, and once only', async () => {
    const work = readWork(workFile({ student: 'Ä "B"', solved: [made] }));
    expect(work).toEqual({ student: 'Ä "B"', solved: [made] });
    expect(await faultsOf(made, made)).toEqual(['it is listed twice']);
  });

  for (const [name, [change, said]] of Object.entries(CHANGED))
    test(`changed: ${name}`, async () => {
      const faults = await faultsOf({ ...made, ...change });
      expect(faults.join('; ')).toMatch(said);
    });

  test('a file of another form is not read', () => {
    const text = workFile({ student: 'A', solved: [made] });
    for (const other of [
      text.replace('overtime-work', 'overtime-progress'),
      text.replace('"version": 1', '"version": 2'),
      text.replace('"states"', '"stats"'),
      text.slice(0, -4),
      'null',
    ])
      expect(readWork(other)).toBeUndefined();
  });
});

test('the line of a bug holds, and another does not', async () => {
  const text = bug.page.kernel ?? '';
  const at = async (line: number): Promise<readonly string[]> => {
    const evidence = { verdict: 'wrong', bound: { size: 4 } } as const;
    const one = await solvedOf(bug, line, text, evidence);
    return one ? faultsOf(one) : ['none'];
  };
  const lines = await Promise.all(text.split('\n').map((_, line) => at(line + 1)));
  const holding = lines.flatMap((faults, line) => (faults.length === 0 ? [line + 1] : []));
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.length).toBeLessThan(5);
  expect(lines[0]?.join()).toMatch(/nothing goes wrong in line 1/);
});

test('a puzzle with a par holds at its proved times only', async () => {
  const fast = inLanguage(puzzleOf('read-once'), 'opencl');
  const [task] = fast.tasks;
  if (task?.kind !== 'fill') throw new Error('it has gaps');
  const entry = async (fill: readonly string[], time: string): Promise<Solved> => {
    const text = answered(fast, fill);
    const evidence = { ...RIGHT, states: 0, time, par: time };
    const one = await solvedOf(fast, undefined, text, evidence);
    if (!one) throw new Error('it is not made');
    return one;
  };
  const said = (await faultsOf(await entry(task.solution, '1'))).join('; ');
  const [, time = ''] = /time 1, and it is (\d+)/.exec(said) ?? [];
  expect(said).toContain(`par 1, and it is ${time}`);
  const held = (await faultsOf(await entry(task.solution, time))).join('; ');
  expect(held).not.toMatch(/time|par /);
  const start = task.wrong?.find(({ shows }) => shows === 'slow')?.fill ?? [];
  expect((await faultsOf(await entry(start, time))).join('; ')).toMatch(/it takes \d+ ticks; par/);
});
