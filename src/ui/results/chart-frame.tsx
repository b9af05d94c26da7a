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

/** As wide as a short number with its prefix, and the name of the axis beside it. */
const AXIS_WIDTH = Math.round(6 * LETTER + 18);

/** What the axis up is of where nothing else is said, beside it. */
const TICKS = {
  value: 'ticks',
  angle: -90,
  position: 'insideLeft' as const,
  offset: 4,
  className: 'chart-label',
};

/** The name of the axis across stands in the corner under the other one, which saves a line of height. */
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
  /** Of the point under the pointer: its head, and its value with a name. */
  readonly tooltip: Pick<ComponentProps<typeof Tooltip>, 'labelFormatter' | 'formatter'>;
  /** The scatter chart, where every point has a tooltip of its own. */
  readonly kind?: typeof ComposedChart;
  readonly children: ReactNode;
}

/** What all charts have in common: the grid, two axes of numbers, the tooltip. */
export function ChartFrame(props: Props) {
  const { x, y, tooltip, kind: Chart = ComposedChart, children, ...rest } = props;
  // Measured in the chart's own pixels, which are larger than those of the page where its text is.
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

// Viridis from dark violet to green, without the yellow end that vanishes on white. The same hues are
// lifted for a dark ground.
const LIGHT = ['#46307e', '#365c8d', '#277f8e', '#1f9a6e', '#5a9a1c'];
const DARK = ['#b09af0', '#7fb0e8', '#4fc3cf', '#4fd39b', '#b5d943'];

/** A colour for a place from 0 to 1 in an ordered list. */
export function viridis(share: number): string {
  const mix = (list: readonly string[]): string => {
    const [low = '', high = '', part] = between(list, share);
    return `color-mix(in srgb, ${high} ${Math.round(part * 100)}%, ${low})`;
  };
  return `light-dark(${mix(LIGHT)}, ${mix(DARK)})`;
}

type DotProps = Partial<Record<'cx' | 'cy' | 'index', number>>;

/** A mark of its own shape for each line, so that lines are told apart without colour. */
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

/** A disc, a square, a triangle and a diamond of like weight around the origin. */
const SHAPES = [
  'M-4 0a4 4 0 1 1 8 0a4 4 0 1 1 -8 0z',
  'M-3.6 -3.6h7.2v7.2h-7.2z',
  'M0 -4.8l4.6 8.2h-9.2z',
  'M0 -5l5 5l-5 5l-5 -5z',
];
