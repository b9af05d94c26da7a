import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { parse } from 'yaml';
import { filled } from '../src/lessons/gaps.ts';

const texts = v.array(v.string());

/** An answer to a task, and part of the expected reply. */
const answer = v.strictObject({
  cell: v.exactOptional(v.string()),
  ticks: v.exactOptional(v.number()),
  stop: v.exactOptional(v.union([v.number(), v.literal('end')])),
  fill: v.exactOptional(texts),
  order: v.exactOptional(v.array(v.number())),
  nobody: v.exactOptional(v.literal(true)),
  looks: v.exactOptional(texts),
  unchanged: v.exactOptional(v.literal(true)),
  solution: v.exactOptional(v.literal(true)),
  hint: v.exactOptional(v.string()),
});
export type LessonAnswer = v.InferOutput<typeof answer>;

const answers = v.record(
  v.string(),
  v.strictObject({ wrong: v.pipe(v.array(answer), v.minLength(1)), right: answer }),
);

const pageOf = v.object({ example: v.optional(v.string()), kernel: v.optional(v.string()) });
const frontMatter = v.object({
  title: v.string(),
  page: pageOf,
  tasks: v.array(
    v.object({
      id: v.string(),
      page: v.optional(pageOf),
      solution: v.optional(v.union([v.string(), texts])),
    }),
  ),
});

/** A lesson's answers for its test. */
export interface WalkedLesson {
  readonly file: string;
  readonly title: string;
  readonly tasks: readonly {
    readonly id: string;
    readonly wrong: readonly LessonAnswer[];
    readonly right: LessonAnswer;
    /** The kernel with its gaps filled. */
    readonly filled: (fillings: readonly string[]) => string;
    /** The teacher's kernel, if the task has one. */
    readonly solution: string | undefined;
  }[];
}

const folder = fileURLToPath(new URL('../src/lessons/course/', import.meta.url));
const read = (path: string): string => readFileSync(path, 'utf8');

/** The course's lessons with answers; a task without one is a mistake. */
export function walkedLessons(): readonly WalkedLesson[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return files.toSorted().map((file) => {
    const [, yaml = ''] = /^---\n([\s\S]*?)\n---/.exec(read(`${folder}${file}`)) ?? [];
    const { title, page, tasks } = v.parse(frontMatter, parse(yaml));
    const given = v.parse(
      answers,
      JSON.parse(read(`${folder}${file.replace('.md', '.answers.json')}`)),
    );
    return {
      file,
      title,
      tasks: tasks.map((task) => {
        const found = given[task.id];
        if (!found) throw new Error(`${file}: the task ${task.id} has no answers`);
        const own = task.page?.kernel ?? task.page?.example;
        const { kernel, example } = own === undefined ? page : { ...task.page };
        const text = kernel ?? read(`${folder}../../../examples/${example ?? ''}.cl`);
        return {
          id: task.id,
          ...found,
          filled: (fillings) => filled(text, fillings),
          solution: typeof task.solution === 'string' ? task.solution : undefined,
        };
      }),
    };
  });
}
