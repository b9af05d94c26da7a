import {
  Area,
  CartesianGrid,
  ComposedChart,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { whole } from '../shared/format.ts';
import { AXIS, GRID, TOOLTIP } from './chart-style.tsx';
import { type SearchPoint, VERDICT_WORDS } from './search-data.ts';

/** Bounds asked and their verdicts over the searches; the band is where the minimum can still be. */
export function SearchChart({ points }: { readonly points: readonly SearchPoint[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...points]}
        margin={{ top: 12, right: 16, bottom: 4, left: 8 }}
        accessibilityLayer
        title="The interval of the minimum, closing search by search"
      >
        <CartesianGrid {...GRID} />
        <XAxis
          {...AXIS}
          dataKey="run"
          type="number"
          domain={[1, 'dataMax']}
          ticks={points.map(({ run }) => run)}
          padding={{ left: 16, right: 16 }}
          allowDecimals={false}
          // In the corner under the other axis, which saves a line of height.
          label={{
            value: 'search',
            position: 'insideBottomLeft',
            dx: -48,
            offset: 6,
            className: 'chart-label',
          }}
        />
        <YAxis
          {...AXIS}
          tickFormatter={whole}
          domain={['auto', 'auto']}
          allowDecimals={false}
          width={56}
          label={{
            value: 'ticks',
            angle: -90,
            position: 'insideLeft',
            offset: 4,
            className: 'chart-label',
          }}
        />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(label) => `search ${String(label)}`}
          formatter={(value, name) =>
            Array.isArray(value)
              ? [`more than ${whole(Number(value[0]))}, at most ${whole(Number(value[1]))}`, name]
              : [`${whole(Number(value))} ticks?`, name]
          }
        />
        <Area
          dataKey="interval"
          name="the minimum is"
          type="stepAfter"
          stroke="var(--accent)"
          strokeOpacity={0.5}
          fill="var(--accent)"
          fillOpacity={0.14}
          isAnimationActive={false}
        />
        <Scatter
          dataKey="bound"
          name="asked: within"
          isAnimationActive={false}
          shape={verdictMark}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

interface VerdictProps {
  readonly cx?: number;
  readonly cy?: number;
  readonly payload?: SearchPoint;
}

/** A verdict's own mark: a disc where the program can finish, a bar where it cannot, a ring where the
 * search was cut off. */
function verdictMark(props: unknown) {
  const { cx = 0, cy = 0, payload } = props as VerdictProps;
  const verdict = payload?.verdict ?? 'incomplete';
  return (
    <g className={`verdict-${verdict}`}>
      <title>{VERDICT_WORDS[verdict]}</title>
      {verdict === 'violated' && <circle cx={cx} cy={cy} r={5} />}
      {verdict === 'satisfied' && <rect x={cx - 7} y={cy - 2.5} width={14} height={5} rx={1} />}
      {verdict === 'incomplete' && <circle cx={cx} cy={cy} r={4.5} />}
    </g>
  );
}
