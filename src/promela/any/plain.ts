/** A model whose every letter is known, or why it has none. */
export type PlainModel =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

const PIECE =
  /(?<mark>^[ \t]*#[ \t]*\d+[^\n]*)|(?<blank>\s+)|(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<word>[A-Za-z_]\w*|\d+)|(?<quoted>"(?:\\[^\n]|[^"\\\n])*"|'(?:\\[nrtf]|[\w ])')|(?<sign>[-+*/%<>=!&|^~?:;,.@(){}[\]])/my;

/** Letters of a name and of a text, and blocks in each other, that SPIN has room for. */
const MOST = { word: 100, text: 1000, depth: 100 } as const;

const EMBEDS = /^c_(?:code|decl|expr|state|track)$/;

/** A preprocessed text written anew, so that what SPIN makes of it is Promela alone, whoever wrote it: SPIN copies
 * names of files, strings and statements into the strings and comments of its C, where a text may be made to
 * end them. Lines keep their numbers, strings lose what is no letter, and C has no place. */
export function plainModel(text: string): PlainModel {
  let plain = '';
  let depth = 0;
  PIECE.lastIndex = 0;
  for (let at = 0; at < text.length; at = PIECE.lastIndex) {
    const groups = PIECE.exec(text)?.groups;
    if (!groups) {
      const line = text.slice(0, at).split('\n').length;
      return {
        ok: false,
        why: `line ${line} has ${JSON.stringify(text[at])}, which is not Promela's`,
      };
    }
    const { mark, blank, comment, word, quoted, sign } = groups;
    if (word !== undefined && EMBEDS.test(word))
      return { ok: false, why: `it has C of its own (${word})` };
    if ((word ?? '').length > MOST.word || (quoted ?? '').length > MOST.text)
      return { ok: false, why: 'a name or a text of it is too long' };
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    if (depth > MOST.depth) return { ok: false, why: 'its blocks are too deep in each other' };
    if (mark !== undefined) plain += `# ${/\d+/.exec(mark)?.[0] ?? '1'} "model.pml"`;
    else if (comment !== undefined) plain += ` ${comment.replaceAll(/[^\n]+/g, '')}`;
    else if (quoted?.startsWith('"') === true)
      plain += `"${quoted.slice(1, -1).replaceAll(/[^\w .,:=]/g, '_')}"`;
    else if (blank !== undefined) plain += blank.replaceAll(/[^\n]/g, ' ');
    else plain += word ?? quoted ?? sign ?? '';
  }
  return { ok: true, text: plain };
}
