import * as v from 'valibot';
import { keepIn, keptIn, type TextStorage } from '../kept/page-storage.ts';

const KEY = 'overtime.opened-workbench.1';

const schema = v.object({ name: v.string(), text: v.string() });

/** A tab's workbench file, kept for reloads as nothing of it was found here. Too large ones must be
 * opened again. */
export class OpenedFile {
  readonly #tab: TextStorage;

  constructor(tab: TextStorage) {
    this.#tab = tab;
  }

  keep(name: string, text: string): void {
    if (!this.#set(JSON.stringify({ name, text }))) this.forget();
  }

  forget(): void {
    this.#set('');
  }

  read(): v.InferOutput<typeof schema> | undefined {
    return keptIn(this.#tab, KEY, schema);
  }

  #set(text: string): boolean {
    return keepIn(this.#tab, KEY, text);
  }
}
