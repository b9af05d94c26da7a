/** A text with a line to be completed. */
export interface Begun {
  readonly text: string;
  /** What is to be written over. */
  readonly at: number;
  readonly length: number;
}

/** What stands for what the result should be: no name of a kernel's, so that the line says nothing before it is
 * completed. */
const EXPECTED = 'expected';

/** The kernel's text with a line that begins to say what its result should be, before the kernel; nothing where no
 * array that it may write is found. */
export function withEnsuresLine(text: string, kernelName: string | undefined): Begun | undefined {
  const plain = withoutComments(text);
  const kernel = [...plain.matchAll(/\bkernel\b|\b__kernel\b/g)]
    .map(({ index }) => ({
      index,
      head: /^[^;{}(]*?\b(\w+)\s*\(([^)]*)\)/.exec(headOf(plain, index)),
    }))
    .find(({ head }) => head && (kernelName === undefined || head[1] === kernelName));
  const array = kernel?.head && writtenIn(kernel.head[2] ?? '', plain.slice(kernel.index));
  if (!kernel || array === undefined) return undefined;
  const start = plain.lastIndexOf('\n', kernel.index) + 1;
  const line = `#pragma tuner ensures forall i < size: ${array}[i] == `;
  return {
    text: `${text.slice(0, start)}${line}${EXPECTED}\n${text.slice(start)}`,
    at: start + line.length,
    length: EXPECTED.length,
  };
}

/** What follows the word that begins a kernel, without attributes. */
const headOf = (plain: string, index: number): string =>
  plain
    .slice(index)
    .replaceAll(/__attribute__\s*\(\(.*?\)\)\)/gs, (found) => ' '.repeat(found.length));

/** The array among the parameters that is written first, or else the first that may be. */
function writtenIn(parameters: string, body: string): string | undefined {
  const names = parameters
    .split(',')
    .filter((one) => /\b(__)?global\b/.test(one) && !/\bconst\b/.test(one))
    .flatMap((one) => /(\w+)\s*(\[\s*\])?\s*$/.exec(one)?.[1] ?? []);
  const firstWrite = (name: string): number => {
    const at = body.search(new RegExp(`\\b${name}\\s*\\[[^;]*?\\]\\s*([-+*/%&|^]|<<|>>)?=(?!=)`));
    return at < 0 ? Infinity : at;
  };
  return names.toSorted((a, b) => Math.sign(firstWrite(a) - firstWrite(b)) || 0)[0];
}

/** The same text with blanks for its comments. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, (comment) => comment.replaceAll(/[^\n]/g, ' '));
