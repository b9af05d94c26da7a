/** Draws charts on a canvas, or as SVG for a file. Distances are CSS pixels. */
export interface Brush {
  rect(box: Box, style: Shape & { readonly radius?: number }): void;
  line(x1: number, y1: number, x2: number, y2: number, style: Stroke): void;
  /** Lines through points given as x, y, x, y. */
  path(points: readonly number[], style: Shape & { readonly close?: boolean }): void;
  circle(x: number, y: number, radius: number, style: Shape): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  /** A picture over a box, its pixels not smoothed. */
  picture(image: HTMLCanvasElement, box: Box): void;
  /** Draws within a box only. */
  clip(box: Box, draw: () => void): void;
  /** Draws so many pixels to the right. */
  moved(x: number, draw: () => void): void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Stroke {
  readonly stroke: string;
  readonly width?: number;
  readonly dash?: readonly number[];
}

export interface Shape extends Partial<Stroke> {
  readonly fill?: string;
  /** A texture over the fill, so that it can be told without colour. */
  readonly texture?: Texture | undefined;
}

export interface TextStyle {
  readonly fill: string;
  readonly size: number;
  readonly weight?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Where the height is in the letters: where they stand, if it is not said. */
  readonly baseline?: 'middle';
  /** A ground around the letters. */
  readonly halo?: string;
}

/** The size of the texts of charts: none is smaller. */
export const TEXT = 13;
/** Width of a letter or digit of that size: digits are wider than most letters. */
export const LETTER = 7.8;

/** A text cut to its room, with an ellipsis. */
export const cutTo = (text: string, room: number, letter = LETTER): string =>
  text.length * letter <= room
    ? text
    : `${text.slice(0, Math.max(1, Math.floor(room / letter) - 1))}…`;

export const FONT = "'Inter Variable', Inter, system-ui, sans-serif";

export type Texture = 'stripes' | 'dots' | 'cross' | 'waves';

/** The lines of a texture in a square of `TILE` pixels, as SVG writes paths, and their colour. */
export const TEXTURES: Readonly<Record<Texture, readonly string[]>> = {
  stripes: ['M-1 1L1 -1', 'M0 6L6 0', 'M5 7L7 5'],
  dots: ['M1 1.5L2 1.5', 'M4 4.5L5 4.5'],
  cross: ['M0 0L6 6', 'M6 0L0 6'],
  waves: ['M0 3L6 3'],
};
export const TILE = 6;
export const TEXTURE_INK = '#00000052';

/** Diagonal lines over a box, cut at its edges. */
export function hatch(brush: Brush, { x, y, width, height }: Box, stroke: string): void {
  for (let at = TILE; at < width + height; at += TILE) {
    const [fromX, fromY] = at <= height ? [0, at] : [at - height, height];
    const [toX, toY] = at <= width ? [at, 0] : [width, at - width];
    brush.line(x + fromX, y + fromY, x + toX, y + toY, { stroke });
  }
}

/** Magnification of a chart, which grows with the text. */
export const magnificationOf = (element: Element | null): number => element?.currentCSSZoom ?? 1;

/** Where the pointer is in an element, in the element's own pixels. */
export function pointIn(
  element: Element | null,
  event: { clientX: number; clientY: number },
): Point {
  const box = element?.getBoundingClientRect();
  const times = magnificationOf(element);
  return {
    x: (event.clientX - (box?.left ?? 0)) / times,
    y: (event.clientY - (box?.top ?? 0)) / times,
  };
}

/** The box between two corners. */
export const spanned = (one: Point, other: Point): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(other.x - one.x),
  height: Math.abs(other.y - one.y),
});
