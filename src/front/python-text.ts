import { blank, blanked } from './lexer.ts';
import { launchesInPython } from './python-launches.ts';

/** Kernels in the strings of a Python script, as PyCUDA, CuPy, PyOpenCL and PyTorch's `load_inline` take them. */

export const isPythonFile = (name: string): boolean => /\.py$/i.test(name);

/** A comment, or a string: its prefix, its quote and what is in it. */
const QUOTED = /#[^\n]*|(?:\b([rRbBuUfF]{1,2}))?("""|'''|"|')((?:\\[^]|(?!\2)[^])*)\2/g;

const KERNEL = /\b__global__\b|\b(?:__)?kernel\s+void\b/;

/** What kernels need of other strings. */
const CODE =
  /\b__(?:device|constant|shared)__|^[^\S\n]*#\s*(?:include|define)\b|\b(?:torch|at)::[^]*\{/m;

interface Quoted {
  readonly start: number;
  readonly end: number;
  /** As the compiler gets it, in as many lines. */
  readonly code: string;
}

interface Script {
  readonly script: string;
  /** Without what its strings hold. */
  readonly around: string;
  /** Of the string that is being read. */
  readonly end: number;
}

/** The texts that a script gives to compilers: kernels in the script's own lines, with blanks for the rest. A
 * string with a kernel of a name that there is already begins another text. */
export function kernelsInPython(script: string): readonly string[] {
  const strings = [...script.matchAll(QUOTED)].flatMap(
    ({ 1: prefix = '', 2: quote, 3: inner = '', index }) => {
      if (quote === undefined) return [];
      const start = index + prefix.length + quote.length;
      return [{ start, end: start + inner.length, prefix: prefix.toLowerCase(), inner }];
    },
  );
  const around = blanked(script, strings);
  const quoted = strings.flatMap(({ start, end, prefix, inner }): Quoted[] => {
    if (!KERNEL.test(inner) && !CODE.test(inner)) return [];
    const plain = prefix.includes('r') ? inner : withoutEscapes(inner);
    return [{ start, end, code: filled(plain, prefix, { script, around, end }) }];
  });
  const texts: { readonly names: Set<string>; readonly parts: Quoted[] }[] = [];
  for (const each of quoted) {
    const names = kernelNames(each.code);
    if (names.length === 0) continue;
    const last = texts.at(-1);
    const isNew = last === undefined || names.some((name) => last.names.has(name));
    const text = isNew ? { names: new Set<string>(), parts: [] } : last;
    if (isNew) texts.push(text);
    text.parts.push(each);
    for (const name of names) text.names.add(name);
  }
  const launches = launchesInPython({
    around,
    strings,
    valueOf: (name) => valueOf(name, { script, around }),
  });
  const helpers = quoted.filter(({ code }) => !KERNEL.test(code));
  return texts.map(({ names, parts }) =>
    withCode(
      script,
      [...helpers, ...parts, ...launches.filter(({ kernel }) => names.has(kernel))].toSorted(
        (a, b) => a.start - b.start,
      ),
    ),
  );
}

const kernelNames = (code: string): readonly string[] =>
  [...code.matchAll(/\b(?:__global__|(?:__)?kernel)\b([^;{]*)/g)].flatMap(([, head = '']) => {
    const called = [...head.matchAll(/(\w+)\s*\(/g)].map(([, name = '']) => name);
    return called.find((name) => !name.startsWith('__')) ?? [];
  });

/** Line breaks stay as they are written: in C's strings they are the same. */
const withoutEscapes = (inner: string): string => inner.replaceAll(/\\([\\"'])/g, '$1');

/** With the numbers that Python puts in: of an f-string, of `.format`, of `%` and of a template. */
function filled(code: string, prefix: string, script: Script): string {
  const put = (whole: string, name = ''): string => numberOf(name, script) ?? (name || whole);
  const behind = script.script.slice(script.end).replace(/^["']+\s*\)?\s*/, '');
  if (prefix.includes('f') || /^\.\s*format\b/.test(behind))
    return code
      .replaceAll(/(?<!\{)\{(\w+)(?:![rsa])?(?::\w*)?\}(?!\})/g, put)
      .replaceAll(/\{\{|\}\}/g, (pair) => pair.charAt(0));
  const named = code.replaceAll(/%\((\w+)\)[sdi]/g, put);
  if (named !== code || behind.startsWith('%')) return named.replaceAll('%%', '%');
  return code.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (whole, braced?: string, plain?: string) =>
    put(whole, braced ?? plain),
  );
}

/** Names of names are followed this far. */
const DEEPEST = 6;

function numberOf(name: string, script: Script, depth = 0): string | undefined {
  const value = valueOf(name, script);
  if (value === undefined || depth > DEEPEST) return undefined;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return value;
  return /^[A-Za-z_]\w*$/.test(value) ? numberOf(value, script, depth + 1) : undefined;
}

/** The one value that a script gives a name: in a line, an argument or a dictionary. */
function valueOf(name: string, { script, around }: Pick<Script, 'script' | 'around'>) {
  const given = [
    ...around.matchAll(new RegExp(`^[^\\S\\n]*${name}\\s*=(?!=)\\s*([^\\n#]*)`, 'gm')),
    ...around.matchAll(new RegExp(`[(,]\\s*${name}\\s*=(?!=)\\s*([^,)\\n#]*)`, 'g')),
    ...script.matchAll(new RegExp(`(["'])${name}\\1\\s*:\\s*([^,}\\n#]*)`, 'g')),
  ].map((match) => match.at(-1)?.trim() ?? '');
  const values = new Set(given);
  values.delete(name);
  const [only, another] = values;
  return another === undefined ? only : undefined;
}

/** The script with blanks in the place of all but some pieces. */
function withCode(script: string, pieces: readonly Quoted[]): string {
  let kept = 0;
  const parts = pieces.map(({ start, end, code }) => {
    // Launches stand in one line.
    const left = script.slice(start, end).split('\n').length - code.split('\n').length;
    const part = blank(script.slice(kept, start)) + code + '\n'.repeat(Math.max(0, left));
    kept = end;
    return part;
  });
  return parts.join('') + blank(script.slice(kept));
}
