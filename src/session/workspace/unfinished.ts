import * as v from 'valibot';
import { keepIn, keptIn, type TextStorage } from '../kept/page-storage.ts';
import { settingsSchema } from '../kept/settings.ts';
import type { Draft } from './own-kernels.ts';

const KEY = 'overtime.unfinished.1';

const draftsSchema = v.array(
  v.object({
    id: v.string(),
    revision: v.string(),
    bases: v.array(v.string()),
    name: v.string(),
    named: v.exactOptional(v.boolean()),
    settings: settingsSchema,
  }),
);

/** Texts that closing pages may have failed to keep; the next page does. */
export const unfinishedDrafts = (storage: TextStorage): readonly Draft[] =>
  keptIn(storage, KEY, draftsSchema) ?? [];

/** Notes drafts as unfinished, and others as done. */
export function noteUnfinished(
  storage: TextStorage,
  drafts: readonly Draft[],
  done: readonly Draft[] = [],
): void {
  const before = unfinishedDrafts(storage);
  const settled = new Set([...drafts, ...done].map(({ revision }) => revision));
  const others = before.filter(({ revision }) => !settled.has(revision));
  const now = [...others, ...drafts];
  if (before.length === 0 && now.length === 0) return;
  keepIn(storage, KEY, JSON.stringify(now));
}
