import { type ComponentType, useMemo } from 'react';
import { Area, Line, Scatter, ScatterChart, YAxis } from 'recharts';
import { approximately } from '../../base/ticks.ts';
import type { Run } from '../../session/run/run.ts';
import type { AmountWords } from '../shared/amount-words.ts';
import { configurationsInWords, megabytes, seconds, whole } from '../../base/words.ts';
import { short } from '../shared/large-numbers.ts';
import { AXIS, ChartFrame, shapeOf } from './chart-frame.tsx';
import { type Picture, type SearchPoint, searchPoints } from './search-data.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface Props {
  readonly run: Run;
  readonly words: AmountWords;
}

const LINE = { strokeWidth: 2, dot: false, isAnimationActive: false } as const;
const FROM_ZERO = [0, 'dataMax'] as const;

/** Bounds and verdicts by search; the band holds the minimum. */
function IntervalChart({ run: { runs, bests }, words }: Props) {
  const start = bests[0] && approximately(bests[0].time);
  const points = useMemo(() => searchPoints(runs, start, words.goal), [runs, start, words]);
  return (
    <ChartFrame
      title="The interval of the minimum, closing search by search"
      data={points}
      x={{
        dataKey: 'run',
        corner: 'search',
        domain: [1, 'dataMax'],
        ticks: points.map(({ run }) => run),
        padding: { left: 16, right: 16 },
        allowDecimals: false,
      }}
      y={{ beside: words.name }}
      tooltip={{
        labelFormatter: (label) => `search ${String(label)}`,
        formatter: (value, name) =>
          Array.isArray(value)
            ? [words.between(Number(value[0]), Number(value[1])).join(', '), name]
            : [words.asked(Number(value)), name],
      }}
    >
      <Area
        dataKey="interval"
        name={words.best}
        type="stepAfter"
        stroke="var(--accent)"
        strokeOpacity={0.5}
        fill="var(--accent)"
        fillOpacity={0.14}
        isAnimationActive={false}
      />
      <Scatter
        dataKey="bound"
        name={`asked: ${words.bound}`}
        isAnimationActive={false}
        shape={verdictMark(words)}
      />
    </ChartFrame>
  );
}

/** The mark of a point's verdict, where recharts has it. */
const verdictMark =
  ({ verdicts }: AmountWords) =>
  (props: unknown) => {
    const {
      cx = 0,
      cy = 0,
      payload,
    } = props as { cx?: number; cy?: number; payload?: SearchPoint };
    const verdict = payload?.verdict ?? 'incomplete';
    return (
      <g className={`verdict-${verdict}`} transform={`translate(${cx} ${cy})`}>
        <title>{verdicts[verdict]}</title>
        <VerdictMark verdict={verdict} />
      </g>
    );
  };

/** The best time over states searched. */
function BestChart({ run: { bests, samples }, words }: Props) {
  const points = bests.map(({ states, time, values }) => ({
    states,
    time: approximately(time),
    name: configurationsInWords([values]),
  }));
  const last = points.at(-1);
  // The line goes on to where the search is now.
  const end = Math.max(samples.at(-1)?.states ?? 0, last?.states ?? 0);
  return (
    <ChartFrame
      title="The best over the states"
      data={last ? [...points, { ...last, states: end, name: '' }] : points}
      x={{ dataKey: 'states', corner: 'states', domain: FROM_ZERO, tickFormatter: short }}
      y={{ beside: words.name }}
      tooltip={{
        labelFormatter: (value) => `${whole(Number(value))} states`,
        formatter: (value, _, { payload }) => [
          words.inWords(Number(value)),
          String((payload as { name?: string }).name ?? ''),
        ],
      }}
    >
      <Line
        {...LINE}
        dataKey="time"
        type="stepAfter"
        stroke="var(--accent)"
        dot={shapeOf(0, 'var(--accent)', 1)}
      />
    </ChartFrame>
  );
}

/** States on the left, memory on the right. */
function EffortChart({ run }: Props) {
  return (
    <ChartFrame
      title="States and memory over time"
      data={[...run.samples]}
      x={{
        dataKey: 'seconds',
        corner: 'seconds',
        domain: FROM_ZERO,
        tickFormatter: (value: number) => short(Math.round(value * 10) / 10),
      }}
      y={{ yAxisId: 'states', beside: 'states', domain: [0, 'auto'], tickFormatter: short }}
      tooltip={{
        labelFormatter: (value) => seconds(Number(value)),
        formatter: (value, name) => [
          name === 'memory' ? megabytes(Number(value)) : whole(Number(value)),
          String(name),
        ],
      }}
    >
      <YAxis
        {...AXIS}
        yAxisId="memory"
        orientation="right"
        tickFormatter={(value: number) => (value === 0 ? '0 MB' : megabytes(value))}
        width={72}
      />
      <Line {...LINE} yAxisId="states" dataKey="states" name="states" stroke="var(--accent)" />
      <Line
        {...LINE}
        yAxisId="memory"
        dataKey="memoryMB"
        name="memory"
        stroke="var(--sampled)"
        strokeDasharray="6 3"
      />
    </ChartFrame>
  );
}

/** Times of a swarm's paths over the steps of their trails. */
function TrailsChart({ run, words }: Props) {
  const points = (run.result?.found ?? []).map(({ time, steps }) => ({
    time: approximately(time),
    steps,
  }));
  return (
    <ChartFrame
      kind={ScatterChart}
      title="The paths that the swarm found"
      x={{
        dataKey: 'steps',
        name: 'steps',
        corner: 'steps',
        domain: ['auto', 'auto'],
        tickFormatter: short,
      }}
      y={{ dataKey: 'time', name: words.name, beside: words.name }}
      tooltip={{ formatter: (value) => whole(Number(value)) }}
    >
      <Scatter data={points} fill="var(--accent)" isAnimationActive={false} />
    </ChartFrame>
  );
}

const CHARTS: Readonly<Record<Picture, ComponentType<Props>>> = {
  interval: IntervalChart,
  best: BestChart,
  trails: TrailsChart,
  effort: EffortChart,
};

/** One of the pictures of a run. */
export function SearchChart({ picture, ...props }: Props & { readonly picture: Picture }) {
  const Chart = CHARTS[picture];
  return <Chart {...props} />;
}
