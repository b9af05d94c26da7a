import { commaParts, upToClosing } from '../base/comma-parts.ts';
import { blank, blanked } from './lexer.ts';
import { DEEPEST, launchesInPython, type PythonText } from './python-launches.ts';
import { tensorCallsInPython } from './python-tensors.ts';

/** Kernels in the strings of a Python script, as PyCUDA, CuPy, PyOpenCL and PyTorch's `load_inline` take them. */

export const isPythonFile = (name: string): boolean => /\.py$/i.test(name);

/** A comment, or a string: its prefix, its quote and what is in it. */
const QUOTED = /#[^\n]*|(?:\b([rRbBuUfF]{1,2}))?("""|'''|"|')((?:\\[^]|(?!\2)[^])*)\2/g;

const KERNEL = /\b__global__\b|\b(?:__)?kernel\s+void\b/;

/** Strings without a kernel that kernels need. */
const CODE =
  /\b__(?:device|constant|shared)__|^[^\S\n]*#\s*(?:include|define)\b|\b(?:torch|at)::[^]*\{/m;

interface Quoted {
  readonly start: number;
  readonly end: number;
  /** The compiler's input, in as many lines. */
  readonly code: string;
}

interface Script {
  readonly script: string;
  /** Without what its strings hold. */
  readonly around: string;
  /** And without what stands in brackets. */
  readonly flat: string;
  /** End of the string that is being read. */
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
  const around = blanked(script, strings).replaceAll(/#[^\n]*/g, blank);
  const flat = withoutInner(around);
  const quoted = strings.flatMap(({ start, end, prefix, inner }): Quoted[] => {
    if (!KERNEL.test(inner) && !CODE.test(inner)) return [];
    const plain = prefix.includes('r') ? inner : withoutEscapes(inner);
    return [{ start, end, code: filled(plain, prefix, { script, around, flat, end }) }];
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
  const text: PythonText = {
    around,
    strings,
    valueOf: (name) => valueOf(name, { script, around, flat }),
    isSetBehind: (name, place) => isSetIn(name, inSameFunction(around.slice(place))),
  };
  const launches = launchesInPython(text);
  const helpers = quoted.filter(({ code }) => !KERNEL.test(code));
  return texts.map(({ names, parts }) => {
    const own = [...helpers, ...parts];
    const code = own.map((each) => each.code).join('\n');
    const called = [
      ...launches.filter(({ kernel }) => names.has(kernel)),
      ...tensorCallsInPython(text, code),
    ];
    return withCode(
      script,
      [...own, ...called].toSorted((a, b) => a.start - b.start),
    );
  });
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

function numberOf(name: string, script: Script, depth = 0): string | undefined {
  const value = valueOf(name, script);
  if (value === undefined || depth > DEEPEST) return undefined;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return value;
  return /^[A-Za-z_]\w*$/.test(value) ? numberOf(value, script, depth + 1) : undefined;
}

/** `h, w = image.shape` */
const UNPACKED =
  /^[^\S\n]*[([]?[^\S\n]*(\w+(?:[^\S\n]*,[^\S\n]*\w+)+)[^\S\n]*[)\]]?[^\S\n]*=[^\S\n]*(\w+)\.shape[^\S\n]*$/gm;

/** The one value that a script gives a name: in a line, an argument, a dictionary or a shape. */
function valueOf(name: string, all: Omit<Script, 'end'>): string | undefined {
  const placeIn = (names: string): number => commaParts(names).indexOf(name);
  const [only, another] = [...all.around.matchAll(UNPACKED)].filter(
    ({ 1: names = '' }) => placeIn(names) >= 0,
  );
  if (only === undefined || another !== undefined) return plainValueOf(name, all);
  const { 0: line, 1: names = '', 2: array = '', index } = only;
  const end = index + line.length;
  const without = (text: string): string => text.slice(0, index) + blank(line) + text.slice(end);
  const [script, around] = [without(all.script), without(all.around)];
  const isSetAgain =
    isSetOtherwise(name, around, withoutInner(around)) || givenTo(name, script, around).size > 0;
  return isSetAgain ? undefined : `${array}.shape[${placeIn(names)}]`;
}

function plainValueOf(name: string, { script, around, flat }: Omit<Script, 'end'>) {
  if (isSetOtherwise(name, around, flat)) return undefined;
  const [only, another] = givenTo(name, script, around);
  return another === undefined ? only : undefined;
}

/** Different values that a name is given by itself. */
function givenTo(name: string, script: string, around: string): ReadonlySet<string> {
  const given = [
    ...around.matchAll(new RegExp(`^[^\\S\\n]*${name}\\s*=(?!=)\\s*([^\\n#]*)`, 'gm')),
    ...around.matchAll(new RegExp(`[(,]\\s*${name}\\s*=(?!=)\\s*([^,)\\n#]*)`, 'g')),
    ...script.matchAll(new RegExp(`(["'])${name}\\1\\s*:\\s*([^,}\\n#]*)`, 'g')),
  ].map((match) => match.at(-1)?.trim() ?? '');
  const values = new Set(given);
  values.delete(name);
  return values;
}

/** It is changed, is one of several that are set at once, or is what a function is called with. */
function isSetOtherwise(name: string, around: string, flat: string): boolean {
  const one = (pattern: string): RegExp => new RegExp(pattern.replaceAll('NAME', name), 'm');
  const inFlat = [
    String.raw`\bNAME\s*(?:\/\/|\*\*|<<|>>|[-+*/%@&|^:])=`,
    String.raw`^[^\S\n]*NAME\s*:[^=\n]*=`,
    String.raw`(?:[;:]|=(?<![=!<>]=))[^\S\n]*NAME\s*=(?!=)`,
    String.raw`^[^=\n]*(?:\bNAME\s*,|,\s*\*?\s*NAME\b)[^=\n]*=(?!=)`,
    String.raw`\bas\s+NAME\b|\bimport\b[^\n]*\bNAME\b`,
  ];
  const inside = [
    String.raw`\bfor\b(?:(?!\bin\b)[^\n:])*\bNAME\b`,
    String.raw`\bNAME\s*:=|\blambda\b[^:\n]*\bNAME\b`,
    String.raw`^[^\S\n]*[([][^()[\]=\n]*\bNAME\b[^()[\]=\n]*[)\]]\s*=(?!=)`,
  ];
  return (
    inFlat.some((pattern) => one(pattern).test(flat)) ||
    inside.some((pattern) => one(pattern).test(around)) ||
    [...around.matchAll(/\bdef\s+(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].some(
      ({ 1: called = '', 2: list = '' }) => isPassed(name, called, list, around),
    )
  );
}

/** Lines before another function begins. */
const inSameFunction = (behind: string): string => behind.split(/^[^\S\n]*def\b/m)[0] ?? '';

/** It is set or changed, alone or as one of several. */
const isSetIn = (name: string, lines: string): boolean =>
  new RegExp(
    String.raw`(?:^|;)[^\S\n]*(?:[\w\s,*]*,)?[^\S\n]*${name}[^\S\n]*(?:,[\w\s,*]*)?(?:\/\/|\*\*|<<|>>|[-+*/%@&|^:])?=(?!=)|\bfor\b(?:(?!\bin\b)[^\n:])*\b${name}\b`,
    'm',
  ).test(lines);

/** A function's argument, unless all calls pass what has the same name, or leave it as its list has it. */
function isPassed(name: string, called: string, list: string, around: string): boolean {
  const names = commaParts(list).map((each) => /^[\s*]*(\w*)/.exec(each)?.[1] ?? '');
  const place = names.filter((each) => each !== 'self').indexOf(name);
  if (place < 0) return false;
  const calls = [...around.matchAll(new RegExp(`(?<!\\bdef\\s+)\\b${called}\\s*\\(`, 'g'))];
  return (
    calls.length === 0 ||
    calls.some(({ 0: head, index }) => {
      const all = commaParts(upToClosing(around.slice(index + head.length)) ?? '*');
      const passed = all.filter((each) => !/^\w+\s*=(?!=)/.test(each));
      return (passed[place] ?? name) !== name || all.some((each) => each.startsWith('*'));
    })
  );
}

/** The script without what stands in brackets. */
function withoutInner(around: string): string {
  let depth = 0;
  let flat = '';
  for (const letter of around) {
    if (')]}'.includes(letter)) depth = Math.max(0, depth - 1);
    if (depth === 0) flat += letter;
    if ('([{'.includes(letter)) depth += 1;
  }
  return flat;
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
