/** Lengths of style sheets that grow with the text. */

/** As wide as lines and outlines are: these stay, however large the text is. */
const THIN = 3;

/** A style sheet in which every distance is multiplied by `--text-scale`, so that they are written as the
 * pixels that they have at the usual size. The conditions of containers know no variables: there they are
 * measured in the text of the page, which has 16 px then. Media queries ask for the window itself. */
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
