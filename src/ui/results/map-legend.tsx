import { whole } from '../shared/format.ts';
import { css, viridisRgb } from './color-scale.ts';

/** What the colours of the map mean: bright is fast. */
export function MapLegend({ least, most }: { readonly least: number; readonly most: number }) {
  if (Number.isNaN(least)) return null;
  const stops = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]
    .map((share) => css(viridisRgb(1 - share)))
    .join(', ');
  return (
    <span className="map-legend">
      <span>{whole(least)}</span>
      <span className="map-scale" style={{ background: `linear-gradient(90deg, ${stops})` }} />
      <span>{whole(most)} ticks</span>
      <span title="A cell with a dot is proved; a hatched one cannot run">● proved</span>
    </span>
  );
}
