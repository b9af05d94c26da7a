import { useMemo } from 'react';
import { stoppedIn, type Trace } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { stoppedInWords } from './event-words.ts';
import type { KernelLines } from './kernel-lines.ts';
import { LineLink } from './line-link.tsx';
import './stopped-line.css';

interface Props {
  readonly trace: Trace;
  readonly lines: KernelLines;
}

/** Of a run that nobody can go on with: who waits where for ever, and for whom. */
export function StoppedLine({ trace, lines }: Props) {
  const places = useMemo(() => {
    const spans = stoppedIn(trace).flatMap(({ span }) => span ?? []);
    return [...new Map(spans.map((span) => [span.start, span])).values()];
  }, [trace]);
  return (
    <p className="stopped-line" role="note">
      <Icon name="ban" />
      <strong>{`Nobody can go on from tick ${whole(trace.endTick)}`}</strong>
      <span>{stoppedInWords(trace, lines)}</span>
      {places.slice(0, MOST_LINKS).map((span) => (
        <LineLink key={span.start} span={span} lines={lines} />
      ))}
    </p>
  );
}

/** Lines that are linked: a deadlock may have many. */
const MOST_LINKS = 3;
