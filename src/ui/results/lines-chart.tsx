import { useMemo, useState } from 'react';
import { Line, ReferenceArea, ReferenceDot } from 'recharts';
import { LETTER } from '../drawing/brush.ts';
import { whole } from '../../base/words.ts';
import { axisWords, fitting } from '../shared/large-numbers.ts';
import { marksAround } from '../drawing/axis.ts';
import { ChartFrame, shapeOf, shapePath, viridis } from './chart-frame.tsx';
import { type LinesData, linesData } from './lines-data.ts';
import type { MapData, Ranges } from './map-data.ts';

interface Props {
  readonly data: MapData;
  readonly along: 'x' | 'y';
  readonly log: boolean;
  /** A stretch of the axis was drawn over. */
  readonly onRanges: (ranges: Ranges) => void;
}

/** Times along one parameter, one line per value of the other. A dragged range zooms in. */
export function LinesChart({ data: map, along, log, onRanges }: Props) {
  const data = useMemo(() => linesData(map, along), [map, along]);
  const { axis, points, lines, logX, optima } = data;
  const [brush, setBrush] = useState<{ from: number; to: number }>();
  const end = (): void => {
    if (brush && brush.from !== brush.to)
      onRanges({ [axis]: [Math.min(brush.from, brush.to), Math.max(brush.from, brush.to)] });
    setBrush(undefined);
  };
  const xs = points.map(({ x }) => x);
  // Some room at both ends, so that rings and marks are whole.
  const marks = Number.isNaN(data.most)
    ? []
    : marksAround(Math.max(0, data.least * 0.95), data.most * 1.05, 5);
  const ticks = axisWords(marks);
  return (
    <div className="chart-with-legend">
      <ChartFrame
        title={`Model time in ticks for each ${axis}`}
        data={[...points]}
        x={{
          dataKey: 'x',
          scale: logX ? 'log' : 'linear',
          domain: ['dataMin', 'dataMax'],
          ...(logX || xs.length <= 8 ? { ticks: xs } : {}),
          padding: { left: 20, right: 20 },
          tickFormatter: (value: number) => fitting(value, 7),
          ...nameOf(axis),
        }}
        y={{
          scale: log ? 'log' : 'linear',
          ...(!log &&
            marks.length > 1 && { domain: [marks[0] ?? 0, marks.at(-1) ?? 0], ticks: marks }),
          tickFormatter: ticks,
          // Fits its longest figure.
          width: Math.max(56, ...marks.map((mark) => ticks(mark).length * LETTER + 22)),
        }}
        tooltip={{
          labelFormatter: (label) => `${axis} ${String(label)}`,
          formatter: (value, name) => [`${whole(Number(value))} ticks`, String(name)],
        }}
        onMouseDown={({ activeLabel }) => {
          const x = Number(activeLabel);
          if (activeLabel !== undefined) setBrush({ from: x, to: x });
        }}
        onMouseMove={({ activeLabel }) => {
          if (brush && activeLabel !== undefined) setBrush({ ...brush, to: Number(activeLabel) });
        }}
        onMouseUp={end}
        onMouseLeave={() => setBrush(undefined)}
      >
        {lines.map(({ name, share }, index) => (
          <Line
            key={name}
            dataKey={name}
            name={name}
            stroke={viridis(share)}
            // Lines often overlap: lower ones are wider and upper ones dashed.
            strokeWidth={2 + (1.5 * (lines.length - 1 - index)) / Math.max(1, lines.length - 1)}
            strokeDasharray={DASHES[index % DASHES.length] ?? ''}
            dot={
              points.length > 40
                ? false
                : shapeOf(
                    index,
                    viridis(share),
                    1.5 - (0.6 * index) / Math.max(1, lines.length - 1),
                  )
            }
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
            r={8}
            fill="none"
            stroke="var(--optimum, var(--proved))"
            strokeWidth={2}
          />
        ))}
        {brush && brush.from !== brush.to && (
          <ReferenceArea
            x1={brush.from}
            x2={brush.to}
            fill="var(--accent)"
            fillOpacity={0.15}
            stroke="var(--accent)"
          />
        )}
      </ChartFrame>
      {lines.length > 1 && <ChartLegend {...data} />}
    </div>
  );
}

/** Letters of a name in the corner, which saves a line of height. */
const CORNER_LETTERS = 7;

const nameOf = (axis: string) =>
  axis.length <= CORNER_LETTERS
    ? { corner: axis }
    : {
        height: 46,
        label: {
          value: axis,
          position: 'insideBottom',
          offset: 2,
          className: 'chart-label',
        } as const,
      };

const DASHES = ['', '10 4', '4 3', '10 3 3 3'];

/** Lines by name beside the chart; many scroll. */
function ChartLegend({ lines, of }: LinesData) {
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
        <li className="soft-text">{`${lines.length} of ${whole(of)} lines`}</li>
      )}
    </ul>
  );
}
