import type { LaunchOrigin } from './cuda/choice.ts';
import { Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { type Expr, num } from './expr.ts';
import { parseExpr, Reader } from './expr-parser.ts';
import { type Named, ReadError, spanOf } from './token-reader.ts';
import type { Domain } from './configurations.ts';
import { tokenize } from './lexer.ts';

/** An expression as written: value, text, place, and its names with theirs. */
export interface Written {
  readonly expr: Expr;
  readonly text: string;
  readonly span: Span;
  readonly names: readonly Named[];
}

interface Common {
  /** The whole line from `#` on. */
  readonly span: Span;
  /** The word after `tuner`. */
  readonly word: Span;
}

/** One `#pragma tuner` line. */
export type Pragma =
  | (Common & {
      readonly kind: 'param';
      readonly target: Named;
      readonly domain: Domain;
      readonly domainSpan: Span;
      readonly names: readonly Named[];
    })
  | (Common & { readonly kind: 'assume'; readonly how: Assumption })
  | (Common & { readonly kind: 'require'; readonly value: Written })
  | (Common & { readonly kind: 'trips' | 'registers'; readonly value: Written })
  | (Common & {
      readonly kind: 'cost' | 'value' | 'local' | 'stride' | 'instructions' | 'before';
      readonly target: Named;
      readonly value: Written;
    })
  | (Common &
      LaunchOrigin & { readonly kind: 'items' | 'local_size'; readonly values: readonly Written[] })
  | (Common & { readonly kind: 'barrier'; readonly target: Named })
  | (Common & { readonly kind: 'lockstep' })
  | (Common & {
      readonly kind: 'array';
      readonly target: Named;
      readonly value: Written;
      /** An image's other sizes. */
      readonly further?: readonly Written[];
      /** Nobody states it; the launch suggests it. */
      readonly isAssumed?: boolean;
    })
  /** Array contents before and after; `text` stands behind the word, at `textSpan`. */
  | (Common & {
      readonly kind: 'input' | 'ensures';
      readonly text: string;
      readonly textSpan: Span;
    });

/** About the condition that follows: all work-items decide so, or a group's alike. */
export type Assumption = 'taken' | 'not taken' | 'uniform';
export type AssumePragma = Extract<Pragma, { kind: 'assume' }>;

export type PragmaKind = Pragma['kind'];
/** Pragmas about a name or the number of work-items. */
export type TargetPragma = Extract<
  Pragma,
  { kind: 'cost' | 'value' | 'local' | 'stride' | 'instructions' | 'before' }
>;
export type TripsPragma = Extract<Pragma, { kind: 'trips' | 'registers' }>;
export type SizePragma = Extract<Pragma, { kind: 'items' | 'local_size' }>;

/** Offered and explained by the editor after `#pragma tuner`. */
export const PRAGMA_WORDS: Readonly<
  Record<PragmaKind, Record<'syntax' | 'snippet' | 'about', string>>
> = {
  param: {
    syntax: 'param NAME = pow2(LOW, HIGH), range(LOW, HIGH, STEP) or {VALUE, ...}',
    snippet: 'param ${1:WG} = pow2(${2:4}, ${3:size/2})',
    about:
      'A tuning parameter and its values: pow2(low, high), range(low, high, step), or a list {1, 2, 4}. Bounds are expressions over platform constants and size.',
  },
  require: {
    syntax: 'require CONDITION',
    snippet: 'require ${1:WG * TS <= size}',
    about: 'A constraint on configurations; those that break it are shown as invalid.',
  },
  cost: {
    syntax: 'cost FUNCTION = TICKS',
    snippet: 'cost ${1:f} = ${2:GMT}',
    about:
      'Ticks that one call of the function takes: a global access if GMT is mentioned, a local one if LMT is.',
  },
  value: {
    syntax: 'value NAME = EXPRESSION',
    snippet: 'value ${1:name} = ${2:0}',
    about:
      'The value of a kernel argument, of a variable, of a member (s.n, p->n, a[0].n), or of what a function returns, where it cannot be derived. May mention lid, gid, group and the arguments of the function.',
  },
  assume: {
    syntax: 'assume taken, not taken or uniform',
    snippet: 'assume ${1|taken,not taken,uniform|}',
    about:
      'What the if that follows does where its condition cannot be derived: every work-item takes it, or none does; or those of a group decide alike, so that a barrier inside is met by all of them, and the dearer side is counted.',
  },
  items: {
    syntax: 'items COUNT',
    snippet: 'items ${1:size}',
    about:
      'Number of work-items in all (default size); one number for each dimension. Arguments that value or input states may stand in it.',
  },
  local_size: {
    syntax: 'local_size COUNT',
    snippet: 'local_size ${1:WG}',
    about:
      'Work-items of a group, one number for each dimension (default: the parameter WG, or Kernel Tuner’s block_size_x, block_size_y and block_size_z).',
  },
  trips: {
    syntax: 'trips COUNT',
    snippet: 'trips ${1:TS}',
    about: 'Number of iterations of the loop that follows.',
  },
  local: {
    syntax: 'local ARRAY = ELEMENTS',
    snippet: 'local ${1:array} = ${2:WG}',
    about:
      'Number of elements of a __local array that the host passes (default: one for each work-item of a group). Where no parameter is declared, WG is the size of a group.',
  },
  barrier: {
    syntax: 'barrier FUNCTION',
    snippet: 'barrier ${1:function}',
    about: 'The function is a barrier for the work-items of all groups.',
  },
  lockstep: {
    syntax: 'lockstep',
    snippet: 'lockstep',
    about:
      'Threads of a warp of 32 go step by step together, and come together again where their ways meet: the older convention, by which what they exchange inside a warp needs no barrier. Without it each thread is scheduled by itself. Used when the values are checked.',
  },
  registers: {
    syntax: 'registers COUNT',
    snippet: 'registers ${1:40}',
    about:
      'Registers of 32 bits that a compiler gives a work-item, where those that are counted in the text are not what it does. Used by the device semantics.',
  },
  stride: {
    syntax: 'stride ARRAY = ELEMENTS',
    snippet: 'stride ${1:array} = ${2:1}',
    about:
      'How far apart work-items that follow each other touch an array where its index does not follow from the text: 0 for one place, 1 for side by side. Used by the device semantics.',
  },
  instructions: {
    syntax: 'instructions FUNCTION = COUNT',
    snippet: 'instructions ${1:f} = ${2:16}',
    about:
      'Instructions that one call of a function without a body is. Used by the device semantics.',
  },
  before: {
    syntax: 'before ARRAY = ELEMENTS',
    snippet: 'before ${1:array} = ${2:1}',
    about:
      'Number of elements in front of what an array argument points to, where the host passes a place inside of an array, such as d + 1: a[-1] is one of them. They come beside those of #pragma tuner array, which counts from there. Used when the values are checked; input and ensures cannot name such an array.',
  },
  array: {
    syntax: 'array NAME = ELEMENTS, or WIDTH, HEIGHT of an image, or ARRAY + OFFSET',
    snippet: 'array ${1:input} = ${2:size}',
    about:
      'Number of elements of a __global array (default: as many as there are work-items, or size where that is more). Arguments may stand in it. An access beyond them is an error when the values are checked. Of an image its width, height and depth, or layers: array img = 64, 48. The name of an argument before it says that both are one array: array b = a.',
  },
  input: {
    syntax: 'input ARRAY[i] = EXPRESSION, or any(LOW, HIGH)',
    snippet: 'input ${1:input}[i] = ${2:any(0, 3)}',
    about:
      'What is in an array, or the value of an argument, before the kernel runs: an expression of the index, or any(low, high) for every integer of a range. Used when the values are checked; of a number that is given, and of an array whose elements are, costs know it too.',
  },
  ensures: {
    syntax: 'ensures CONDITION, or same(KERNEL), or same(KERNEL, TOLERANCE)',
    snippet: 'ensures ${1:forall i: output[i] == old(input[i])}',
    about:
      'What holds when all work-items have ended, checked for every schedule: forall, exists, sum, min, max, count, sorted, old and arithmetic over the arrays. Or another kernel or function of the text that leaves the same in every array that both have.',
  },
};

/** Declares a parameter from `low` on, in each form of values. */
export const paramExamples = (name: string, low: number): string =>
  `#pragma tuner param ${name} = pow2(${low}, size/2), range(${low}, size/2, ${low}) or {${low}, ${2 * low}, ${4 * low}}`;

/** Values to begin with, by names that tell what is tuned, Kernel Tuner's among them. */
const USUAL_VALUES: readonly (readonly [RegExp, string])[] = [
  [/^WG$/, 'pow2(4, size/2)'],
  [/^block_size_x$/, '{32, 64, 128}'],
  [/^block_size_[yz]$|^tile_size_[xyz]$|per_thread|unroll/i, '{1, 2, 4}'],
];

/** Declares a parameter: a group size, or a definition of the host. */
export const paramLine = (name: string): string =>
  `#pragma tuner param ${name} = ${USUAL_VALUES.find(([form]) => form.test(name))?.[1] ?? '{16}'}`;

/** Such a pragma may mention items besides parameters and constants. */
export const mayMentionItems = (kind: PragmaKind): boolean =>
  kind === 'cost' || kind === 'value' || kind === 'trips';

export const isPragmaKind = (word: string): word is PragmaKind => Object.hasOwn(PRAGMA_WORDS, word);

/** Reads the line from `#` to its end in a text with blanked comments. Undefined for others'
 * pragmas, and for broken ones, which are reported. */
export function parsePragma(
  text: string,
  start: number,
  end: number,
  reports: Reports,
): Pragma | undefined {
  const head = /^#\s*pragma\s+tuner\b/.exec(text.slice(start, end));
  if (head === null) return undefined;
  const line: Span = { start, end: start + text.slice(start, end).trimEnd().length };
  const reader = new Reader(tokenize(text, start + head[0].length, line.end));
  try {
    const token = reader.peek();
    if (token.kind === 'end') throw new ReadError('expected a word after #pragma tuner', line);
    if (token.kind !== 'name' || !isPragmaKind(token.text)) {
      reports.error(
        'unknown-pragma',
        spanOf(token),
        `'${token.text}' is not a word that #pragma tuner knows.`,
        `It knows ${Object.keys(PRAGMA_WORDS).join(', ')}.`,
      );
      return undefined;
    }
    reader.next();
    const pragma = parseRest(text, reader, token.text, { span: line, word: spanOf(token) });
    reader.finish();
    return pragma;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const word = /^#\s*pragma\s+tuner\s+(\w+)/.exec(text.slice(start, end))?.[1] ?? '';
    reports.error(
      'broken-pragma',
      error.span,
      `In this pragma: ${error.message}.`,
      isPragmaKind(word) ? `Write #pragma tuner ${PRAGMA_WORDS[word].syntax}.` : undefined,
    );
    return undefined;
  }
}

function parseRest(text: string, reader: Reader, kind: PragmaKind, common: Common): Pragma {
  switch (kind) {
    case 'param': {
      const target = reader.identifier('the name of the parameter');
      reader.expect('=');
      const { start } = reader.peek();
      const before = reader.names.length;
      const domain = parseDomain(reader);
      const domainSpan = { start, end: common.span.end };
      return { ...common, kind, target, domain, domainSpan, names: reader.names.slice(before) };
    }
    case 'require':
    case 'trips':
    case 'registers':
      return { ...common, kind, value: written(text, reader) };
    case 'assume': {
      const at = reader.peek();
      const not = reader.accept('not');
      const { name, span } = reader.identifier('taken, not taken or uniform');
      const how = ASSUMPTIONS.find((one) => one === (not ? `not ${name}` : name));
      if (how !== undefined) return { ...common, kind, how };
      throw new ReadError('expected taken, not taken or uniform', {
        start: at.start,
        end: span.end,
      });
    }
    case 'value': {
      const target = path(reader);
      reader.expect('=');
      return { ...common, kind, target, value: written(text, reader) };
    }
    case 'cost':
    case 'stride':
    case 'instructions':
    case 'before':
    case 'local': {
      const target = reader.identifier('a name');
      reader.expect('=');
      return { ...common, kind, target, value: written(text, reader) };
    }
    case 'items':
    case 'local_size': {
      const values = listOf(reader, () => written(text, reader));
      if (values[3] !== undefined)
        throw new ReadError('an NDRange has at most three dimensions', values[3].span);
      return { ...common, kind, values };
    }
    case 'array': {
      const target = path(reader);
      reader.expect('=');
      const [value, ...further] = listOf(reader, () => written(text, reader));
      if (value === undefined) throw new ReadError('expected a number of elements', common.span);
      return { ...common, kind, target, value, ...(further.length > 0 && { further }) };
    }
    case 'input':
    case 'ensures': {
      const textSpan = { start: reader.peek().start, end: common.span.end };
      if (reader.peek().kind === 'end')
        throw new ReadError(`expected something after ${kind}`, textSpan);
      reader.skip();
      return { ...common, kind, text: text.slice(textSpan.start, textSpan.end), textSpan };
    }
    case 'barrier':
      return { ...common, kind, target: reader.identifier('the name of a function') };
    case 'lockstep':
      return { ...common, kind };
  }
}

/** OpenCL compilers' `#pragma unroll`, with or without a number of iterations to run together. */
export interface UnrollPragma {
  readonly span: Span;
  readonly factor?: Expr | undefined;
}

/** `#pragma unroll`, `#pragma unroll 4` or `#pragma unroll(4)`; undefined for other lines. */
export function parseUnroll(text: string, span: Span): UnrollPragma | undefined {
  const found = /^#\s*pragma\s+unroll\b(.*)$/s.exec(text.trimEnd());
  if (found === null) return undefined;
  return { span, factor: parseExpr(found[1]?.trim() ?? '') };
}

const ASSUMPTIONS: readonly Assumption[] = ['taken', 'not taken', 'uniform'];

/** A name, or a member as kernels write it: `s.n`, `p->a.b`, `table[2].n`. */
function path(reader: Reader): Named {
  const { name: first, span } = reader.identifier('a name');
  let name = first;
  for (;;) {
    const sign = ['.', '->', '['].find((one) => reader.accept(one));
    if (sign === undefined) return { name, span: { start: span.start, end: reader.end } };
    if (sign !== '[') name += sign + reader.identifier('the name of a member').name;
    else {
      const { text, kind } = reader.peek();
      if (kind !== 'number') throw new ReadError('expected a number here', spanOf(reader.peek()));
      reader.next();
      reader.expect(']');
      name += `[${text}]`;
    }
  }
}

function written(text: string, reader: Reader): Written {
  const { start } = reader.peek();
  const before = reader.names.length;
  const expr = reader.expression();
  const span = { start, end: reader.end };
  return { expr, text: text.slice(start, span.end), span, names: reader.names.slice(before) };
}

/** Separated by commas; at least one. */
function listOf<T>(reader: Reader, read: () => T): T[] {
  const items = [read()];
  while (reader.accept(',')) items.push(read());
  return items;
}

function parseDomain(reader: Reader): Domain {
  const { text } = reader.peek();
  if (text === 'pow2' || text === 'range') {
    reader.next();
    reader.expect('(');
    const low = reader.expression();
    reader.expect(',');
    const high = reader.expression();
    const step = text === 'range' && reader.accept(',') ? reader.expression() : num(1);
    reader.expect(')');
    return text === 'pow2' ? { kind: text, low, high } : { kind: text, low, high, step };
  }
  // Braces are optional: `param WG = 64, 128`; one value is a list too.
  const braced = reader.accept('{');
  const values = listOf(reader, () => reader.expression());
  if (braced) reader.expect('}');
  return { kind: 'list', values };
}

/** A pragma that stands for another place in the text, which says the same. */
export function standingFor(line: string, span: Span, about: LaunchOrigin = {}): readonly Pragma[] {
  // Its parts' places are those of the other.
  const text = `${' '.repeat(span.start)}#pragma tuner ${line}`;
  const made = parsePragma(text, span.start, text.length, new Reports());
  return made === undefined ? [] : [{ ...made, span, ...about }];
}
