import { whole } from '../shared/format.ts';
import { shapePath, viridis } from './chart-frame.tsx';
import type { Line } from './lines-data.ts';

interface Props {
  readonly lines: readonly Line[];
  /** How many there are in all, of which these are some. */
  readonly of: number;
}

/** The lines of a chart by name, in their order. Scrolls where there are many, beside the chart rather
 * than over it. */
export function ChartLegend({ lines, of }: Props) {
  return (
    <ul className="chart-legend" aria-label="Lines of the chart" tabIndex={0}>
      {lines.map(({ name, share }, index) => (
        <li key={name}>
          <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true">
            <path d={shapePath(index)} fill={viridis(share)} />
          </svg>
          <span data-export>{name}</span>
        </li>
      ))}
      {of > lines.length && (
        <li className="legend-note">{`${lines.length} of ${whole(of)} lines`}</li>
      )}
    </ul>
  );
}
