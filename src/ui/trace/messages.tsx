import { type RefObject, useMemo } from 'react';
import type { CardStyle } from '../../trace/index.ts';
import type { LiveCursor, Moving, Track } from './cursor.ts';
import { isFast } from './cursor.ts';
import { EventList } from './event-list.tsx';
import { moves } from './moves.ts';
import { SequenceChart, type SequencePicture } from './sequence-chart.tsx';
import { SequenceHead } from './sequence-head.tsx';
import type { SequenceLayout } from './sequence-layout.ts';
import { withinStretch } from './stretch.ts';
import { keptLayout, traceStore, useTraceState, useTraceView } from './trace-state.ts';

interface Props {
  readonly layout: SequenceLayout;
  readonly picture: RefObject<SequencePicture | null>;
  readonly style: CardStyle;
}

/** The sequence chart, and beside it that of a kept run without model time. */
export function Messages({ layout, picture, style }: Props) {
  const { timed } = layout.run;
  const chosen = useTraceView((view) => view.heights) ?? 'message';
  const heights = timed ? chosen : 'message';
  const stretch = useTraceState((state) => state.stretch);
  const unfolding = useTraceState((state) => state.unfolding);
  const kept = useTraceState((state) => state.kept);
  const onStretch = (next: number): void => traceStore.setState({ stretch: withinStretch(next) });
  return (
    <div className="sequence-panel">
      {timed && (
        <SequenceHead
          heights={heights}
          onHeights={(next) => useTraceView.setState({ heights: next })}
          onStretch={(factor) => onStretch(stretch * factor)}
        />
      )}
      <div className="sequence-charts">
        <SequenceChart
          {...{ layout, picture, style, heights, stretch, onStretch, moves }}
          label={timed ? 'Messages of the run, in order of time' : 'Steps and messages of the run'}
          marked={unfolding?.run}
          live={traceStore}
        >
          <EventsInWords layout={layout} style={style} />
        </SequenceChart>
        {!timed && kept && kept.run !== layout.run && <Kept kept={kept} style={style} />}
      </div>
    </div>
  );
}

/** A kept run at the same step. */
function Kept({ kept, style }: { readonly kept: Track; readonly style: CardStyle }) {
  const layout = useMemo(() => keptLayout(kept), [kept]);
  const live = useMemo(() => beside(layout), [layout]);
  return (
    <SequenceChart
      {...{ layout, style, live, moves }}
      label="Steps and messages of the kept run"
      heights="message"
      stretch={1}
      onStretch={() => undefined}
    />
  );
}

/** The cursor at the same position of another run. */
function beside({ stops }: SequenceLayout): LiveCursor {
  const at = (state: Moving): Moving => {
    const position = Math.min(state.position, stops.length - 1);
    return { ...state, position, event: stops[position] ?? 0 };
  };
  return {
    getState: () => at(traceStore.getState()),
    subscribe: (listener) => traceStore.subscribe((now, before) => listener(at(now), at(before))),
  };
}

/** Nothing is read out that plays too fast. */
function EventsInWords({ layout, style }: Pick<Props, 'layout' | 'style'>) {
  const position = useTraceState((state) => (isFast(state) ? undefined : state.seen.position));
  return (
    position !== undefined && <EventList layout={layout} position={position} lines={style.lines} />
  );
}
