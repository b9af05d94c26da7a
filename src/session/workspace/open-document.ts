import * as v from 'valibot';

/** The open text's identity, kept with each tab's settings. */
export const documentSchema = v.object({
  /** The own kernel's id. Absent: an unedited example, or not kept yet. */
  id: v.exactOptional(v.string()),
  /** Revisions of the kernel that this tab has read or written. */
  bases: v.pipe(v.array(v.string()), v.readonly()),
  /** Not typed here and kept elsewhere, so only edits need keeping. */
  untouched: v.exactOptional(v.boolean()),
  /** Somebody else's text: nothing runs before the user presses a button. */
  brought: v.exactOptional(v.picklist(['link', 'file'])),
  /** The file it was opened from or saved to. */
  file: v.exactOptional(
    v.object({
      name: v.string(),
      kind: v.picklist(['kernel', 'project']),
      /** Its title in the file. */
      title: v.exactOptional(v.string()),
      /** Windows line ends. */
      crlf: v.boolean(),
      /** See `printOf`. */
      print: v.string(),
    }),
  ),
});

export type OpenDocument = Readonly<v.InferOutput<typeof documentSchema>>;

/** The text must not run by itself. */
export const isBrought = ({ document }: { readonly document: OpenDocument }): boolean =>
  document.brought !== undefined;

/** The user has seen carried content, and wants it to run. */
export function trust(store: {
  getState(): { readonly document: OpenDocument };
  setState(change: { readonly document: OpenDocument }): void;
}): void {
  const { brought, ...rest } = store.getState().document;
  if (brought !== undefined) store.setState({ document: rest });
}

export const NO_DOCUMENT: OpenDocument = { bases: [] };

/** A short hash of a text. */
export function printOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) + at;
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
}
