import * as v from 'valibot';
import { quietly, type TextStorage } from '../kept/page-storage.ts';

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
    const found = quietly((): unknown => JSON.parse(this.#tab.getItem(KEY) || 'null'));
    const parsed = v.safeParse(schema, found);
    return parsed.success ? parsed.output : undefined;
  }

  #set(text: string): boolean {
    return quietly(() => (this.#tab.setItem(KEY, text), true)) === true;
  }
}
