import type { ElementState } from '../../session/index.ts';
import { svgBrush } from './brush.ts';
import { STATE_TEXTURES } from './gantt-draw.ts';
import { usePalette } from './palette.ts';

const STATES: readonly (readonly [ElementState, string])[] = [
  ['global', 'global'],
  ['local', 'local'],
  ['private', 'private'],
  ['barrier', 'waits at a barrier'],
  ['dispatch', 'dispatch'],
  ['busy', 'unit at work'],
  ['repeat', 'more of the same'],
  ['idle', 'idle'],
];

/** What the fills of the charts mean. */
export function Legend({ shown }: { readonly shown: ReadonlySet<ElementState> }) {
  const palette = usePalette();
  return (
    <ul className="legend" aria-label="Legend">
      {STATES.filter(([state]) => shown.has(state)).map(([state, words]) => {
        const brush = svgBrush();
        const texture = STATE_TEXTURES[state];
        brush.rect(0.5, 0.5, 13, 11, {
          fill: palette[state],
          ...(texture && { texture }),
          stroke: palette.soft,
          width: 0.5,
        });
        const url = `data:image/svg+xml,${encodeURIComponent(brush.svg(14, 12, 'none'))}`;
        return (
          <li key={state}>
            <img src={url} width={14} height={12} alt="" />
            {words}
          </li>
        );
      })}
    </ul>
  );
}
