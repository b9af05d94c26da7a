import { useMemo } from 'react';
import { type ElementState, ELEMENT_STATES, type Timeline } from '../../session/index.ts';
import type { Brush } from '../drawing/brush.ts';
import { svgOf } from '../drawing/picture.ts';
import { STATE_TEXTURES, usePalette } from '../drawing/palette.ts';

const STATES: readonly (readonly [ElementState, string])[] = [
  ['global', 'global'],
  ['local', 'local'],
  ['private', 'computing'],
  ['masked', 'masked lanes'],
  ['barrier', 'waits at a barrier'],
  ['dispatch', 'dispatch'],
  ['queue', 'in the queue'],
  ['hidden', 'latency, hidden'],
  ['exposed', 'latency, exposed'],
  ['busy', 'unit at work'],
  ['repeat', 'more of the same'],
  ['idle', 'idle'],
];

/** Where warps are served one after the other. */
const DEVICE_WORDS: Readonly<Partial<Record<ElementState, string>>> = {
  global: 'memory port and L2 at work',
  private: 'instructions',
};

/** What the fills of the charts mean, those that occur. */
export function Legend({ timeline }: { readonly timeline: Timeline }) {
  const palette = usePalette();
  const shown = useMemo(() => {
    const totals = timeline.lanes.map((lane) => lane.totals());
    return new Set(ELEMENT_STATES.filter((state) => totals.some((ticks) => ticks[state] > 0)));
  }, [timeline]);
  const isDevice = shown.has('hidden') || shown.has('exposed');
  return (
    <ul className="legend" aria-label="Legend">
      {STATES.filter(([state]) => shown.has(state)).map(([state, words]) => {
        const style = { fill: palette[state], texture: STATE_TEXTURES[state] };
        const box = { x: 0.5, y: 0.5, width: 13, height: 11 };
        const draw = (brush: Brush): void =>
          brush.rect(box, { ...style, stroke: palette.soft, width: 0.5 });
        const svg = svgOf({ width: 14, height: 12, draw }, 'none');
        const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        return (
          <li key={state}>
            <img src={url} width={14} height={12} alt="" />
            {(isDevice && DEVICE_WORDS[state]) || words}
          </li>
        );
      })}
    </ul>
  );
}
