import * as v from 'valibot';
import { isTooDeep, TOO_DEEP } from '../../base/bracket-depth.ts';
import { decodedText } from '../../base/decoded-text.ts';
import { jsonIn } from '../../base/json-text.ts';
import { wordsOf } from '../../front/cuda/words.ts';
import { KERNEL_ENDINGS } from '../../front/language.ts';
import { isPythonFile, kernelsInPython } from '../../front/python-kernels.ts';
import { shortName } from '../kept/kept-list.ts';
import type { Settings } from '../kept/settings.ts';
import { readSettings } from './settings-reader.ts';

/** The most bytes read of a file. */
export const MOST_FILE_BYTES = 5_000_000;

const PROJECT_ENDING = '.overtime.json';

const PROJECT = 'overtime project';
const VERSION = 1;

export interface FileContent {
  readonly kind: 'kernel' | 'project';
  readonly text: string;
  readonly crlf: boolean;
  /** A project's title. */
  readonly title?: string;
  /** A project's settings. */
  readonly settings?: Settings;
  /** A file name for this text alone, where the file that was read holds more. */
  readonly name?: string;
  /** A sentence on the parts that are left out. */
  readonly note?: string;
}

/** The content, or sentences why it cannot be opened. */
type ReadFile =
  | { readonly ok: true; readonly content: FileContent }
  | { readonly ok: false; readonly message: string };

const refused = (message: string): ReadFile => ({ ok: false, message });

/** Reads a kernel or project file.
 * @param usual settings for what a project does not say. */
export function readKernelFile(name: string, bytes: Uint8Array, usual: Settings): ReadFile {
  if (bytes.length > MOST_FILE_BYTES)
    return refused(`It holds more than ${MOST_FILE_BYTES / 1e6} MB, the most that is opened.`);
  if (bytes.length === 0) return refused('It is empty.');
  const decoded = decodedText(bytes);
  if (decoded === undefined)
    return refused('It is no text: kernels are text in UTF-8 or UTF-16. Save it as UTF-8.');
  if (decoded.trim() === '') return refused('It holds nothing but blanks.');
  if (isTooDeep(decoded)) return refused(`Its text has ${TOO_DEEP}.`);
  if (name.endsWith(PROJECT_ENDING) || isProject(decoded)) return readProject(decoded, usual);
  if (/\.json$/i.test(name) || /^\s*[[{]/.test(decoded))
    return refused('It is no kernel, and no project of Overtime.');
  const crlf = decoded.includes('\r\n');
  const text = withLineFeeds(decoded);
  return isPythonFile(name)
    ? readScript(name, text)
    : { ok: true, content: { kind: 'kernel', text, crlf } };
}

function readScript(name: string, script: string): ReadFile {
  const [text, ...others] = kernelsInPython(script);
  if (text === undefined)
    return refused(
      'It has no kernel (__global__ or __kernel) in a string; kernels written in Python are not read.',
    );
  const more = others.length === 0 ? '' : ' Others of the same names are left out.';
  return {
    ok: true,
    content: {
      kind: 'kernel',
      text,
      crlf: false,
      name: `${fileStem(name)}.${wordsOf(text).ending}`,
      note: `The kernels that stand in strings of ${name} are shown, in the lines that they have there.${more}`,
    },
  };
}

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const isProject = (text: string): boolean => text.slice(0, 200).includes(`"${PROJECT}"`);

const projectSchema = v.looseObject({
  format: v.literal(PROJECT),
  version: v.number(),
  name: v.optional(v.string()),
  kernel: v.string(),
  settings: v.optional(v.record(v.string(), v.unknown()), {}),
});

function readProject(text: string, usual: Settings): ReadFile {
  const value = jsonIn(text);
  const parsed = v.safeParse(projectSchema, value);
  if (value === undefined) return refused('It ends early, or is no JSON.');
  if (!parsed.success) return refused('It is no project of Overtime: it has no kernel.');
  const { version, name = '', kernel, settings: found } = parsed.output;
  if (version !== VERSION)
    return refused('A later version of Overtime wrote it. Reload this page to have that version.');
  const { settings, lost } = readSettings({ ...found, kernelText: withLineFeeds(kernel) }, usual);
  const title = shortName(name.trim());
  const note = `These settings in it could not be read and are as usual: ${lost.join(', ')}.`;
  return {
    ok: true,
    content: {
      kind: 'project',
      text: settings.kernelText,
      crlf: false,
      settings,
      ...(title !== '' && { title }),
      ...(lost.length > 0 && { note }),
    },
  };
}

/** The kernel and its tuning, without page behaviour.
 * @param name the kernel's name. */
export function projectText(all: Settings, name?: string): string {
  const { kernelText, live: _, compilerChecks: _checks, ...settings } = all;
  const project = { format: PROJECT, version: VERSION, name, kernel: kernelText, settings };
  return `${JSON.stringify(project, null, 2)}\n`;
}

/** Valid as a file name on any system: `saxpy_2`. */
export const fileStem = (name: string): string =>
  name
    .replace(/\.(overtime\.json|c|txt|py)$/i, '')
    .replace(new RegExp(`\\.(${KERNEL_ENDINGS.join('|')})$`, 'i'), '')
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')
    .replaceAll(/^[_.]+|[_.]+$/g, '')
    .slice(0, 80) || 'kernel';

/** A kernel's title from a project, else the file's name. */
export const titleOf = ({
  name,
  title,
}: {
  readonly name: string;
  readonly title?: string;
}): string => title ?? name;
