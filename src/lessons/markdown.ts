import type { PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { DEEPEST } from './crowded.ts';
import { DEEDS, readDeed } from './deeds.ts';
import type { Block, Inline } from './pieces.ts';

/** Something meaningless or forbidden in a lesson. */
export interface Complaint {
  readonly message: string;
  /** In the body, counted from 1. */
  readonly line: number;
}

export interface Body {
  readonly blocks: readonly Block[];
  readonly complaints: readonly Complaint[];
}

/** A line that places a task. */
const TASK = /^\{task: *([a-z0-9-]+)\}$/;

type Node = RootContent | PhrasingContent;

/** Reads untrusted lesson text that is not crowded: HTML, images and non-web addresses are reported and dropped. */
export function readBody(text: string): Body {
  const root = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const complaints: Complaint[] = [];
  const complain = (node: Node, message: string): void => {
    complaints.push({ message, line: node.position?.start.line ?? 1 });
  };

  const inlines = (nodes: readonly PhrasingContent[]): Inline[] => nodes.flatMap(inline);

  function inline(node: PhrasingContent): Inline[] {
    switch (node.type) {
      case 'text':
        return [{ kind: 'text', text: node.value }];
      case 'inlineCode':
        return [{ kind: 'code', text: node.value }];
      case 'strong':
      case 'emphasis':
        return [{ kind: node.type, parts: inlines(node.children) }];
      case 'break':
        return [{ kind: 'break' }];
      case 'link': {
        const parts = inlines(node.children);
        const deed = readDeed(node.url);
        if (deed) return [{ kind: 'do', deed, parts }];
        const elsewhere = webPage(node.url);
        if (elsewhere) return [{ kind: 'link', ...elsewhere, parts }];
        complain(node, `A link leads to "${shortened(node.url)}": it may be https: or ${DEEDS}.`);
        return parts;
      }
      case 'image':
      case 'imageReference':
        complain(node, 'A lesson shows the page itself, and no pictures.');
        return [];
      case 'html':
        complain(node, 'HTML is not read in a lesson.');
        return [];
      default:
        complain(node, `Footnotes and links that refer to other lines are not read in a lesson.`);
        return 'children' in node ? inlines(node.children) : [];
    }
  }

  function block(node: RootContent, depth: number): Block[] {
    if (depth > DEEPEST) {
      complain(node, `Lists and quotes may be ${DEEPEST} deep.`);
      return [];
    }
    switch (node.type) {
      case 'paragraph': {
        const [only, ...others] = node.children;
        const task = only?.type === 'text' && others.length === 0 && TASK.exec(only.value.trim());
        if (task !== false && task?.[1] !== undefined) return [{ kind: 'task', id: task[1] }];
        return [{ kind: 'paragraph', parts: inlines(node.children) }];
      }
      case 'heading':
        return [{ kind: 'heading', depth: node.depth, parts: inlines(node.children) }];
      case 'code':
        return [{ kind: 'code', text: node.value }];
      case 'list':
        return [
          {
            kind: 'list',
            ordered: node.ordered === true,
            start: node.start ?? 1,
            items: node.children.map(({ children }) =>
              children.flatMap((each) => block(each, depth + 1)),
            ),
          },
        ];
      case 'blockquote':
        return [{ kind: 'quote', blocks: node.children.flatMap((each) => block(each, depth + 1)) }];
      case 'table':
        return [
          {
            kind: 'table',
            rows: node.children.map(({ children }) =>
              children.map((cell) => inlines(cell.children)),
            ),
          },
        ];
      case 'thematicBreak':
        return [{ kind: 'rule' }];
      case 'html':
        // A remark is for whoever writes the lesson.
        if (!/^<!--[\s\S]*-->$/.test(node.value)) complain(node, 'HTML is not read in a lesson.');
        return [];
      default:
        complain(node, 'Footnotes and links that refer to other lines are not read in a lesson.');
        return [];
    }
  }

  return { blocks: root.children.flatMap((each) => block(each, 0)), complaints };
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

/** Web addresses only. */
function webPage(text: string): { readonly url: string; readonly host: string } | undefined {
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, href, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === ''
    ? { url: href, host }
    : undefined;
}
