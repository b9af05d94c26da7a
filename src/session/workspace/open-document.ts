import * as v from 'valibot';

/** What the text in the editor is, beside being the kernel: kept with the settings of each tab. */
export const documentSchema = v.object({
  /** The own kernel that it is kept as. Absent: an example as it came, or a text that is not kept yet. */
  id: v.exactOptional(v.string()),
  /** What this tab knows of that kernel: the last revisions that it has read or written. */
  bases: v.pipe(v.array(v.string()), v.readonly()),
  /** It was not typed here and is kept elsewhere, in a run or in the page: nothing to keep before an edit. */
  untouched: v.exactOptional(v.boolean()),
  /** Somebody else has written it and it came with this: nothing of it runs before the user, who sees it now, has
   * pressed a button. */
  brought: v.exactOptional(v.picklist(['link', 'file'])),
  /** The file that it was opened from or saved to. */
  file: v.exactOptional(
    v.object({
      name: v.string(),
      kind: v.picklist(['kernel', 'project']),
      /** What the kernel is called in it, where that is said. */
      title: v.exactOptional(v.string()),
      /** Whether its lines end as those of Windows do. */
      crlf: v.boolean(),
      /** Of what stands in the file: see `printOf`. */
      print: v.string(),
    }),
  ),
});

/** What is open in the editor. */
export type OpenDocument = Readonly<v.InferOutput<typeof documentSchema>>;

/** Whether nothing of the text may run by itself. */
export const isBrought = ({ document }: { readonly document: OpenDocument }): boolean =>
  document.brought !== undefined;

export const NO_DOCUMENT: OpenDocument = { bases: [] };

/** Something short that is the same for the same text, and hardly for another. */
export function printOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) + at;
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
}
