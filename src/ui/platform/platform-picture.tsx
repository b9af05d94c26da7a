import { useMemo, useRef } from 'react';
import type { ElementState } from '../../session/index.ts';
import { count, whole } from '../shared/format.ts';
import { useSize } from '../shared/hooks.ts';
import type { Box } from '../drawing/brush.ts';
import { useTraceState } from '../trace/trace-state.ts';
import { layOutPlatform, type Platform } from './picture-layout.ts';

interface Props extends Platform {
  /** Whether the trace is one of this machine. */
  readonly isRunning: boolean;
  /** Elements that do the same, side by side: the lanes of a warp. */
  readonly lanes: number;
}

const STATES = ['works', 'waits', 'idle'] as const;

/** The machine, drawn: devices hold units hold processing elements, coloured by what they do at the
 * cursor of the run. */
export function PlatformPicture({ devices, units, elements, lanes, isRunning }: Props) {
  const activity = useActivity();
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const picture = useMemo(
    () =>
      width > 8 && height > 8 ? layOutPlatform({ devices, units, elements }, width, height) : null,
    [devices, units, elements, width, height],
  );
  const total = devices * units * elements;
  const words = `${count(devices, 'device')} of ${count(units, 'unit')} of ${count(elements, 'element')}: ${whole(total)} in all`;
  return (
    <figure className="picture">
      <div ref={frame} className="picture-frame">
        {picture && (
          <svg width={width} height={height} role="img" aria-label={words}>
            <path className="picture-device" d={outline(picture.devices)} />
            <path
              className={picture.elements.length > 0 ? 'picture-unit' : 'picture-unit full'}
              d={outline(picture.units)}
            />
            {activity && isRunning ? (
              STATES.map((state) => (
                <path
                  key={state}
                  className={`picture-element ${state}`}
                  d={outline(
                    picture.elements.filter(
                      (_, at) =>
                        activity(Math.floor(at / elements), Math.floor((at % elements) / lanes)) ===
                        state,
                    ),
                  )}
                />
              ))
            ) : (
              <path className="picture-element" d={outline(picture.elements)} />
            )}
          </svg>
        )}
      </div>
      <figcaption>
        {count(devices, 'device')} × {count(units, 'unit')} × {count(elements, 'element')}
        <br />
        <strong>{whole(total)}</strong> processing elements
      </figcaption>
    </figure>
  );
}

/** All boxes as one path: thousands of them cost one element. */
const outline = (boxes: readonly Box[]): string =>
  boxes
    .map(
      ({ x, y, width, height }) =>
        `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`,
    )
    .join('');

const round = (value: number): number => Math.round(value * 100) / 100;

/** What an element of the machine does: by the number of its unit, counted over all devices, and its own
 * number in there. */
type Activity = (unit: number, element: number) => 'works' | 'waits' | 'idle';

const ACTIVITIES: Readonly<Record<ElementState, ReturnType<Activity>>> = {
  global: 'works',
  local: 'works',
  private: 'works',
  repeat: 'works',
  busy: 'works',
  masked: 'works',
  barrier: 'waits',
  dispatch: 'waits',
  queue: 'waits',
  hidden: 'waits',
  exposed: 'waits',
  idle: 'idle',
};

/** What the machine does at the cursor of the trace; nothing while no trace is walked through. Where one
 * stands for others like it, all of them do what it does. */
function useActivity(): Activity | undefined {
  const timeline = useTraceState((state) => state.timeline);
  const trace = useTraceState(({ layout }) => layout?.trace);
  const walking = useTraceState((state) => state.playing || state.position > 0);
  const tick = useTraceState(({ layout, seen }) => layout?.trace.columns.tick[seen.event] ?? 0);
  const units = useMemo(() => {
    if (!timeline || !trace) return undefined;
    const found: { readonly index: number; readonly lane: (typeof timeline.lanes)[number] }[][] =
      [];
    for (const lane of timeline.lanes) {
      const process = trace.process(lane.pid);
      if (process?.unit === undefined || process.index === undefined) continue;
      (found[process.unit] ??= []).push({ index: process.index, lane });
    }
    return found;
  }, [timeline, trace]);
  return useMemo(() => {
    if (!units || !walking) return undefined;
    const { units: ofUnit = 1, elements: ofElements = [] } = trace?.standsFor ?? {};
    return (unit, element) => {
      const elements = units[ofUnit > 1 && unit < ofUnit ? 0 : unit];
      const found = elements?.[ofElements.length > 0 ? likeOf(element, ofElements) : element];
      return found ? ACTIVITIES[found.lane.stateAt(tick)] : 'idle';
    };
  }, [units, trace, walking, tick]);
}

/** The element that is run for one of all, by how many each stands for; none for those without work. */
function likeOf(element: number, standsFor: readonly number[]): number {
  let before = 0;
  return standsFor.findIndex((number) => element < (before += number));
}
