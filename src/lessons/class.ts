import * as v from 'valibot';
import { sealedIn, sealedLink } from './link.ts';
import { MOST_BYTES } from './format.ts';
import { type Lesson, type Problem, readLesson } from './read.ts';
import { lessonId } from './progress.ts';

/** The most lessons of a class, and the largest file of one. */
const MOST_LESSONS = 60;
export const MOST_CLASS = 1 << 20;

/** A shipped lesson by its id, or a whole one. */
export type ClassEntry = { readonly id: string } | { readonly lesson: Lesson };

/** Lessons in the order in which a teacher gives them. */
export interface LessonClass {
  readonly title: string;
  readonly entries: readonly ClassEntry[];
}

export type ReadClass =
  | { readonly ok: true; readonly taught: LessonClass }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const FORMAT = 'overtime-class';

const schema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(1),
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  lessons: v.pipe(
    v.array(
      v.union([
        v.strictObject({ id: lessonId }),
        v.strictObject({ source: v.pipe(v.string(), v.maxLength(MOST_BYTES)) }),
      ]),
    ),
    v.minLength(1),
    v.maxLength(MOST_LESSONS),
  ),
});

/** The file says that it is a class. */
export const isClass = (text: string): boolean =>
  text.slice(0, 200).includes(`"format": "${FORMAT}"`);

export const classFile = ({ title, entries }: LessonClass): string => {
  const lessons = entries.map((one) => ('id' in one ? one : { source: one.lesson.source }));
  return `${JSON.stringify({ format: FORMAT, version: 1, title, lessons }, null, 1)}\n`;
};

/** A link's fragment with the whole class; undefined if too long. */
export const classFragment = (taught: LessonClass): string | undefined =>
  sealedLink('class', classFile(taught));

/** The class in a fragment from anywhere. */
export const classIn = (fragment: string): string | undefined => sealedIn('class', fragment);

const refused = (message: string): ReadClass => ({ ok: false, problems: [{ line: 0, message }] });

/** Reads a class, which may be anything. Never throws. */
export function readClass(text: string): ReadClass {
  if (text.length > MOST_CLASS)
    return refused(`A class has to be no longer than ${MOST_CLASS / 1024} KB.`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!parsed.success) return refused('This is no class that Overtime has written.');
  const { title, lessons } = parsed.output;
  const read = lessons.map((one) => ('id' in one ? one : readLesson(one.source)));
  const problems = read.flatMap((one, at) =>
    'ok' in one && !one.ok
      ? one.problems.map(({ line, message }) => ({
          line: 0,
          message: `Lesson ${at + 1}, line ${line}: ${message}`,
        }))
      : [],
  );
  if (problems.length > 0) return { ok: false, problems };
  const entries = read.flatMap((one): ClassEntry[] =>
    'id' in one ? [one] : one.ok ? [{ lesson: one.lesson }] : [],
  );
  return { ok: true, taught: { title, entries } };
}

/** A class's lessons, and the ids that this version does not have. */
export function lessonsOf(
  { entries }: LessonClass,
  shipped: readonly Lesson[],
): { readonly lessons: readonly Lesson[]; readonly missing: readonly string[] } {
  const found = entries.map((one) =>
    'lesson' in one ? one.lesson : (shipped.find(({ id }) => id === one.id) ?? one.id),
  );
  return {
    lessons: found.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    missing: found.filter((one) => typeof one === 'string'),
  };
}

/** A lesson as an entry: a shipped one by its id alone. */
export const entryOf = (lesson: Lesson, shipped: readonly Lesson[]): ClassEntry =>
  shipped.some(({ source }) => source === lesson.source) ? { id: lesson.id } : { lesson };
