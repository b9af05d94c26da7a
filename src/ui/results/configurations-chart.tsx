import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { whole } from '../shared/format.ts';
import type { ConfigurationChartData } from './configurations-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import { AXIS, GRID, shapeOf, TOOLTIP, viridis } from './chart-style.tsx';

/** Model time along one parameter, a line for each value of the others, the optimum ringed. */
export function ConfigurationsChart({ data }: { readonly data: ConfigurationChartData }) {
  const { axis, points, lines, ticksX, logX, logY, optima } = data;
  return (
    <div className="chart-with-legend">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={[...points]}
          margin={{ top: 12, right: 16, bottom: 4, left: 8 }}
          accessibilityLayer
          title={`Model time in ticks for each ${axis}`}
        >
          <CartesianGrid {...GRID} />
          <XAxis
            {...AXIS}
            dataKey="x"
            type="number"
            scale={logX ? 'log' : 'linear'}
            domain={['dataMin', 'dataMax']}
            ticks={[...ticksX]}
            padding={{ left: 24, right: 24 }}
            // The first tick names the axis, which saves a line of height.
            tickFormatter={(value: number, index) =>
              index === 0 ? `${axis} ${whole(value)}` : whole(value)
            }
          />
          <YAxis
            {...AXIS}
            type="number"
            scale={logY ? 'log' : 'linear'}
            domain={
              logY
                ? ['auto', 'auto']
                : [(least: number) => Math.max(0, Math.floor(least * 0.9)), 'auto']
            }
            allowDecimals={false}
            tickFormatter={whole}
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
            labelFormatter={(label) => `${axis} ${String(label)}`}
            formatter={(value, name) => [`${whole(Number(value))} ticks`, String(name)]}
          />
          {lines.map(({ name, share }, index) => (
            <Line
              key={name}
              dataKey={name}
              name={name}
              stroke={viridis(share)}
              // Lines often lie on each other: lower ones are wider and upper ones dashed, so all show.
              strokeWidth={2 + (1.5 * (lines.length - 1 - index)) / Math.max(1, lines.length - 1)}
              strokeDasharray={DASHES[index % DASHES.length] ?? ''}
              dot={shapeOf(
                index,
                viridis(share),
                1.5 - (0.6 * index) / Math.max(1, lines.length - 1),
              )}
              connectNulls
              isAnimationActive={false}
            />
          ))}
          {optima.map(({ x, line, time }) => (
            <ReferenceDot
              key={`${x} ${line}`}
              className="chart-optimum"
              x={x}
              y={time}
              r={9}
              fill="none"
              stroke="var(--proved)"
              strokeWidth={2}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
      {lines.length > 1 && <ChartLegend lines={lines} />}
    </div>
  );
}

const DASHES = ['', '10 4', '4 3', '10 3 3 3'];
