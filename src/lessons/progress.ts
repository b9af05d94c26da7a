import * as v from 'valibot';
import { jsonIn } from '../base/json-text.ts';

export const lessonId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999));

/** Work on one task. */
const attempt = v.object({
  /** Answers that were judged, until the first right one. */
  tries: count,
  done: v.boolean(),
});

/** By lesson and task. */
const lessons = v.pipe(
  v.record(lessonId, v.pipe(v.record(lessonId, attempt), v.maxEntries(40), v.readonly())),
  v.maxEntries(200),
  v.readonly(),
);

/** A change of what progress is needs another version. */
export const progressSchema = v.object({ version: v.literal(1), lessons });
export type Progress = Readonly<v.InferOutput<typeof progressSchema>>;

export const NO_PROGRESS: Progress = { version: 1, lessons: {} };

/** Records a judgement; finished tasks stay finished. */
export function noted(progress: Progress, lesson: string, task: string, right: boolean): Progress {
  const before = progress.lessons[lesson] ?? {};
  const { tries, done } = before[task] ?? { tries: 0, done: false };
  if (done) return progress;
  const after = { tries: Math.min(tries + 1, 9999), done: right };
  return { ...progress, lessons: { ...progress.lessons, [lesson]: { ...before, [task]: after } } };
}

const BEGINNING = 'OT1';

/** Progress as a short code, `OT1 items:best=1,stop=2- tiles:sum=1 k3f`: a hyphen means unfinished,
 * and the last word is a checksum. */
export function codeOf({ lessons: all }: Progress): string {
  const words = Object.entries(all).map(([lesson, tasks]) => {
    const each = Object.entries(tasks).map(
      ([task, { tries, done }]) => `${task}=${tries}${done ? '' : '-'}`,
    );
    return `${lesson}:${each.join(',')}`;
  });
  const text = [BEGINNING, ...words].join(' ');
  return `${text} ${sealOf(text)}`;
}

/** Reads a code; undefined if invalid or damaged. */
export function readCode(code: string): Progress | undefined {
  const words = code.trim().slice(0, 20_000).split(/\s+/);
  const seal = words.pop();
  if (words[0] !== BEGINNING || seal !== sealOf(words.join(' '))) return undefined;
  const found = words.slice(1).map((word) => {
    const [lesson = '', tasks = ''] = word.split(':');
    const each = tasks.split(',').flatMap((one) => {
      const [, task, tries, open] = /^([a-z0-9-]+)=(\d{1,4})(-?)$/.exec(one) ?? [];
      if (task === undefined) return [];
      return [[task, { tries: Number(tries), done: open === '' }] as const];
    });
    return [lesson, Object.fromEntries(each)] as const;
  });
  const parsed = v.safeParse(lessons, Object.fromEntries(found));
  return parsed.success ? { version: 1, lessons: parsed.output } : undefined;
}

/** A three-letter checksum against typing errors. */
function sealOf(text: string): string {
  let sum = 7;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) % 46_656;
  return sum.toString(36).padStart(3, '0');
}

/** The same content as in the browser's storage. */
export const progressFile = (progress: Progress): string =>
  `${JSON.stringify({ format: 'overtime-progress', ...progress }, null, 2)}\n`;

/** Reads progress from an untrusted file or code. */
export function readProgress(text: string): Progress | undefined {
  const code = readCode(text);
  if (code) return code;
  const parsed = v.safeParse(progressSchema, jsonIn(text));
  return parsed.success ? parsed.output : undefined;
}
