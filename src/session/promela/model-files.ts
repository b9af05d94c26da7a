import { isTooDeep, TOO_DEEP } from '../../base/bracket-depth.ts';
import { decodedText } from '../../base/decoded-text.ts';
import { MOST_INCLUDED, MOST_MODEL_TEXT } from './model-document.ts';
import { INCLUDED } from '../../promela/index.ts';

/** A Promela model, by its name. */
export const isModelFile = (name: string): boolean => /\.(pml|prom|promela|spin)$/i.test(name);

export type ReadModelFiles =
  | {
      readonly ok: true;
      /** Absent: they are all for inclusion. */
      readonly model?: { readonly name: string; readonly text: string };
      readonly included: Readonly<Record<string, string>>;
    }
  | { readonly ok: false; readonly message: string };

/** Of several models, the one that no other includes. */
export async function readModelFiles(files: readonly File[]): Promise<ReadModelFiles> {
  if (files.length > MOST_INCLUDED)
    return { ok: false, message: `At most ${MOST_INCLUDED} files are opened at once.` };
  const texts = new Map<string, string>();
  for (const file of files) {
    const refused = (why: string) =>
      ({ ok: false, message: `${file.name} was not opened. ${why}` }) as const;
    const bytes = new Uint8Array(await file.slice(0, MOST_MODEL_TEXT + 1).arrayBuffer());
    if (bytes.length > MOST_MODEL_TEXT)
      return refused('It holds more than 1 MB, the most that is opened of a model.');
    const text = decodedText(bytes);
    if (text === undefined) return refused('It is no text: models are text in UTF-8 or UTF-16.');
    if (text.trim() === '') return refused('It holds nothing but blanks.');
    if (isTooDeep(text)) return refused(`Its text has ${TOO_DEEP}.`);
    texts.set(file.name, text.replaceAll(/\r\n?/g, '\n'));
  }
  const models = [...texts.keys()].filter(isModelFile);
  const isIncluded = (name: string): boolean =>
    [...texts].some(
      ([other, text]) => other !== name && text.includes(name) && includes(text, name),
    );
  const chosen = models.find((name) => !isIncluded(name)) ?? models[0];
  const text = chosen === undefined ? undefined : texts.get(chosen);
  const included = Object.fromEntries([...texts].filter(([name]) => name !== chosen));
  if (chosen === undefined || text === undefined) return { ok: true, included };
  return { ok: true, model: { name: chosen, text }, included };
}

const includes = (text: string, name: string): boolean =>
  [...text.matchAll(INCLUDED)].some(([, path = '']) => path === name || path.endsWith(`/${name}`));
