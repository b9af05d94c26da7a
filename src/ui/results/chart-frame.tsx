import { type ComponentProps, type ReactElement, type ReactNode, useRef } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  Tooltip,
  XAxis,
  type XAxisProps,
  YAxis,
  type YAxisProps,
} from 'recharts';
import { LETTER, TEXT } from '../drawing/brush.ts';
import { useSize } from '../shared/hooks.ts';
import { short } from '../shared/large-numbers.ts';
import { between } from './color-scale.ts';

// Colours are CSS variables, so both themes work without a redraw.
export const AXIS = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--text-soft)', fontSize: TEXT },
  tickLine: { stroke: 'var(--line-strong)' },
} as const;

const TOOLTIP = {
  isAnimationActive: false,
  contentStyle: {
    border: '1px solid var(--line)',
    borderRadius: 6,
    background: 'var(--surface-raised)',
    boxShadow: 'var(--shadow)',
    fontSize: TEXT,
    padding: '4px 8px',
  },
  labelStyle: { fontWeight: 600 },
  itemStyle: { color: 'var(--text)', padding: 0 },
  cursor: { stroke: 'var(--line-strong)' },
} as const;

/** Fits a short number with its prefix, and the axis name. */
const AXIS_WIDTH = Math.round(6 * LETTER + 18);

/** The usual name of the vertical axis. */
const TICKS = {
  value: 'ticks',
  angle: -90,
  position: 'insideLeft' as const,
  offset: 4,
  className: 'chart-label',
};

/** In the corner, which saves a line of height. */
const CORNER = {
  position: 'insideBottomLeft',
  dx: 4 - AXIS_WIDTH,
  offset: 6,
  className: 'chart-label',
} as const;

interface Props extends ComponentProps<typeof ComposedChart> {
  readonly title: string;
  readonly x: XAxisProps & { readonly corner?: string };
  readonly y?: YAxisProps & { readonly beside?: string };
  /** Words for the point under the pointer. */
  readonly tooltip: Pick<ComponentProps<typeof Tooltip>, 'labelFormatter' | 'formatter'>;
  /** The scatter chart, where every point has a tooltip of its own. */
  readonly kind?: typeof ComposedChart;
  readonly children: ReactNode;
}

/** The grid, axes and tooltip of all charts. */
export function ChartFrame(props: Props) {
  const { x, y, tooltip, kind: Chart = ComposedChart, children, ...rest } = props;
  // In the chart's own pixels, which grow with the text.
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  return (
    <div ref={frame} className="chart-room">
      {width > 0 && height > 0 && (
        <Chart
          width={width}
          height={height}
          margin={{ top: 12, right: 16, bottom: 4, left: 8 }}
          accessibilityLayer
          {...rest}
        >
          <CartesianGrid stroke="var(--line)" strokeDasharray="2 4" />
          <XAxis
            {...AXIS}
            type="number"
            {...(x.corner && { label: { ...CORNER, value: x.corner } })}
            {...x}
          />
          <YAxis
            {...AXIS}
            domain={['auto', 'auto']}
            allowDecimals={false}
            tickFormatter={short}
            width={AXIS_WIDTH}
            label={{ ...TICKS, ...(y?.beside && { value: y.beside }) }}
            {...y}
          />
          <Tooltip {...TOOLTIP} {...tooltip} />
          {children}
        </Chart>
      )}
    </div>
  );
}

// Viridis without the yellow that vanishes on white; lighter hues for dark ground.
const LIGHT = ['#46307e', '#365c8d', '#277f8e', '#1f9a6e', '#5a9a1c'];
const DARK = ['#b09af0', '#7fb0e8', '#4fc3cf', '#4fd39b', '#b5d943'];

/** A colour for a place from 0 to 1. */
export function viridis(share: number): string {
  const mix = (list: readonly string[]): string => {
    const [low = '', high = '', part] = between(list, share);
    return `color-mix(in srgb, ${high} ${Math.round(part * 100)}%, ${low})`;
  };
  return `light-dark(${mix(LIGHT)}, ${mix(DARK)})`;
}

type DotProps = Partial<Record<'cx' | 'cy' | 'index', number>>;

/** A shape for each line, so colour is not needed. */
export function shapeOf(
  line: number,
  color: string,
  scale: number,
): (props: DotProps) => ReactElement {
  return ({ cx, cy, index }) => {
    const key = `${line} ${index ?? 0}`;
    if (cx === undefined || cy === undefined || !Number.isFinite(cy)) return <g key={key} />;
    return (
      <path
        key={key}
        d={shapePath(line)}
        transform={`translate(${cx} ${cy}) scale(${scale})`}
        fill={color}
        stroke="var(--surface)"
        strokeWidth={1 / scale}
      />
    );
  };
}

/** The mark of a line, as a path around the origin. */
export const shapePath = (line: number): string => SHAPES[line % SHAPES.length] ?? '';

/** Disc, square, triangle and diamond of similar weight. */
const SHAPES = [
  'M-4 0a4 4 0 1 1 8 0a4 4 0 1 1 -8 0z',
  'M-3.6 -3.6h7.2v7.2h-7.2z',
  'M0 -4.8l4.6 8.2h-9.2z',
  'M0 -5l5 5l-5 5l-5 -5z',
];
