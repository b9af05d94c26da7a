import { commaParts, upToClosing } from '../base/comma-parts.ts';
import type { Span } from '../base/span.ts';
import { arrayInPython } from './python-arrays.ts';
import { argumentsIn } from './python-arguments.ts';

/** Launches in a Python script, as the host's text of CUDA would say them. */

export interface PythonLaunch extends Span {
  readonly kernel: string;
  readonly code: string;
}

/** A script, and what its strings hold. */
export interface PythonText {
  /** Without what its strings hold. */
  readonly around: string;
  readonly strings: readonly (Span & { readonly inner: string })[];
  /** The one value that the script gives a name. */
  readonly valueOf: (name: string) => string | undefined;
  /** Its value may change behind this place. */
  readonly isSetBehind: (name: string, place: number) => boolean;
}

/** `f(a, b, block=(16, 16, 1), grid=(4, 4))` of PyCUDA and `f((4, 4), (16, 16), (a, b))` of CuPy, where `f` is
 * made of a kernel's name. */
export function launchesInPython(text: PythonText): readonly PythonLaunch[] {
  const { around } = text;
  const made = [
    ...around.matchAll(/^[^\S\n]*(\w+)\s*=[^=\n][^\n]*?\b(?:get_function|RawKernel)\s*\(/gm),
  ];
  return made.flatMap(({ 0: head, 1: name = '', index }) => {
    const kernel = text.strings.find(
      ({ start, inner }) => start >= index + head.length && /^\w+$/.test(inner),
    )?.inner;
    if (kernel === undefined) return [];
    const calls = around.matchAll(new RegExp(`(?<![\\w.])${name}\\s*\\(`, 'g'));
    return [...calls].flatMap((call): readonly PythonLaunch[] => {
      const from = call.index + call[0].length;
      const inside = upToClosing(around.slice(from));
      const code =
        inside === undefined ? undefined : launchOf(kernel, call.index, commaParts(inside), text);
      return inside === undefined || code === undefined
        ? []
        : [{ kernel, code, start: call.index, end: from + inside.length + 1 }];
    });
  });
}

function launchOf(
  kernel: string,
  place: number,
  all: readonly string[],
  text: PythonText,
): string | undefined {
  const { named, plain } = argumentsIn(all);
  const isCuda = named.has('block');
  const [first, second, third] = plain;
  const grid = isCuda ? (named.get('grid') ?? '1') : (named.get('grid') ?? first);
  const block = isCuda ? named.get('block') : second;
  const args = isCuda ? plain : third === undefined ? [] : tuple(third, text);
  if (grid === undefined || block === undefined) return undefined;
  const shared = named.get('shared') ?? named.get('shared_mem') ?? '0';
  const told = [...tuple(grid, text), ...tuple(block, text), shared, ...args];
  if (told.some((each) => isOfPython(each))) return undefined;
  const sizes = [grid, block].map(
    (each) =>
      `dim3(${tuple(each, text)
        .map((size) => inC(size, text))
        .join(', ')})`,
  );
  const passed = args.map((arg) => inC(arg, text));
  const launch = `${kernel}<<<${sizes.join(', ')}, ${inC(shared, text)}>>>(${passed.join(', ')});`;
  const made = args.flatMap((arg, i) => allocated(arg, passed[i] ?? '', text));
  return `void launch_${place}() { ${[...sizesOf(launch, text), ...made, launch].join(' ')} }`;
}

/** The host's allocation of an array that is passed. */
function allocated(arg: string, passed: string, text: PythonText): readonly string[] {
  const name = /^\(?(\w+)\)?$/.exec(passed)?.[1];
  const made =
    name === undefined || /^\d/.test(name) ? undefined : arrayInPython(arg, text.valueOf);
  const sizes = made?.sizes.map((size) => inC(size, text)) ?? [];
  if (made === undefined || made.sizes.some(isOfPython) || !sizes.every(isNumber)) return [];
  const before = setAgain(arg, sizes, text);
  const bytes = [...sizes.map((size) => `(${size})`), String(made.bytes)]
    .join(' * ')
    .replaceAll(NAME, (name) => (before.has(name) ? `${name}_before` : name));
  return [`char *${name}; cudaMalloc(&${name}, ${bytes});`];
}

/** Names in an array's sizes that are set again behind one of the lines that make the array: the launch
 * has other values of them. */
function setAgain(arg: string, sizes: readonly string[], text: PythonText): ReadonlySet<string> {
  const usedBy = (name: string): readonly string[] => namesIn(text.valueOf(name) ?? '');
  const makers = new Set(namesIn(arg));
  for (const maker of makers) for (const name of usedBy(maker)) makers.add(name);
  const isBehind = (name: string): boolean =>
    [...makers].some((maker) => {
      const place = text.around.search(new RegExp(`^[^\\S\\n]*${maker}\\s*=(?!=)`, 'm'));
      return place >= 0 && usedBy(maker).includes(name) && text.isSetBehind(name, place);
    });
  return new Set(sizes.flatMap((size) => namesIn(size)).filter(isBehind));
}

const NAME = /(?<![\w.])[A-Za-z_]\w*/g;

const namesIn = (expression: string): readonly string[] => expression.match(NAME) ?? [];

/** An expression of whole numbers in C. */
export const isNumber = (size: string): boolean => /^[\w\s+\-*/()]+$/.test(size);

/** Sizes of arrays, under the names that a launch has for them. */
function sizesOf(launch: string, text: PythonText): readonly string[] {
  const asked = new Set(launch.match(/\b[A-Za-z]\w*_size\d*\b/g));
  return [...asked].flatMap((size) => {
    const [, name = '', place = ''] = /^(\w+)_size(\d*)$/.exec(size) ?? [];
    const sizes = arrayInPython(name, text.valueOf)?.sizes ?? [];
    const told = place === '' ? sizes : sizes.slice(Number(place), Number(place) + 1);
    const all = told.map((each) => inC(each, text));
    const isTold = told.length > 0 && !told.some(isOfPython) && all.every(isNumber);
    return isTold && text.valueOf(size) === undefined
      ? [`int ${size} = ${all.map((each) => `(${each})`).join(' * ')};`]
      : [];
  });
}

/** The elements of `(a, b)`, of a name for such, or the one of `a`. */
function tuple(text: string, { valueOf }: PythonText): readonly string[] {
  const told = /^\w+$/.test(text) ? (valueOf(text) ?? text) : text;
  const inner = /^\(([^]*)\)$/.exec(told)?.[1];
  return inner !== undefined && upToClosing(inner) === undefined ? commaParts(inner) : [text];
}

const TYPED =
  /\b(?:(?:np|numpy|cp|cupy)\.(?:u?int|float)\w*|(?:\w+\.)?(?:In|Out|InOut)|float)\s*(?=\()/g;

const WORDS = /\b(?:if|else|and|or|not|in|is|for|lambda)\b/;

/** Rounds up in Python: `-(-n // 64)`. */
const ROUNDED_UP = /-\s*\(\s*-\s*(\w+|\([^()]*\))\s*\/\/\s*(\w+(?:\[\d\])?|\([^()]*\))\s*\)/g;

/** True of arithmetic that C does otherwise: conditions, quotients of negative numbers, multiples of fractions. */
export function isOfPython(expression: string): boolean {
  const other = expression.replaceAll(ROUNDED_UP, '');
  const [isNegative, isWhole] = [/(?:^|[(,*/%+-])\s*-/, /\/\/|%/].map((each) => each.test(other));
  const isMultiple = /(?<!\/)\/(?!\/)[^,]*\*|\*\s*\([^()]*[^()/]\/(?!\/)/.test(other);
  return WORDS.test(other) || (isNegative === true && isWhole === true) || isMultiple;
}

/** Names of names are followed this far. */
export const DEEPEST = 6;

/** An expression of numbers and names as C writes it. */
export function inC(expression: string, text: PythonText, depth = 0): string {
  const meant = (name: string): string => {
    const value = depth < DEEPEST ? text.valueOf(name) : undefined;
    const own = value === undefined ? name : inC(value, text, depth + 1);
    if (/^[A-Za-z]\w*_size\d*$/.test(own)) return own;
    const isPlain = /^(?:\(*\d+\)*|[\w\s+\-*/()]*[+\-*/][\w\s+\-*/()]*)$/.test(own);
    const isWhole = upToClosing(`${own})`) === own && !/\w\s+\w/.test(own);
    return isPlain && isWhole && !isOfPython(value ?? '') ? `(${own})` : name;
  };
  return (
    expression
      .replaceAll(TYPED, '')
      .replaceAll(/\bint\s*(?=\()/g, '(int)')
      // A quotient of whole numbers is a fraction in Python.
      .replaceAll(/(?<!\/)\/(?!\/)/g, '/(double)')
      .replaceAll(ROUNDED_UP, '(($1 + $2 - 1) / $2)')
      .replaceAll('//', '/')
      .replaceAll(/\bmath\.ceil\b/g, 'ceil')
      .replaceAll(/\blen\s*\(\s*(\w+)\s*\)/g, '$1_size')
      .replaceAll(
        /\b(\w+)\.(?:size\b|shape\s*\[\s*(\w+)\s*\])/g,
        (_, name: string, place = '') => `${name}_size${place}`,
      )
      .replaceAll(
        /\b(\w+)\[(\d)\]/g,
        (whole, name: string, place: string) => tuple(name, text)[Number(place)] ?? whole,
      )
      .replaceAll(NAME, meant)
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
