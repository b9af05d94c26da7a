import { type Brush, magnificationOf } from './brush.ts';
import { escaped, svgBrush, svgFile } from './svg-brush.ts';

type Draw = (brush: Brush) => void;

const offered = new WeakMap<Element, Draw>();

/** Lets a canvas be exported as what it shows. */
export function offerSvg(canvas: HTMLCanvasElement, draw: Draw): void {
  offered.set(canvas, draw);
}

/** Properties that make an SVG look as it does on the page, where they come from style sheets. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
] as const;

/** An element as one SVG: its SVGs, its canvases that offer themselves, and texts marked `data-export`. */
export function exportSvg(container: HTMLElement, title: string): string {
  const area = container.getBoundingClientRect();
  const ground = backgroundOf(container);
  const parts: string[] = [];
  for (const node of container.querySelectorAll('svg, canvas, [data-export]')) {
    if (node.parentElement?.closest('svg')) continue; // inside of one that is exported
    const { left, top, width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0 || node.closest('.map-over, .hover-card, .visually-hidden'))
      continue;
    const [x, y] = [left - area.left, top - area.top];
    if (node instanceof SVGSVGElement) {
      const copy = styledCopy(node);
      copy.setAttribute('x', String(x));
      copy.setAttribute('y', String(y));
      copy.setAttribute('width', String(width));
      copy.setAttribute('height', String(height));
      // Drawn in its own pixels, which are larger than the page's where the text is.
      const times = magnificationOf(node);
      if (!node.hasAttribute('viewBox'))
        copy.setAttribute('viewBox', `0 0 ${width / times} ${height / times}`);
      parts.push(new XMLSerializer().serializeToString(copy));
    } else if (node instanceof HTMLCanvasElement) {
      const brush = svgBrush();
      offered.get(node)?.(brush);
      parts.push(
        `<g transform="translate(${x} ${y}) scale(${magnificationOf(node)})">${brush.parts().join('\n')}</g>`,
      );
    } else {
      parts.push(textOf(node, x, y + height / 2));
    }
  }
  const size = { width: Math.ceil(area.width), height: Math.ceil(area.height) };
  return svgFile(size, ground, [`<title>${escaped(title)}</title>`, ...parts]);
}

function styledCopy(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, original] of originals.entries()) {
    const target = copies[index];
    if (!target) continue;
    const style = getComputedStyle(original);
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      if (value !== '') target.setAttribute(property, value);
    }
    target.removeAttribute('class');
    target.removeAttribute('style');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
}

function textOf(node: Element, x: number, y: number): string {
  const { color, fontSize, fontWeight, fontFamily } = getComputedStyle(node);
  const family = fontFamily.replaceAll('"', "'");
  return `<text x="${x}" y="${y}" fill="${color}" font-size="${fontSize}" font-weight="${fontWeight}" font-family="${family}" dominant-baseline="central">${escaped(node.textContent.trim())}</text>`;
}

/** The first ground behind an element that is not transparent. */
function backgroundOf(element: Element): string {
  for (let node: Element | null = element; node; node = node.parentElement) {
    const { backgroundColor } = getComputedStyle(node);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}

/** An SVG as a PNG, twice as many pixels each way as it has units. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await new Promise<void>((resolve, reject) => {
      image.addEventListener('load', () => resolve());
      image.addEventListener('error', () => reject(new Error('the chart could not be drawn')));
      image.src = address;
    });
    const canvas = document.createElement('canvas');
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error('the picture is too large')),
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
