import { afterAll, beforeAll, expect, it } from 'vitest';
import { crowdIn, DEEPEST, MOST_MARKS } from './crowded.ts';
import { lessonFragment } from './link.ts';
import { readLesson } from './read.ts';

const HEAD = `---
overtime-lesson: 1
id: mine
title: Mine
language: en
summary: A lesson.
page:
  example: sum
tasks: []
---
`;

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.floor(length / unit.length));

const UNITS =
  '*a_ |*a |*a* |**a_b* |[|[a](|![a|a<?|a<!X |a<![CDATA[|a<a b="|`a``b```c|- |- > |1. |>|&a|\\*|[a]: b\n|a\n=\n|> a\n\n|- a\n';

/** Texts of a length that make readers of Markdown slow. */
const SEEDS: ((length: number) => string)[] = UNITS.split('|').map(
  (unit) => (length) => filled(unit, length),
);
SEEDS.push(
  (length) => filled('*a ', length / 2) + filled('a* ', length / 2),
  (length) => filled('![', length / 3) + filled('](a)', (2 * length) / 3),
  (length) => `${filled('- ', length / 2)}a${filled('\n', length / 2)}`,
  (length) =>
    `${Array.from({ length: Math.sqrt(length) }, (_, at) => `${' '.repeat(at)}-\n`).join('')}${filled('\n', length / 2)}`,
  (length) => `${filled('*a_ ', MOST_MARKS)}\n\n`.repeat(length / MOST_MARKS),
);

/** Letters that are looked at: readers of Markdown take each by this. */
let looks = 0;
const strings: object = String.prototype;
const plain = Object.getOwnPropertyDescriptor(String.prototype, 'charCodeAt') ?? {};
beforeAll(() => {
  const look = Reflect.get(String.prototype, 'charCodeAt');
  Object.defineProperty(strings, 'charCodeAt', {
    ...plain,
    value(this: string, at: number) {
      looks += 1;
      return look.call(this, at);
    },
  });
});
afterAll(() => {
  Object.defineProperty(strings, 'charCodeAt', plain);
});

it.each(SEEDS.map((seed) => [seed(24), seed] as const))(
  'is read or refused by work that grows as its length does: %j',
  (_, seed) => {
    for (const length of [600, 6000]) {
      looks = 0;
      readLesson(HEAD + seed(length));
      expect(looks / length, String(length)).toBeLessThan(250);
    }
  },
);

it('refuses the lesson of a short link that would hold up the page', () => {
  const source = `${HEAD}\n${'*a_ '.repeat(15_500)}`;
  expect(lessonFragment(source)?.length).toBeLessThan(400);
  expect(readLesson(source)).toEqual({
    ok: false,
    problems: [{ line: 12, message: expect.stringContaining('31000 of the marks') }],
  });
});

it('says where a text is crowded, and takes code as it is', () => {
  const many = 'a_b '.repeat(MOST_MARKS + 1);
  expect(crowdIn(`Text.\n\n- ${many}`)).toMatchObject({ line: 3 });
  expect(crowdIn(`Text.\n${'> '.repeat(DEEPEST + 1)}a`)).toMatchObject({ line: 2 });
  expect(crowdIn('a\n=\n'.repeat(301))).toMatchObject({ line: 602 });
  expect(crowdIn(`\`\`\`c\n${many}\n\`\`\`\n`)).toBeUndefined();
  expect(crowdIn(`|a|\n|-|\n${'|a_b|\n'.repeat(MOST_MARKS + 1)}`)).toBeUndefined();
});
