import * as v from 'valibot';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { faultOf as machineFault } from '../session/kept/machine-settings.ts';
import { crowdIn } from './crowded.ts';
import { FORMAT, type FrontMatter, frontMatter, MOST_BYTES, type Task } from './format.ts';
import { gapsOf } from './gaps.ts';
import { readBody } from './markdown.ts';
import type { Block } from './pieces.ts';
import { kernelOf } from './page.ts';
import { pageOf } from './page-of.ts';

/** A lesson that has been read. */
export interface Lesson extends FrontMatter {
  readonly blocks: readonly Block[];
  /** The file, as it was read. */
  readonly source: string;
}

/** A fault in a lesson and its place. */
export interface Problem {
  /** In the file, from 1. */
  readonly line: number;
  readonly message: string;
}

export type ReadLesson =
  | { readonly ok: true; readonly lesson: Lesson; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const refused = (message: string, line = 1): ReadLesson => ({
  ok: false,
  problems: [{ line, message }],
});

/** Enough problems to go on with. */
const MOST_PROBLEMS = 20;

/** Reads a lesson, which may be anything. Never throws. */
export function readLesson(source: string): ReadLesson {
  if (source.length > MOST_BYTES)
    return refused(`A lesson has to be no longer than ${MOST_BYTES / 1024} KB.`);
  const text = source.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
  const [whole, yaml] = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (whole === undefined || yaml === undefined)
    return refused(
      'A lesson has to begin with a line ---, its front matter, and another line ---.',
    );
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, version: '1.2', schema: 'core' });
  const lineAt = (offset: number): number => counter.linePos(offset).line + 1;
  if (document.errors.length > 0)
    return {
      ok: false,
      problems: document.errors
        .slice(0, MOST_PROBLEMS)
        .map(({ message, pos: [start] }) => ({
          line: lineAt(start),
          message: noYaml(message.split('\n')[0]?.replace(/ at line.*/, '') ?? ''),
        })),
    };
  const found = plain(document);
  if (found === undefined)
    return refused('The front matter refers to parts of itself (* and &), which is not read.', 2);
  const parsed = v.safeParse(frontMatter, found);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.issues.slice(0, MOST_PROBLEMS).map((issue) => {
        const path = (issue.path ?? []).map(({ key }) => key);
        return { line: lineOf(document, path, lineAt), message: inWords(path, issue.message) };
      }),
    };
  const fields = parsed.output;
  const before = whole.split('\n').length - 1;
  const crowd = crowdIn(text.slice(whole.length));
  if (crowd) return refused(crowd.message, crowd.line + before);
  const body = readBody(text.slice(whole.length));
  const warnings = body.complaints.map(({ message, line }) => ({ message, line: line + before }));
  const problems = [
    ...placed(fields.tasks, body.blocks),
    ...fields.tasks.flatMap((task, at) => {
      const message = unfit(fields, task);
      const line = lineOf(document, ['tasks', at], lineAt);
      return message === undefined ? [] : [{ line, message: `Task ${task.id}: ${message}` }];
    }),
  ];
  const fault = fields.page.machine && machineFault(fields.page.machine);
  if (fault !== undefined)
    problems.unshift({
      line: lineOf(document, ['page', 'machine'], lineAt),
      message: `In page, ${fault}`,
    });
  if (kernelOf(fields.page) === undefined)
    problems.unshift({
      line: lineOf(document, ['page'], lineAt),
      message: 'page has to have either an example or a kernel.',
    });
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, MOST_PROBLEMS) };
  return {
    ok: true,
    lesson: { ...fields, blocks: withTasks(fields.tasks, body.blocks), source },
    warnings,
  };
}

/** The lessons among some sources; what is none is left out. */
export const lessonsIn = (sources: readonly string[]): readonly Lesson[] =>
  sources.flatMap((source) => {
    const read = readLesson(source);
    return read.ok ? [read.lesson] : [];
  });

/** In an author's words, where that is known. */
const noYaml = (message: string): string =>
  message.startsWith('Nested mappings')
    ? 'The front matter is no YAML: a text that has “: ” in it stands in quotes, or behind >- on lines of its own.'
    : `The front matter is no YAML: ${message}.`;

/** Plain data; undefined if it refers to itself. */
function plain(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

/** Line of a path, or of its nearest ancestor. */
function lineOf(
  document: Document,
  path: readonly unknown[],
  lineAt: (offset: number) => number,
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    const start = isNode(node) ? node.range?.[0] : undefined;
    if (start !== undefined) return lineAt(start);
  }
  return 2;
}

/** `tasks, number 2, kind has to be ...` */
function inWords(path: readonly unknown[], message: string): string {
  const place = path
    .map((key) => (typeof key === 'number' ? `number ${key + 1}` : String(key)))
    .join(', ');
  if (message.startsWith('Invalid key: Expected never'))
    return `${place} is nothing that a lesson of version ${FORMAT} has here.`;
  if (/Expected.*received undefined|^Invalid key/.test(message)) return `${place} is missing.`;
  return place === '' ? message : `${place} ${message}.`;
}

/** Faults in the placement of tasks. */
function placed(tasks: readonly Task[], blocks: readonly Block[]): Problem[] {
  const ids = tasks.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return [{ line: 2, message: `Two tasks are called ${twice}.` }];
  return blocks.flatMap((block) =>
    block.kind === 'task' && !ids.includes(block.id)
      ? [{ line: 2, message: `The text has a place for the task ${block.id}, which there is not.` }]
      : [],
  );
}

/** Why a task cannot be set, if it cannot. */
function unfit({ page }: FrontMatter, task: Task): string | undefined {
  const setting = pageOf(page, task);
  if (
    setting.example !== undefined &&
    setting.kernel !== undefined &&
    task.page?.kernel === undefined
  )
    return undefined;
  const text = kernelOf(setting) ?? '';
  const fault = task.page?.machine && machineFault(task.page.machine);
  if (fault !== undefined) return `in its page, ${fault}`;
  if (task.kind !== 'fill') return undefined;
  const gaps = gapsOf(text);
  if (gaps.length === 0)
    return 'its kernel has no gap: put /*?*/ and /*!*/ around what is to be filled in.';
  if (gaps.length !== task.solution.length)
    return `its kernel has ${gaps.length} gaps, and its solution ${task.solution.length}.`;
  return undefined;
}

/** Unplaced tasks go to the end. */
function withTasks(tasks: readonly Task[], blocks: readonly Block[]): readonly Block[] {
  const there = new Set(blocks.flatMap((block) => (block.kind === 'task' ? [block.id] : [])));
  const rest = tasks.filter(({ id }) => !there.has(id));
  return [...blocks, ...rest.map(({ id }): Block => ({ kind: 'task', id }))];
}
