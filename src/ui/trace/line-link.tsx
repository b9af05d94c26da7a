import { Button } from 'react-aria-components';
import type { Span } from '../../base/span.ts';
import type { KernelLines } from '../../trace/index.ts';
import { showPlace } from '../shared/opened.ts';

interface Props {
  readonly span: Span;
  readonly lines: KernelLines;
}

/** Names a line of the kernel, and shows it in the editor. */
export function LineLink({ span, lines }: Props) {
  const place = lines.at(span);
  if (!place) return null;
  const { line, text } = place;
  return (
    <Button
      className="button link"
      aria-label={`Show line ${line} of the kernel: ${text}`}
      onPress={() => showPlace(span.start)}
    >
      {`line ${line}`}
    </Button>
  );
}
