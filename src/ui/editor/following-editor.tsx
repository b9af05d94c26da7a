import type { ComponentProps } from 'react';
import type { Span } from '../../session/index.ts';
import { type Place, useCurrentPlace } from '../trace/trace-state.ts';
import { useValuePlace } from '../values/value-cursor.ts';
import { CodeEditor } from './code-editor.tsx';

interface Props extends Omit<ComponentProps<typeof CodeEditor>, 'step'> {
  /** What of the text a place in the run is about. */
  readonly stepOf: (place: Place) => Span | undefined;
  /** The run is not one of this text. */
  readonly isStale: boolean;
}

/** An editor that follows the cursor, so that what is around it need not. */
export function FollowingEditor({ stepOf, isStale, ...editor }: Props) {
  const place = useCurrentPlace();
  const ofValues = useValuePlace();
  const step = ofValues ? stepOf({ line: 0, kernel: ofValues }) : undefined;
  return <CodeEditor {...editor} step={step ?? (isStale || !place ? undefined : stepOf(place))} />;
}
