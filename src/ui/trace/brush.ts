/** What the charts are drawn with: a canvas on the page, or SVG text for a file, by the same code. */
export interface Brush {
  rect(x: number, y: number, width: number, height: number, style: Shape): void;
  line(x1: number, y1: number, x2: number, y2: number, style: Stroke): void;
  /** Lines through points given as x, y, x, y. */
  path(points: readonly number[], style: Shape & { readonly close?: boolean }): void;
  circle(x: number, y: number, radius: number, style: Shape): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  /** Draws within a rectangle only. */
  clip(x: number, y: number, width: number, height: number, draw: () => void): void;
}

export interface Stroke {
  readonly stroke: string;
  readonly width?: number;
  readonly dash?: readonly number[];
}

export interface Shape extends Partial<Stroke> {
  readonly fill?: string;
  /** A texture over the fill, so that it can be told without colour. */
  readonly texture?: Texture;
}

export type Texture = 'stripes' | 'dots' | 'cross' | 'waves';

export interface TextStyle {
  readonly fill: string;
  readonly size: number;
  readonly weight?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** A ground around the letters. */
  readonly halo?: string;
}

export const FONT = "'Inter Variable', system-ui, sans-serif";

/** The strokes of a texture in a square of `TILE` pixels. */
export const TILE = 6;
const TEXTURES: Readonly<Record<Texture, readonly (readonly number[])[]>> = {
  stripes: [
    [-1, 1, 1, -1],
    [0, 6, 6, 0],
    [5, 7, 7, 5],
  ],
  dots: [
    [1, 1.5, 2, 1.5],
    [4, 4.5, 5, 4.5],
  ],
  cross: [
    [0, 0, 6, 6],
    [6, 0, 0, 6],
  ],
  waves: [[0, 3, 6, 3]],
};
export const TEXTURE_INK = '#00000052';

/** The same for every canvas: made once. */
const patterns = new Map<Texture, CanvasPattern | null>();

/** Draws on a canvas whose scale is set already. */
export function canvasBrush(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
): Brush {
  const pattern = (texture: Texture): CanvasPattern | null => {
    let found = patterns.get(texture);
    if (found === undefined) {
      const tile = document.createElement('canvas');
      tile.width = TILE;
      tile.height = TILE;
      const ink = tile.getContext('2d');
      if (ink) {
        ink.strokeStyle = TEXTURE_INK;
        ink.lineWidth = 1;
        for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of TEXTURES[texture]) {
          ink.beginPath();
          ink.moveTo(x1, y1);
          ink.lineTo(x2, y2);
          ink.stroke();
        }
      }
      found = context.createPattern(tile, 'repeat');
      patterns.set(texture, found);
    }
    return found;
  };
  const paint = ({ fill, texture, stroke, width = 1, dash = [] }: Shape): void => {
    if (fill !== undefined) {
      context.fillStyle = fill;
      context.fill();
    }
    const tile = texture && pattern(texture);
    if (tile) {
      context.fillStyle = tile;
      context.fill();
    }
    if (stroke !== undefined) {
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.setLineDash([...dash]);
      context.stroke();
    }
  };
  return {
    rect(x, y, width, height, style) {
      context.beginPath();
      context.rect(x, y, width, height);
      paint(style);
    },
    line(x1, y1, x2, y2, { stroke, width = 1, dash = [] }) {
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    },
    path(points, style) {
      context.beginPath();
      for (let at = 0; at < points.length; at += 2) {
        const x = points[at] ?? 0;
        const y = points[at + 1] ?? 0;
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      if (style.close === true) context.closePath();
      paint(style);
    },
    circle(x, y, radius, style) {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      paint(style);
    },
    text(x, y, text, { fill, size, weight = 400, align = 'left', halo }) {
      const font = `${weight} ${size}px ${FONT}`;
      // Setting a font has the browser parse it, even if it is the same.
      if (context.font !== font) context.font = font;
      context.textAlign = align;
      if (halo !== undefined) {
        context.setLineDash([]);
        context.lineJoin = 'round';
        context.lineWidth = 3;
        context.strokeStyle = halo;
        context.strokeText(text, x, y);
      }
      context.fillStyle = fill;
      context.fillText(text, x, y);
    },
    clip(x, y, width, height, draw) {
      context.save();
      context.beginPath();
      context.rect(x, y, width, height);
      context.clip();
      draw();
      context.restore();
    },
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** Collects SVG elements; `svg` puts them into a picture of some size. */
export function svgBrush(): Brush & {
  /** Draws so many pixels to the right. */
  moved(x: number, draw: () => void): void;
  svg(width: number, height: number, ground: string): string;
} {
  const out: string[] = [];
  const used = new Set<Texture>();
  let clips = 0;
  const attributes = ({ fill, stroke, width = 1, dash = [] }: Shape): string =>
    [
      `fill="${fill ?? 'none'}"`,
      ...(stroke === undefined ? [] : [`stroke="${stroke}" stroke-width="${width}"`]),
      ...(stroke !== undefined && dash.length > 0 ? [`stroke-dasharray="${dash.join(' ')}"`] : []),
    ].join(' ');
  const shape = (element: string, style: Shape): void => {
    out.push(`<${element} ${attributes(style)}/>`);
    if (style.texture) {
      used.add(style.texture);
      out.push(`<${element} fill="url(#${style.texture})"/>`);
    }
  };
  return {
    rect: (x, y, width, height, style) =>
      shape(
        `rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`,
        style,
      ),
    line: (x1, y1, x2, y2, style) =>
      shape(`line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}"`, style),
    path(points, style) {
      const text = points.map(
        (value, at) => `${at === 0 ? 'M' : at % 2 === 0 ? 'L' : ' '}${short(value)}`,
      );
      shape(`path d="${text.join('')}${style.close === true ? 'Z' : ''}"`, style);
    },
    circle: (x, y, radius, style) =>
      shape(`circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"`, style),
    text(x, y, text, { fill, size, weight = 400, align = 'left', halo }) {
      const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
      const around =
        halo === undefined
          ? ''
          : ` paint-order="stroke" stroke="${halo}" stroke-width="3" stroke-linejoin="round"`;
      out.push(
        `<text x="${short(x)}" y="${short(y)}" fill="${fill}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}"${around}>${escaped(text)}</text>`,
      );
    },
    clip(x, y, width, height, draw) {
      clips += 1;
      out.push(
        `<clipPath id="clip${clips}"><rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/></clipPath><g clip-path="url(#clip${clips})">`,
      );
      draw();
      out.push('</g>');
    },
    moved(x, draw) {
      out.push(`<g transform="translate(${short(x)} 0)">`);
      draw();
      out.push('</g>');
    },
    svg(width, height, ground) {
      const definitions = [...used].map(
        (texture) =>
          `<pattern id="${texture}" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse">${TEXTURES[
            texture
          ]
            .map(
              ([x1, y1, x2, y2]) =>
                `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${TEXTURE_INK}" fill="none"/>`,
            )
            .join('')}</pattern>`,
      );
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(FONT)}"><defs>${definitions.join('')}</defs><rect width="100%" height="100%" fill="${ground}"/>${out.join('\n')}</svg>\n`;
    },
  };
}
