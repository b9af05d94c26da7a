import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { EXAMPLE_LIST } from '../src/session/example-list.ts';
import { filled } from '../src/lessons/gaps.ts';
import type { LevelChoice } from '../src/checker/index.ts';
import { SEMANTICS_IDS, type SemanticsId } from '../src/platform/index.ts';

/** A lesson's kernel, with its timing settings there. */
export interface LessonModel {
  readonly text: string;
  readonly semantics: SemanticsId;
  readonly level: LevelChoice;
  readonly constants: Readonly<Record<string, number>>;
}

const LEVELS = ['auto', 'free', 'baton', 'representatives', 'accelerated'] as const;

const page = v.object({
  example: v.exactOptional(v.string()),
  kernel: v.exactOptional(v.string()),
  semantics: v.exactOptional(v.picklist(SEMANTICS_IDS)),
  level: v.exactOptional(v.picklist(LEVELS)),
  constants: v.exactOptional(v.record(v.string(), v.number())),
});
type Page = v.InferOutput<typeof page>;

/** The lesson's fields that its models depend on. */
const frontMatter = v.object({
  page,
  tasks: v.array(
    v.object({
      kind: v.string(),
      page: v.exactOptional(page),
      fast: v.exactOptional(v.boolean()),
      solution: v.exactOptional(v.union([v.string(), v.array(v.string())])),
    }),
  ),
});

/** All kernels tuned in the course's lessons, as set and as their tasks want. */
export function lessonModels(project: string): readonly LessonModel[] {
  const folder = join(project, 'src', 'lessons', 'course');
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const [, yaml = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
    const lesson = v.parse(frontMatter, parse(yaml));
    const pages = lesson.tasks
      .filter(({ kind }) => kind !== 'schedule')
      .flatMap(({ page: own, solution, kind, fast }) => {
        const posed = together(lesson.page, own);
        const kernel = typeof solution === 'string' ? solution : undefined;
        const isTimed = kind !== 'fill' || fast === true;
        const fill = Array.isArray(solution) ? filled(textOf(posed, project), solution) : undefined;
        if (!isTimed) return [];
        const own2 = { ...posed, kernel: fill ?? textOf(posed, project) };
        // Par is proved at level accelerated.
        const par = kernel ?? (kind === 'predict' ? undefined : own2.kernel);
        return [own2, ...(par === undefined ? [] : [accelerated(posed, par)])];
      });
    return [lesson.page, ...pages].map((each) => ({
      text: textOf(each, project),
      semantics: each.semantics ?? exampleOf(each)?.semantics ?? 'opencl',
      level: each.level ?? 'auto',
      constants: { size: exampleOf(each)?.size ?? 32, ...each.constants },
    }));
  });
}

const accelerated = (each: Page, kernel: string): Page => ({
  ...each,
  kernel,
  level: 'accelerated',
});

/** A task's own kernel replaces the lesson's. */
function together(whole: Page, own: Page = {}): Page {
  const { example, kernel, ...rest } = whole;
  const isOther = own.example !== undefined || own.kernel !== undefined;
  return {
    ...rest,
    ...(!isOther && {
      ...(example !== undefined && { example }),
      ...(kernel !== undefined && { kernel }),
    }),
    ...own,
    constants: { ...whole.constants, ...own.constants },
  };
}

const exampleOf = ({ example }: Page) => EXAMPLE_LIST.find(({ id }) => id === example);

const textOf = ({ kernel, example = '' }: Page, project: string): string =>
  kernel ?? readFileSync(join(project, 'examples', `${example}.cl`), 'utf8');
