import * as v from 'valibot';

/** What the browser keeps under a key; null where there is nothing, or where storage is forbidden
 * (private windows, policies). */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or with null keeps it no longer. Where storage is forbidden or full the page merely
 * forgets. */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Not remembered.
  }
}

/** What is kept as JSON under a key; undefined where that is nothing of this form. */
export function parseStored<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  try {
    const found = v.safeParse(schema, JSON.parse(readStored(key) ?? 'null'));
    return found.success ? found.output : undefined;
  } catch {
    return undefined; // no JSON
  }
}
