import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { count, whole } from '../../base/words.ts';
import { type Run, type Trace, whereTheyPart } from '../../trace/index.ts';
import type { Track } from './cursor.ts';

interface Props {
  readonly own: Track | undefined;
  readonly kept: Track;
  readonly onEvent: (event: number) => void;
}

/** Where the run that is seen parts from the one that was kept, in words; a press goes there. */
export function DifferenceLine({ own, kept, onEvent }: Props) {
  const run = own?.run;
  const same = run === undefined || run === kept.run;
  const parting = useMemo(
    () => (same ? undefined : whereTheyPart(run, kept.run)),
    [same, run, kept],
  );
  if (same || !own) {
    return (
      <p className="difference">
        {`${kept.title} is kept. Open another run, such as ${kept.run.timed ? 'a cell of the map' : 'a simulation'}, to compare the two.`}
      </p>
    );
  }
  const [now, then] = [run.timed, kept.run.timed];
  const longer = now && then ? `${whoIsLonger(now, then, own.title, kept.title)} ` : '';
  if (!parting) return <p className="difference">{`${longer}The two runs are the same.`}</p>;
  const { left, right } = parting;
  const say = (of: Run, event: number | undefined): string =>
    event === undefined ? 'it has ended' : of.wordsAt(event);
  return (
    <p className="difference" data-testid="run-difference">
      {longer}
      {!now && `The first ${whole(parting.same)} steps are the same. `}
      <Button className="button link" onPress={() => left !== undefined && onEvent(left)}>
        {now && then
          ? `They part at tick ${whole(tickOfParting(now, then, left, right))}`
          : `They part at step ${whole(parting.same + 1)}`}
      </Button>
      {`: here ${say(run, left)}; in ${kept.title} ${say(kept.run, right)}.`}
    </p>
  );
}

/** The earlier of two events' ticks. */
function tickOfParting(
  now: Trace,
  then: Trace,
  left: number | undefined,
  right: number | undefined,
): number | bigint {
  const a = left === undefined ? undefined : now.tickAt(left);
  const b = right === undefined ? undefined : then.tickAt(right);
  return a !== undefined && (b === undefined || a < b) ? a : (b ?? 0);
}

function whoIsLonger(now: Trace, then: Trace, title: string, kept: string): string {
  const stuck = [now, then].find(({ isStuck }) => isStuck);
  if (stuck)
    return `${now.isStuck ? 'This run' : kept} stops for ever at tick ${whole(stuck.endTick)}.`;
  const by = Number(now.endTick) - Number(then.endTick);
  return by === 0
    ? `Both take ${count(now.endTick, 'tick')}.`
    : `${by < 0 ? title : kept} is ${count(Math.abs(by), 'tick')} faster.`;
}
