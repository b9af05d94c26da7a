import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COURSE } from './course.ts';
import { lessonFragment, lessonIn } from './link.ts';
import { readLesson } from './read.ts';
import { RUNS } from '../testing/amounts.ts';

const TEACHERS = readFileSync(new URL('../../docs/teachers.md', import.meta.url), 'utf8');

const HEAD = `---
overtime-lesson: 1
id: mine
title: Mine
language: en
summary: A lesson.
page:
  example: sum
`;
const lesson = (tasks: string, body = 'Text.'): string => `${HEAD}${tasks}\n---\n${body}\n`;

const problems = (text: string): string[] => {
  const read = readLesson(text);
  return read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`);
};
const warnings = (body: string): string[] => {
  const read = readLesson(lesson('tasks: []', body));
  return read.ok ? read.warnings.map(({ line, message }) => `${line}: ${message}`) : ['no lesson'];
};
const shown = (body: string): string => {
  const read = readLesson(lesson('tasks: []', body));
  return JSON.stringify(read.ok ? read.lesson.blocks : read);
};

test('the file that the teachers are shown is a lesson, and so is each of its tasks', () => {
  const [, first = ''] = /```markdown\n([\s\S]*?)\n```/.exec(TEACHERS) ?? [];
  expect(problems(first)).toEqual([]);
  const tasks = [...TEACHERS.matchAll(/```yaml\n(- id:[\s\S]*?)\n```/g)].map(([, yaml]) => yaml);
  expect(tasks.length).toBeGreaterThanOrEqual(7);
  for (const task of tasks) {
    const indented = (task ?? '').replaceAll(/^(?=.)/gm, '  ');
    expect(problems(lesson(`tasks:\n${indented}`))).toEqual([]);
  }
});

test('what is wrong is said with its line', () => {
  expect(problems('# no front matter')).toEqual([
    expect.stringContaining('1: A lesson has to begin'),
  ]);
  expect(problems(lesson('tasks: [').replace('summary: A lesson.', 'summary: ['))[0]).toMatch(
    /^\d+: The front matter is no YAML/,
  );
  expect(problems(lesson('tasks: []').replace('A lesson.', 'A lesson: mine.'))[0]).toMatch(
    /^\d+: The front matter is no YAML: a text that has “: ” in it stands in quotes/,
  );
  expect(problems(lesson('tasks: []').replace('id: mine', 'id: My Lesson'))).toEqual([
    '3: id has to be small letters, digits and hyphens, 40 at most.',
  ]);
  expect(problems(lesson('tasks: []').replace('language: en\n', ''))).toEqual([
    expect.stringContaining('language is missing.'),
  ]);
  expect(problems(lesson('tasks: []\nautor: me'))).toEqual([
    expect.stringContaining('10: autor is nothing that a lesson of version 1 has here.'),
  ]);
  expect(problems(lesson('tasks:\n  - id: a\n    kind: guess\n    question: What?'))).toEqual([
    '11: tasks, number 1, kind has to be one of predict, fill, schedule, par.',
  ]);
  expect(
    problems(lesson('tasks:\n  - id: a\n    kind: fill\n    question: What?\n    solution: [x]')),
  ).toEqual([expect.stringContaining('Task a: its kernel has no gap')]);
  expect(problems(lesson('tasks: []', '{task: other}'))).toEqual([
    expect.stringContaining('the task other, which there is not'),
  ]);
  expect(
    problems(lesson('tasks: []').replace('  example: sum', '  example: sum\n  kernel: x')),
  ).toEqual(['8: page has to have either an example or a kernel.']);
  const onMachine = (machine: string): string[] =>
    problems(
      lesson('tasks: []').replace('  example: sum', `  example: sum\n  machine: ${machine}`),
    );
  expect(onMachine('{ preset: a100, changed: { memoryLatncy: "700" } }')).toEqual([
    expect.stringMatching(/^\d+: In page, a machine has no "memoryLatncy"; it has units, /),
  ]);
  expect(onMachine('{ preset: abacus, changed: {} }')).toEqual([
    expect.stringContaining('there is no machine "abacus"; there are '),
  ]);
  expect(onMachine('{ preset: a100, changed: { memoryLatency: "700" } }')).toEqual([]);
  expect(problems(lesson('tasks: &all []\nmore: *all'))).toEqual([
    expect.stringContaining('refers to parts of itself'),
  ]);
});

test('nothing of a lesson is run or fetched', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![picture](https://example.org/a.png)',
    '[press](javascript:alert(1))',
    '[press](data:text/html,x)',
    '[press](http://example.org/)',
    '[press](do:launch)',
    '[press](https://user:secret@example.org/)',
    '[press][elsewhere]\n\n[elsewhere]: javascript:alert(1)',
  ];
  for (const body of hostile) {
    expect([body, warnings(body).length]).not.toEqual([body, 0]);
    expect(shown(body)).not.toMatch(/"kind":"(link|do)"|onerror|alert\(1\)"|example\.org\/a/);
  }
  expect(shown('[page](https://example.org/a)')).toContain('"host":"example.org"');
  expect(shown('[x](<do:line/tile[lid] = 0>)')).toContain('"words":"tile[lid] = 0"');
});

test('a link tunes at other constants, and shows a run there', () => {
  expect(shown('[x](do:tune)')).toContain('"deed":{"do":"tune","constants":{}}');
  expect(shown('[x](do:tune/size=8)')).toContain('"constants":{"size":"8"}');
  expect(shown('[x](do:trace/size=8,WG=4)')).toContain(
    '"values":{"WG":4},"constants":{"size":"8"}',
  );
  for (const link of ['do:tune/WG=4', 'do:trace/size=8', 'do:trace/'])
    expect([link, warnings(`[x](${link})`).length]).not.toEqual([link, 0]);
});

test('any text is read without harm, and every lesson goes through a link', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc
      .tuple(fc.constantFrom(...COURSE), fc.nat(4000), fc.string({ maxLength: 12 }))
      .map(([{ source }, at, more]) => source.slice(0, at) + more + source.slice(at + more.length)),
  );
  fc.assert(
    fc.property(text, (source) => {
      readLesson(source);
      expect(lessonIn(source)).toBeUndefined();
    }),
    { numRuns: 20 * RUNS },
  );
  for (const { source } of COURSE) {
    const fragment = lessonFragment(source);
    if (fragment !== undefined) expect(lessonIn(fragment)).toBe(source);
  }
  const [first] = COURSE;
  const whole = lessonFragment(first?.source ?? '') ?? '';
  expect(whole.length).toBeLessThan(2500);
  for (let at = 12; at < whole.length; at += 97) lessonIn(whole.slice(0, at));
  expect(lessonIn(whole.slice(0, 200))).toBeUndefined();
});
