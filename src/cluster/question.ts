import * as v from 'valibot';
import { jsonIn, toJson } from '../base/json-text.ts';
import type { ModelSource } from '../checker/index.ts';
import type { Tuning } from '../promela/index.ts';

const word = v.pipe(v.string(), v.maxLength(10_000));
const text = v.pipe(v.string(), v.maxLength(5_000_000));
const questionSchema = v.object({
  format: v.literal('overtime model'),
  name: v.fallback(v.pipe(v.string(), v.minLength(1), v.maxLength(200)), 'model.pml'),
  source: v.object({
    text,
    defines: v.exactOptional(v.array(word)),
    files: v.exactOptional(v.record(word, text)),
    folders: v.exactOptional(v.array(word)),
  }),
  tuning: v.object({
    parameters: v.pipe(v.array(word), v.maxLength(100)),
    objective: word,
    when: word,
    goal: v.picklist(['smallest', 'largest']),
  }),
});

/** The question's file name, by subject. */
export const QUESTION_FILES = { kernel: 'problem.overtime.json', model: 'problem.json' } as const;

/** A question about any model. */
export interface ModelQuestion {
  /** The file of the model. */
  readonly name: string;
  readonly source: ModelSource;
  readonly tuning: Tuning;
}

export const questionText = ({ name, source, tuning }: ModelQuestion): string =>
  `${toJson({ format: 'overtime model', version: 1, name, source, tuning })}\n`;

/** In a line, for people. */
export const titleOf = ({ name, tuning: { objective, goal, when } }: ModelQuestion): string =>
  `${name}: the ${goal} ${objective} when ${when}`;

/** Reads an untrusted question; undefined if invalid. */
export function readQuestion(found: string): ModelQuestion | undefined {
  const parsed = v.safeParse(questionSchema, jsonIn(found));
  return parsed.success ? parsed.output : undefined;
}
