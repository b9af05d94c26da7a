import {
  type Brush,
  FONT,
  type Shape,
  type Texture,
  TEXTURE_INK,
  TEXTURES,
  TILE,
} from './brush.ts';

/** The same for every canvas: made once. */
const patterns = new Map<Texture, CanvasPattern | null>();

function patternOf(context: Context, texture: Texture): CanvasPattern | null {
  let found = patterns.get(texture);
  if (found === undefined) {
    const tile = document.createElement('canvas');
    [tile.width, tile.height] = [TILE, TILE];
    const ink = tile.getContext('2d');
    if (ink) {
      ink.strokeStyle = TEXTURE_INK;
      for (const line of TEXTURES[texture]) ink.stroke(new Path2D(line));
    }
    found = context.createPattern(tile, 'repeat');
    patterns.set(texture, found);
  }
  return found;
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws on a canvas whose scale is set already, with lines that are so much thicker. */
export function canvasBrush(context: Context, thicker = 1): Brush {
  const paint = ({ fill, texture, stroke, width = 1, dash = [] }: Shape): void => {
    if (fill !== undefined) {
      context.fillStyle = fill;
      context.fill();
    }
    const tile = texture && patternOf(context, texture);
    if (tile) {
      context.fillStyle = tile;
      context.fill();
    }
    if (stroke !== undefined) {
      context.strokeStyle = stroke;
      context.lineWidth = width * thicker;
      context.setLineDash([...dash]);
      context.stroke();
    }
  };
  const within = (change: () => void, draw: () => void): void => {
    context.save();
    change();
    draw();
    context.restore();
  };
  return {
    rect({ x, y, width, height }, style) {
      context.beginPath();
      if (style.radius === undefined) context.rect(x, y, width, height);
      else context.roundRect(x, y, width, height, style.radius);
      paint(style);
    },
    line(x1, y1, x2, y2, style) {
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      paint(style);
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
    text(x, y, text, { fill, size, weight = 400, align = 'left', baseline, halo }) {
      const font = `${weight} ${size}px ${FONT}`;
      // Setting a font has the browser parse it, even if it is the same.
      if (context.font !== font) context.font = font;
      context.textAlign = align;
      context.textBaseline = baseline ?? 'alphabetic';
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
    picture(image, { x, y, width, height }) {
      context.imageSmoothingEnabled = false;
      context.drawImage(image, x, y, width, height);
    },
    clip({ x, y, width, height }, draw) {
      within(() => {
        context.beginPath();
        context.rect(x, y, width, height);
        context.clip();
      }, draw);
    },
    moved: (x, draw) => within(() => context.translate(x, 0), draw),
  };
}
