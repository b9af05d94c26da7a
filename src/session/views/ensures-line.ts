/** A text with a line to be completed. */
export interface Begun {
  readonly text: string;
  /** Replaced by the user. */
  readonly at: number;
  readonly length: number;
}

/** Not a name of the kernel's, so the line stays incomplete. */
const EXPECTED = 'expected';

/** Inserts an unfinished ensures line before the kernel; undefined without a writable array. */
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

/** The kernel's head, without attributes. */
const headOf = (plain: string, index: number): string =>
  plain
    .slice(index)
    .replaceAll(/__attribute__\s*\(\(.*?\)\)\)/gs, (found) => ' '.repeat(found.length));

/** The first array written, or else the first writable one. */
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
