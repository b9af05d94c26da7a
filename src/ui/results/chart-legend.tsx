import { shapePath, viridis } from './chart-style.tsx';
import type { Line } from './configurations-data.ts';

/** The lines of a chart by name, in their order. Scrolls where there are many, beside the chart rather
 * than over it. */
export function ChartLegend({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul className="chart-legend" aria-label="Lines of the chart" tabIndex={0}>
      {lines.map(({ name, share }, index) => (
        <li key={name}>
          <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true">
            <path d={shapePath(index)} fill={viridis(share)} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
