/** What a chart is drawn with. The same drawing goes to a canvas on the page and to an SVG file. All
 * distances are CSS pixels. */
export interface Painter {
  rect(box: Box, fill: string): void;
  /** Diagonal lines over a box. */
  hatch(box: Box, stroke: string): void;
  frame(box: Box, stroke: string, width: number, options?: FrameOptions): void;
  disc(x: number, y: number, radius: number, fill: string): void;
  text(text: string, x: number, y: number, style: TextStyle): void;
  /** A picture over a box, its pixels not smoothed. */
  picture(image: HTMLCanvasElement, box: Box): void;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface FrameOptions {
  readonly dash?: readonly number[];
  readonly radius?: number;
}

export interface TextStyle {
  readonly fill: string;
  readonly size: number;
  readonly weight?: number;
  /** Where (x, y) is in the text: horizontally, and it is the middle vertically. */
  readonly align: 'left' | 'center' | 'right';
}

const FONT = "'Inter Variable', Inter, system-ui, sans-serif";

/** Between the lines of a hatch. */
const STEP = 6;

export function canvasPainter(context: CanvasRenderingContext2D): Painter {
  return {
    rect({ x, y, width, height }, fill) {
      context.fillStyle = fill;
      context.fillRect(x, y, width, height);
    },
    hatch(box, stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = 1;
      context.beginPath();
      for (const [x1, y1, x2, y2] of hatchLines(box)) {
        context.moveTo(x1, y1);
        context.lineTo(x2, y2);
      }
      context.stroke();
    },
    frame({ x, y, width, height }, stroke, lineWidth, { dash = [], radius = 0 } = {}) {
      context.strokeStyle = stroke;
      context.lineWidth = lineWidth;
      context.setLineDash([...dash]);
      context.beginPath();
      context.roundRect(x, y, width, height, radius);
      context.stroke();
      context.setLineDash([]);
    },
    disc(x, y, radius, fill) {
      context.fillStyle = fill;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    },
    text(text, x, y, { fill, size, weight = 400, align }) {
      context.fillStyle = fill;
      context.font = `${weight} ${size}px ${FONT}`;
      context.textAlign = align;
      context.textBaseline = 'middle';
      context.fillText(text, x, y);
    },
    picture(image, { x, y, width, height }) {
      context.imageSmoothingEnabled = false;
      context.drawImage(image, x, y, width, height);
    },
  };
}

/** Collects the elements of an SVG; `parts` are its content. */
export function svgPainter(): Painter & { readonly parts: readonly string[] } {
  const parts: string[] = [];
  return {
    parts,
    rect: ({ x, y, width, height }, fill) =>
      void parts.push(
        `<rect x="${fix(x)}" y="${fix(y)}" width="${fix(width)}" height="${fix(height)}" fill="${fill}"/>`,
      ),
    hatch(box, stroke) {
      const path = hatchLines(box)
        .map(([x1, y1, x2, y2]) => `M${fix(x1)} ${fix(y1)}L${fix(x2)} ${fix(y2)}`)
        .join('');
      parts.push(`<path d="${path}" stroke="${stroke}" fill="none"/>`);
    },
    frame({ x, y, width, height }, stroke, lineWidth, { dash = [], radius = 0 } = {}) {
      const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
      parts.push(
        `<rect x="${fix(x)}" y="${fix(y)}" width="${fix(width)}" height="${fix(height)}" rx="${radius}" fill="none" stroke="${stroke}" stroke-width="${lineWidth}"${dashes}/>`,
      );
    },
    disc: (x, y, radius, fill) =>
      void parts.push(`<circle cx="${fix(x)}" cy="${fix(y)}" r="${radius}" fill="${fill}"/>`),
    text(text, x, y, { fill, size, weight = 400, align }) {
      const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
      parts.push(
        `<text x="${fix(x)}" y="${fix(y)}" fill="${fill}" font-size="${size}" font-weight="${weight}" font-family="${FONT}" text-anchor="${anchor}" dominant-baseline="central">${escaped(text)}</text>`,
      );
    },
    picture: (image, { x, y, width, height }) =>
      void parts.push(
        `<image x="${fix(x)}" y="${fix(y)}" width="${fix(width)}" height="${fix(height)}" preserveAspectRatio="none" style="image-rendering:pixelated" href="${image.toDataURL()}"/>`,
      ),
  };
}

/** The lines of a hatch, cut at the edges of the box. */
function hatchLines({ x, y, width, height }: Box): [number, number, number, number][] {
  const lines: [number, number, number, number][] = [];
  for (let at = STEP; at < width + height; at += STEP) {
    const [fromX, fromY] = at <= height ? [0, at] : [at - height, height];
    const [toX, toY] = at <= width ? [at, 0] : [width, at - width];
    lines.push([x + fromX, y + fromY, x + toX, y + toY]);
  }
  return lines;
}

const fix = (value: number): number => Math.round(value * 100) / 100;

/** Text as it may stand in XML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
