import { type Brush, TEXT } from '../drawing/brush.ts';
import type { Palette } from '../drawing/palette.ts';
import { short } from '../shared/large-numbers.ts';
import { logMarks, placeOf, type Scatter, type ScatterFrame } from './scatter-data.ts';

export interface ScatterDrawing {
  readonly scatter: Scatter;
  readonly frame: ScatterFrame;
  readonly palette: Palette;
  /** The model's unit. */
  readonly unit: string;
}

const LABEL = { size: TEXT } as const;

/** Draws points and axes; rings mark the worst disagreements. */
export function drawScatter(brush: Brush, { scatter, frame, palette, unit }: ScatterDrawing): void {
  const bottom = frame.y + frame.height;
  let last = -Infinity;
  for (const mark of logMarks(...scatter.measured)) {
    const x = frame.across.at(mark);
    brush.line(x, frame.y, x, bottom, { stroke: palette.line });
    if (x - last < 48) continue;
    last = x;
    brush.text(x, bottom + 15, label(mark), { ...LABEL, fill: palette.soft, align: 'center' });
  }
  let lowest = Infinity;
  for (const mark of logMarks(...scatter.model)) {
    const y = frame.up.at(mark);
    brush.line(frame.x, y, frame.x2, y, { stroke: palette.line });
    if (lowest - y < 17) continue;
    lowest = y;
    brush.text(frame.x - 6, y, label(mark), {
      ...LABEL,
      fill: palette.soft,
      align: 'right',
      baseline: 'middle',
    });
  }
  brush.text(frame.x2, bottom + 31, 'measured, ms (log)', {
    ...LABEL,
    fill: palette.soft,
    align: 'right',
  });
  brush.text(frame.x + 8, frame.y + 12, `model, ${unit} (log)`, {
    ...LABEL,
    fill: palette.soft,
    halo: palette.surface,
  });
  const radius = scatter.beside.points.length > 1500 ? 1.6 : 2.6;
  for (let index = 0; index < scatter.beside.points.length; index += 1) {
    const { x, y } = placeOf(scatter, frame, index);
    brush.circle(x, y, radius, { fill: palette.accent });
  }
  for (const index of scatter.worst) {
    const { x, y } = placeOf(scatter, frame, index);
    brush.circle(x, y, 5, { stroke: palette.stop, width: 1.5 });
  }
}

/** A mark of an axis: `0.5`, `20`, `1.2M`. */
const label = (value: number): string =>
  value < 100 ? String(Number(value.toPrecision(2))) : short(value);
