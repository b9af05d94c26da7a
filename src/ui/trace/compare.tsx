import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { firstDifference, type Trace } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';
import type { Track } from './cursor.ts';
import { inWords } from './event-words.ts';

interface Props {
  readonly own: Track | undefined;
  readonly kept: Track;
  readonly onEvent: (event: number) => void;
}

/** Where the run that is seen parts from the one that was kept, in words; a press goes there. */
export function DifferenceLine({ own, kept, onEvent }: Props) {
  const trace = own?.trace;
  const same = trace === undefined || trace === kept.trace;
  const difference = useMemo(
    () => (same ? undefined : firstDifference(trace, kept.trace)),
    [same, trace, kept],
  );
  if (same) {
    return (
      <p className="difference">
        {`${kept.title} is kept. Open another run, such as a cell of the map, to compare the two.`}
      </p>
    );
  }
  const [now, then] = [Number(trace.endTick), Number(kept.trace.endTick)];
  const stuck = [trace, kept.trace].filter(({ isStuck }) => isStuck);
  const longer =
    stuck.length > 0
      ? `${trace.isStuck ? 'This run' : kept.title} stops for ever at tick ${whole(stuck[0]?.endTick ?? 0)}.`
      : now === then
        ? `Both take ${count(trace.endTick, 'tick')}.`
        : `${now < then ? own?.title : kept.title} is ${count(Math.abs(now - then), 'tick')} faster.`;
  if (!difference) return <p className="difference">{`${longer} The two runs are the same.`}</p>;
  const { left, right, tick } = difference;
  const say = (of: Trace, event: number | undefined): string =>
    event === undefined ? 'it has ended' : inWords(of, event);
  return (
    <p className="difference">
      {`${longer} `}
      <Button className="button link" onPress={() => left !== undefined && onEvent(left)}>
        {`They part at tick ${whole(tick)}`}
      </Button>
      {`: here ${say(trace, left)}; in ${kept.title} ${say(kept.trace, right)}.`}
    </p>
  );
}
