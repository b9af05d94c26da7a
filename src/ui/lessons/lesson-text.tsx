import { Fragment, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { Block, Deed, Inline } from '../../lessons/index.ts';

interface Props {
  readonly blocks: readonly Block[];
  /** Does to the page what a link of the lesson says. */
  readonly onDo: (deed: Deed) => void;
  readonly renderTask: (id: string) => ReactNode;
}

/** A lesson's text, built of its parts and never of HTML. */
export function LessonText({ blocks, ...rest }: Props) {
  return blocks.map((block, at) => <BlockView key={at} block={block} {...rest} />);
}

function BlockView({ block, ...rest }: Omit<Props, 'blocks'> & { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Parts parts={block.parts} onDo={rest.onDo} />
        </p>
      );
    case 'heading': {
      const parts = <Parts parts={block.parts} onDo={rest.onDo} />;
      // The first belongs to the page, the second to the lesson.
      return block.depth <= 2 ? <h3>{parts}</h3> : <h4>{parts}</h4>;
    }
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at}>
          <LessonText blocks={item} {...rest} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return (
        <blockquote>
          <LessonText blocks={block.blocks} {...rest} />
        </blockquote>
      );
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return (
        <table>
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at}>
                  <Parts parts={cell} onDo={rest.onDo} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              <tr key={line}>
                {row.map((cell, at) => (
                  <td key={at}>
                    <Parts parts={cell} onDo={rest.onDo} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    case 'rule':
      return <hr />;
    case 'task':
      return rest.renderTask(block.id);
  }
}

interface PartsProps extends Pick<Props, 'onDo'> {
  readonly parts: readonly Inline[];
}

function Parts({ parts, onDo }: PartsProps) {
  return parts.map((part, at) => <Fragment key={at}>{partView(part, onDo)}</Fragment>);
}

function partView(part: Inline, onDo: Props['onDo']): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Parts parts={part.parts} onDo={onDo} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Parts parts={part.parts} onDo={onDo} />
        </em>
      );
    case 'do':
      return (
        <Button className="lesson-do bare" onPress={() => onDo(part.deed)}>
          <Parts parts={part.parts} onDo={onDo} />
        </Button>
      );
    case 'link':
      return (
        <>
          <a href={part.url} target="_blank" rel="noopener noreferrer">
            <Parts parts={part.parts} onDo={onDo} />
          </a>{' '}
          <small className="soft-text">({part.host})</small>
        </>
      );
    case 'break':
      return <br />;
  }
}
