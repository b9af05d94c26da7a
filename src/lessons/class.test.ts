import { describe, expect, it } from 'vitest';
import {
  classFile,
  classFragment,
  classIn,
  entryOf,
  isClass,
  lessonsOf,
  readClass,
} from './class.ts';
import { COURSE } from './course.ts';
import { PUZZLES } from './puzzles.ts';
import { readLesson } from './read.ts';

const shipped = [...COURSE, ...PUZZLES];
const [first, second] = shipped;
if (!first || !second) throw new Error('there are lessons');
const read = readLesson(second.source.replace(`id: ${second.id}`, 'id: my-own'));
if (!read.ok) throw new Error('it is a lesson');
const own = read.lesson;
const taught = { title: 'Week 1', entries: [own, first].map((one) => entryOf(one, shipped)) };

describe('a class', () => {
  it('comes back from its file and its link, in its order', () => {
    const file = classFile(taught);
    expect(isClass(file)).toBe(true);
    for (const text of [file, classIn(classFragment(taught) ?? '') ?? '']) {
      const again = readClass(text);
      if (!again.ok) throw new Error(again.problems[0]?.message);
      expect(again.taught.title).toBe('Week 1');
      const { lessons, missing } = lessonsOf(again.taught, shipped);
      expect(lessons.map(({ id }) => id)).toEqual(['my-own', first.id]);
      expect(missing).toEqual([]);
    }
  });

  it('names a shipped lesson and carries another one', () => {
    expect(JSON.parse(classFile(taught))).toMatchObject({
      lessons: [{ source: own.source }, { id: first.id }],
    });
  });

  it('says what this version does not have', () => {
    const { missing } = lessonsOf({ title: 'x', entries: [{ id: 'gone' }] }, shipped);
    expect(missing).toEqual(['gone']);
  });

  it('is refused with its lesson and line, or because it is none', () => {
    const broken = { ...taught, entries: [{ lesson: { ...own, source: 'no lesson' } }] };
    expect(readClass(classFile(broken))).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringMatching(/^Lesson 1, line 1: /) }],
    });
    for (const text of ['', '{}', '[', classFile({ title: '', entries: taught.entries })])
      expect(readClass(text).ok).toBe(false);
    expect(classIn('#lesson=1.x')).toBeUndefined();
  });
});
