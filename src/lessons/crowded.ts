import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Nodes } from 'mdast';

/** Nesting limit of lists and quotes. */
export const DEEPEST = 12;

/** Marks in one paragraph: reading them takes their square. */
export const MOST_MARKS = 300;

/** Lines that underline: each takes its square, too. */
const MOST_UNDERLINES = 300;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/** Where text is too costly to be read. */
export interface Crowd {
  readonly message: string;
  /** In the body, counted from 1. */
  readonly line: number;
}

/** A line's beginning that opens or continues lists and quotes. */
const OPENING = /^(?:[ \t>]|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*/;
/** A list nested by blanks alone takes this many for each level. */
const MOST_BLANKS = 5 * DEEPEST;

/** Constructs of inline text. */
const WITHIN =
  'attention autolink characterEscape characterReference codeText hardBreakEscape htmlText labelEnd labelStartImage labelStartLink'.split(
    ' ',
  );

/** The first place where text would take Markdown's reader more than linear work. */
export function crowdIn(text: string): Crowd | undefined {
  const lines = text.split('\n');
  const deep = lines.findIndex(isDeep);
  if (deep >= 0) return { message: `Lists and quotes may be ${DEEPEST} deep.`, line: deep + 1 };
  const underlines = lines.flatMap((line, at) => (UNDERLINE.test(line) ? [at + 1] : []));
  const tooMany = underlines[MOST_UNDERLINES];
  if (tooMany !== undefined)
    return {
      message: `More than ${MOST_UNDERLINES} lines underline: begin headings by #.`,
      line: tooMany,
    };
  // Blocks alone: what stands in them is not read.
  const root = fromMarkdown(text, {
    extensions: [gfmTable(), { disable: { null: WITHIN } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      const { start, end } = node.position ?? {};
      const marks = text.slice(start?.offset, end?.offset).match(/[*_<`[]/g)?.length ?? 0;
      if (marks > MOST_MARKS)
        return {
          message: `A paragraph has ${marks} of the marks * _ < \` [, and may have ${MOST_MARKS}: leave a line empty between its parts.`,
          line: start?.line ?? 1,
        };
    } else if ('children' in node) waiting.push(...node.children);
  }
  return undefined;
}

function isDeep(line: string): boolean {
  const [opening = ''] = OPENING.exec(line) ?? [];
  const marks = opening.match(/[>+*.)-]/g)?.length ?? 0;
  return marks > DEEPEST || (marks > 0 && opening.length > MOST_BLANKS);
}
