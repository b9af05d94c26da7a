import {
  type Box,
  type Brush,
  FONT,
  type Shape,
  type Texture,
  TEXTURE_INK,
  TEXTURES,
  TILE,
} from './brush.ts';

/** Text as it may stand in XML. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => {
      if (value === undefined) return '';
      const text = typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
      return ` ${name}="${escaped(text)}"`;
    })
    .join('');

const boxed = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });

/** A whole file, of pieces of SVG. */
export const svgFile = (
  { width, height }: Pick<Box, 'width' | 'height'>,
  ground: string,
  parts: readonly string[],
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': FONT })}>`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');

/** Collects SVG elements; `parts` gives them, after the textures that they use. */
export function svgBrush(): Brush & { parts(): readonly string[] } {
  const out: string[] = [];
  const used = new Set<Texture>();
  let clips = 0;
  const shape = (element: string, style: Shape): void => {
    const { fill = 'none', texture, stroke, width = 1, dash = [] } = style;
    const ink = stroke !== undefined && {
      stroke,
      'stroke-width': width,
      'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
    };
    out.push(`<${element}${attributes({ fill, ...ink })}/>`);
    if (!texture) return;
    used.add(texture);
    out.push(`<${element} fill="url(#${texture})"/>`);
  };
  const group = (head: string, draw: () => void): void => {
    out.push(`<g${head}>`);
    draw();
    out.push('</g>');
  };
  return {
    rect: (box, style) => shape(`rect${attributes({ ...boxed(box), rx: style.radius })}`, style),
    line: (x1, y1, x2, y2, style) => shape(`line${attributes({ x1, y1, x2, y2 })}`, style),
    path: (points, style) => shape(`path${attributes({ d: pathOf(points, style.close) })}`, style),
    circle: (cx, cy, r, style) => shape(`circle${attributes({ cx, cy, r })}`, style),
    text(x, y, text, { fill, size, weight = 400, align = 'left', baseline, halo }) {
      const head = attributes({
        x,
        y,
        fill,
        'font-size': size,
        'font-weight': weight,
        'text-anchor': { left: 'start', center: 'middle', right: 'end' }[align],
        ...(baseline && { 'dominant-baseline': 'central' }),
        ...(halo !== undefined && {
          'paint-order': 'stroke',
          stroke: halo,
          'stroke-width': 3,
          'stroke-linejoin': 'round',
        }),
      });
      out.push(`<text${head}>${escaped(text)}</text>`);
    },
    picture: (image, box) =>
      void out.push(
        `<image${attributes({ ...boxed(box), preserveAspectRatio: 'none', style: 'image-rendering:pixelated', href: image.toDataURL() })}/>`,
      ),
    clip(box, draw) {
      clips += 1;
      out.push(`<clipPath id="clip${clips}"><rect${attributes({ ...boxed(box) })}/></clipPath>`);
      group(` clip-path="url(#clip${clips})"`, draw);
    },
    moved: (x, draw) => group(attributes({ transform: `translate(${x} 0)` }), draw),
    parts: () => [...(used.size === 0 ? [] : [definitionsOf(used)]), ...out],
  };
}

function pathOf(points: readonly number[], close = false): string {
  const words = points.map((value, at) => {
    const before = at === 0 ? 'M' : at % 2 === 0 ? 'L' : ' ';
    return `${before}${Math.round(value * 100) / 100}`;
  });
  return `${words.join('')}${close ? 'Z' : ''}`;
}

function definitionsOf(textures: Iterable<Texture>): string {
  const patterns = [...textures].map((id) => {
    const lines = TEXTURES[id].map(
      (d) => `<path${attributes({ d, stroke: TEXTURE_INK, fill: 'none' })}/>`,
    );
    const size = { width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' };
    return `<pattern${attributes({ id, ...size })}>${lines.join('')}</pattern>`;
  });
  return `<defs>${patterns.join('')}</defs>`;
}
