import { decodedText } from '../base/decoded-text.ts';
import { Failure } from '../base/failure.ts';
import { withAdvice } from '../base/message.ts';
import { type Files, MOST_UNPACKED, readBundle, unpacked } from '../cluster/index.ts';
import { isSearchSpace, readSearchSpace } from '../exchange/index.ts';
import { classIn, isClass, MOST_CLASS, type ReadClass, readClass } from '../lessons/class.ts';
import { MOST_BYTES as MOST_LESSON } from '../lessons/format.ts';
import { lessonIn } from '../lessons/link.ts';
import { type ReadLesson, readLesson } from '../lessons/read.ts';
import { MOST_BYTES as MOST_MEASURED, readMeasured } from '../measured/index.ts';
import type { Settings } from '../session/kept/settings.ts';
import type { Outside, Refusal } from '../session/outside.ts';
import { readFragment } from '../session/portable/link.ts';
import { readModelFiles, type ReadModelFiles } from '../session/promela/model-files.ts';
import { isWorkbench, parseWorkbench } from '../session/workbench/workbench-file.ts';
import {
  type FileContent,
  MOST_FILE_BYTES,
  readKernelFile,
} from '../session/workspace/kernel-file.ts';

/** A text file by its content. */
export type TextFile =
  | { readonly ok: true; readonly kind: 'space'; readonly text: string }
  | { readonly ok: true; readonly kind: 'workbench'; readonly text: string }
  | { readonly ok: true; readonly kind: 'class'; readonly text: string }
  | { readonly ok: true; readonly kind: 'kernel'; readonly content: FileContent }
  | Refusal;

/** Every reader of what comes from elsewhere. */
export interface Readers extends Outside {
  /** A kernel, project, workbench or search space.
   * @param usual settings for what a project does not say. */
  readonly text: (file: File, usual: Settings) => Promise<TextFile>;
  readonly models: (files: readonly File[]) => Promise<ReadModelFiles>;
  /** A file, or the fragment of a link. */
  readonly lesson: (source: Blob | string) => Promise<ReadLesson | Refusal>;
  /** A class, likewise. */
  readonly taught: (source: Blob | string) => Promise<ReadClass | Refusal>;
}

const refused = (message: string): Refusal => ({ ok: false, message });

const tooLarge = (most: number): Refusal =>
  refused(`It holds more than ${Math.floor(most / 2 ** 20)} MB, the most that is read.`);

/** At most one more than so many bytes. */
const bytesOf = async (file: Blob, most: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(0, most + 1).arrayBuffer());

const BROKEN_LINK = 'The link is damaged, or was cut short on its way. Ask for it again.';

/** The readers as they are, without a clock: a page has them in a worker. */
export function createReaders(exampleText: (id: string) => string | undefined): Readers {
  return {
    link: async (fragment) => readFragment(fragment, exampleText),
    workbench: async (text) => parseWorkbench(text, exampleText),
    space: async (text) => readSearchSpace(text),
    measured: async (file) =>
      file.size > MOST_MEASURED
        ? tooLarge(MOST_MEASURED)
        : readMeasured(await bytesOf(file, MOST_MEASURED)),
    async bundle(packed) {
      if (!(packed instanceof Blob)) return readBundle(packed);
      if (packed.size > MOST_UNPACKED) return tooLarge(MOST_UNPACKED);
      const files = filesIn(await bytesOf(packed, MOST_UNPACKED));
      return 'ok' in files ? files : readBundle(files);
    },
    async text(file, usual) {
      const bytes = await bytesOf(file, MOST_FILE_BYTES);
      const text = /\.json$/i.test(file.name) ? decodedText(bytes) : undefined;
      if (text !== undefined && bytes.length <= MOST_FILE_BYTES) {
        if (isSearchSpace(text)) return { ok: true, kind: 'space', text };
        if (isClass(text)) return { ok: true, kind: 'class', text };
        if (isWorkbench(text)) return { ok: true, kind: 'workbench', text };
      }
      const read = readKernelFile(file.name, bytes, usual);
      return read.ok ? { ok: true, kind: 'kernel', content: read.content } : read;
    },
    models: readModelFiles,
    async lesson(source) {
      if (source instanceof Blob)
        return readLesson(await source.slice(0, 4 * MOST_LESSON + 4).text());
      const text = lessonIn(source);
      return text === undefined ? refused(BROKEN_LINK) : readLesson(text);
    },
    async taught(source) {
      if (source instanceof Blob) return readClass(await source.slice(0, MOST_CLASS + 1).text());
      const text = classIn(source);
      return text === undefined ? refused(BROKEN_LINK) : readClass(text);
    },
  };
}

function filesIn(bytes: Uint8Array<ArrayBuffer>): Files | Refusal {
  try {
    return unpacked(bytes);
  } catch (error) {
    if (error instanceof Failure) return refused(withAdvice(error));
    throw error;
  }
}
