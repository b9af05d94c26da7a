import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { toString } from 'mdast-util-to-string';
import { gfmTable } from 'micromark-extension-gfm-table';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { Link } from 'react-aria-components';
import { headingId, type Target, targetOf } from './pages.ts';

interface Props {
  readonly text: string;
  /** The path of its file. */
  readonly path: string;
  readonly onOpen: (target: Target & { kind: 'page' }) => void;
}

/** A page of the documentation. */
export function MarkdownPage({ text, path, onOpen }: Props) {
  const root = useMemo(
    () =>
      fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }),
    [text],
  );
  return <>{childrenOf(root, { path, onOpen })}</>;
}

type Context = Pick<Props, 'path' | 'onOpen'>;

const childrenOf = (node: Parents, context: Context): ReactNode =>
  node.children.map((child: Nodes, index) => (
    <Fragment key={index}>{shown(child, context)}</Fragment>
  ));

function shown(node: Nodes, context: Context): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'strong':
      return <strong>{childrenOf(node, context)}</strong>;
    case 'emphasis':
      return <em>{childrenOf(node, context)}</em>;
    case 'break':
      return <br />;
    case 'link':
      return linked(targetOf(node.url, context.path), childrenOf(node, context), context);
    case 'image':
      // A picture of the page beside the page would be a second download.
      return node.alt ? <em className="soft-text">Picture: {node.alt}</em> : null;
    case 'paragraph':
      return <p>{childrenOf(node, context)}</p>;
    case 'heading':
      return createElement(
        `h${Math.min(node.depth + 1, 6)}`,
        { id: `guide-${headingId(toString(node))}`, tabIndex: -1 },
        childrenOf(node, context),
      );
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>{childrenOf(node, context)}</ol>
      ) : (
        <ul>{childrenOf(node, context)}</ul>
      );
    case 'listItem': {
      const [only, ...others] = node.children;
      // A line that stands alone needs no paragraph of its own.
      const isLine = others.length === 0 && only?.type === 'paragraph';
      return <li>{childrenOf(isLine ? only : node, context)}</li>;
    }
    case 'blockquote':
      return <blockquote>{childrenOf(node, context)}</blockquote>;
    case 'table': {
      const [head, ...rows] = node.children;
      return (
        <div className="guide-table" tabIndex={0} role="group" aria-label="Table">
          <table className="table">
            <thead>
              <tr>
                {head?.children.map((cell, index) => (
                  <th key={index} scope="col">
                    {childrenOf(cell, context)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {row.children.map((cell, column) => (
                    <td key={column}>{childrenOf(cell, context)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    case 'thematicBreak':
      return <hr />;
    default:
      // Remarks for whoever edits the file.
      return null;
  }
}

function linked(target: Target, words: ReactNode, { onOpen }: Context): ReactNode {
  switch (target.kind) {
    case 'page':
      return (
        <Link className="guide-link" onPress={() => onOpen(target)}>
          {words}
        </Link>
      );
    case 'web':
      return (
        <a className="guide-link" href={target.url} target="_blank" rel="noreferrer">
          {words}
        </a>
      );
    case 'nowhere':
      return words;
  }
}
