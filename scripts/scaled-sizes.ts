/** Lengths of style sheets that grow with the text. */

/** Widths of lines and outlines don't grow with the text. */
const THIN = 3;

/** Multiplies every distance by `--text-scale`, so sources state pixels at the usual size. Container
 * conditions know no variables: they use the page's text, 16 px then. Media queries ask for the
 * window itself. */
export function scaled(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map((line) => {
      if (line.includes('@media')) return line;
      const inCondition = line.includes('@container');
      return line.replaceAll(/(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g, (length, sign, digits) => {
        const pixels = Number(digits);
        if (inCondition) return `${pixels / 16}rem`;
        return pixels <= THIN ? length : `calc(${sign}${digits}px * var(--text-scale))`;
      });
    })
    .join('\n');
}

/** Has the page's own style sheets scaled. */
export const scaledSizes = () => ({
  name: 'overtime-scaled-sizes',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\/src\/ui\/.*\.css$/.test(id.replaceAll('\\', '/')) ? { code: scaled(code), map: null } : null,
});
