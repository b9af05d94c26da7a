import { useMemo } from 'react';
import { whole } from '../../base/words.ts';
import { type KernelLines, stoppedIn, stoppedInWords, type Trace } from '../../trace/index.ts';
import { Icon } from '../shared/icons.tsx';
import { LineLink } from './line-link.tsx';
import './stopped-line.css';

interface Props {
  readonly trace: Trace;
  readonly lines: KernelLines;
}

/** Names who waits where for ever, and for whom. */
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
