import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { approximately, type Run } from '../../session/index.ts';
import { megabytes, seconds, short, whole } from '../shared/format.ts';
import { AXIS, GRID, shapeOf, TOOLTIP } from './chart-style.tsx';

const MARGIN = { top: 12, right: 24, bottom: 4, left: 8 };

const label = (value: string) => ({
  value,
  angle: -90,
  position: 'insideLeft' as const,
  offset: 4,
  className: 'chart-label',
});

/** In the corner under the other axis, which saves a line of height. */
const corner = (value: string) => ({
  value,
  position: 'insideBottomLeft' as const,
  dx: -56,
  offset: 6,
  className: 'chart-label',
});

/** The best time so far over the states searched: each step down is a better configuration. */
export function BestChart({ run }: { readonly run: Run }) {
  const { bests, samples } = run;
  const last = bests.at(-1);
  const end = Math.max(samples.at(-1)?.states ?? 0, last?.states ?? 0);
  const points = bests.map(({ states, time, values }) => ({
    states,
    time: approximately(time),
    name: Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  }));
  // The line goes on to where the search is now.
  const drawn = last
    ? [...points, { states: end, time: approximately(last.time), name: '' }]
    : points;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={drawn} margin={MARGIN} accessibilityLayer title="The best over the states">
        <CartesianGrid {...GRID} />
        <XAxis
          {...AXIS}
          dataKey="states"
          type="number"
          domain={[0, 'dataMax']}
          tickFormatter={short}
          label={corner('states')}
        />
        <YAxis
          {...AXIS}
          domain={['auto', 'auto']}
          allowDecimals={false}
          tickFormatter={whole}
          width={56}
          label={label('ticks')}
        />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(value) => `${whole(Number(value))} states`}
          formatter={(value, _, { payload }) => [
            `${whole(Number(value))} ticks`,
            String((payload as { name?: string }).name ?? ''),
          ]}
        />
        <Line
          dataKey="time"
          type="stepAfter"
          stroke="var(--accent)"
          strokeWidth={2}
          dot={shapeOf(0, 'var(--accent)', 1)}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** What the searches cost over time: states on the left, memory on the right. */
export function EffortChart({ run }: { readonly run: Run }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={[...run.samples]}
        margin={MARGIN}
        accessibilityLayer
        title="States and memory over time"
      >
        <CartesianGrid {...GRID} />
        <XAxis
          {...AXIS}
          dataKey="seconds"
          type="number"
          domain={[0, 'dataMax']}
          tickFormatter={(value: number) => short(Math.round(value * 10) / 10)}
          label={corner('seconds')}
        />
        <YAxis
          {...AXIS}
          yAxisId="states"
          allowDecimals={false}
          tickFormatter={short}
          width={56}
          label={label('states')}
        />
        <YAxis
          {...AXIS}
          yAxisId="memory"
          orientation="right"
          tickFormatter={(value: number) => (value === 0 ? '0 MB' : megabytes(value))}
          width={56}
        />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(value) => seconds(Number(value))}
          formatter={(value, name) => [
            name === 'memory' ? megabytes(Number(value)) : whole(Number(value)),
            String(name),
          ]}
        />
        <Line
          yAxisId="states"
          dataKey="states"
          name="states"
          stroke="var(--accent)"
          strokeWidth={2}
          dot={false}
          isAnimationActive={false}
        />
        <Line
          yAxisId="memory"
          dataKey="memoryMB"
          name="memory"
          stroke="var(--sampled)"
          strokeWidth={2}
          strokeDasharray="6 3"
          dot={false}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** The paths that a swarm found: how long each takes, over the steps of its trail. */
export function FoundChart({ run }: { readonly run: Run }) {
  const points = (run.result?.found ?? []).map(({ time, steps }) => ({
    time: approximately(time),
    steps,
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ScatterChart margin={MARGIN} accessibilityLayer title="The paths that the swarm found">
        <CartesianGrid {...GRID} />
        <XAxis
          {...AXIS}
          dataKey="steps"
          name="steps"
          type="number"
          domain={['auto', 'auto']}
          tickFormatter={whole}
          label={corner('steps')}
        />
        <YAxis
          {...AXIS}
          dataKey="time"
          name="ticks"
          domain={['auto', 'auto']}
          allowDecimals={false}
          tickFormatter={whole}
          width={56}
          label={label('ticks')}
        />
        <Tooltip {...TOOLTIP} formatter={(value) => whole(Number(value))} />
        <Scatter data={points} fill="var(--accent)" isAnimationActive={false} />
      </ScatterChart>
    </ResponsiveContainer>
  );
}
