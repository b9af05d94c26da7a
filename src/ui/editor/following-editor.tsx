import type { ComponentProps } from 'react';
import type { Span } from '../../base/span.ts';
import type { RunPlace } from '../../trace/index.ts';
import { useCurrentPlace } from '../trace/trace-state.ts';
import { CodeEditor } from './code-editor.tsx';

interface Props extends Omit<ComponentProps<typeof CodeEditor>, 'step'> {
  /** What of the text a place in the run is about. */
  readonly stepOf: (place: RunPlace) => Span | undefined;
  /** The run is not one of this text. */
  readonly isStale: boolean;
}

/** An editor that follows the cursor, so that what is around it need not. */
export function FollowingEditor({ stepOf, isStale, ...editor }: Props) {
  const place = useCurrentPlace();
  // A run with data has no model, and is closed once its text changes.
  const isOfModel = place !== undefined && place.line > 0;
  const step = place && !(isStale && isOfModel) ? stepOf(place) : undefined;
  return <CodeEditor {...editor} step={step} />;
}
