import { useMemo } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { firstDifference } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { useSessionState } from '../shared/session-context.tsx';
import { inWords, valuesInWords } from './message-words.ts';
import { type Kept, usePlayback, playback } from './playback.ts';

/** Keeps the run that is seen, so that the next one is drawn above it on the same ticks. */
export function CompareButton() {
  const layout = usePlayback((state) => state.layout);
  const timeline = usePlayback((state) => state.timeline);
  const kept = usePlayback((state) => state.kept);
  const title = useTitle();
  const words = kept ? 'Put the kept run away' : 'Keep this run to compare others with';
  return (
    <TooltipTrigger delay={400}>
      <Button
        className={kept ? 'icon-button on' : 'icon-button'}
        aria-label={words}
        isDisabled={!layout}
        onPress={() => {
          const { keep } = playback();
          keep(kept || !layout || !timeline ? null : { trace: layout.trace, timeline, title });
        }}
      >
        <Icon name="pin" />
      </Button>
      <Tooltip className="tooltip" offset={4}>
        {words}
      </Tooltip>
    </TooltipTrigger>
  );
}

/** What the run that is seen is of: `WG 16, TS 4`. */
export function useTitle(): string {
  const values = useSessionState((state) => state.trace.values);
  const simulated = useSessionState((state) => state.trace.origin === 'simulation');
  return `${valuesInWords(values ?? {})}${simulated ? ', simulated' : ''}`;
}

/** Where the run that is seen parts from the one that was kept, in words; a press goes there. */
export function DifferenceLine({ kept }: { readonly kept: Kept }) {
  const trace = usePlayback(({ layout }) => layout?.trace);
  const title = useTitle();
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
  const longer =
    now === then
      ? `Both take ${count(trace.endTick, 'tick')}.`
      : `${now < then ? title : kept.title} is ${count(Math.abs(now - then), 'tick')} faster.`;
  if (!difference) return <p className="difference">{`${longer} The two runs are the same.`}</p>;
  const { left, right, tick } = difference;
  const say = (of: typeof trace, event: number | undefined): string =>
    event === undefined ? 'it has ended' : inWords(of, of.event(event));
  return (
    <p className="difference">
      {`${longer} `}
      <Button
        className="button link"
        onPress={() => left !== undefined && playback().seekEvent(left)}
      >
        {`They part at tick ${whole(tick)}`}
      </Button>
      {`: here ${say(trace, left)}; in ${kept.title} ${say(kept.trace, right)}.`}
    </p>
  );
}
