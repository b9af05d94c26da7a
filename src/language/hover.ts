import { positionAt, type Span } from '../base/span.ts';
import { BUILTIN_COSTS } from '../front/builtin-rows.ts';
import { builtinOf, isBuiltinConstant } from '../front/builtins.ts';
import { domainValues, type Parameter } from '../front/configurations.ts';
import { wordsOf } from '../front/cuda/words.ts';
import { type Environment, ExprError } from '../front/expr.ts';
import type { LanguageWords } from '../front/language.ts';
import { isTypeName } from '../front/types.ts';
import { PRAGMA_WORDS } from '../front/pragma.ts';
import { ITEM_INFOS, PLATFORM_NAMES, SAME_ABOUT, SAME_SYNTAX } from './vocabulary.ts';
import type { CostHint } from './cost-hints.ts';
import {
  lineBefore,
  type Named,
  parameterOf,
  resolve,
  scan,
  type Scan,
  within,
  wordAt,
} from './scan.ts';

/** Information on a place in the text. */
export interface Hover {
  readonly span: Span;
  /** A declaration or a signature, as code. */
  readonly code?: string;
  /** Plain sentences, one paragraph each. */
  readonly text: readonly string[];
}

/** Its parts in Markdown. @param language of the code. */
export const hoverMarkdown = ({ code, text }: Hover, language: string): string[] => [
  ...(code === undefined ? [] : [`\`\`\`${language}\n${code}\n\`\`\``]),
  text.map(asMarkdown).join('\n\n'),
];

const asMarkdown = (words: string): string => words.replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');

/** Analysis so far; anything may be missing. */
export interface Known {
  /** The hints of this very text. */
  readonly hints: readonly CostHint[];
  /** Platform constants and the shown configuration. */
  readonly environment?: Environment;
  /** Tuning parameters, macros in their domains expanded. */
  readonly parameters?: readonly Parameter[];
}

/** Describes the identifier at an offset, with the cost of its access or call. */
export function hover(source: string, offset: number, known: Known): Hover | undefined {
  const at = Math.max(0, Math.min(Math.trunc(offset), source.length));
  const word = wordAt(source, at);
  // In a comment, or off any name: only costs.
  const isCode = word !== undefined && lineBefore(source, word.span.end) !== undefined;
  const text = scan(source);
  const what = isCode ? about(source, text, word, known) : undefined;
  const cost = hintAt(known.hints, at);
  if (cost === undefined) return what;
  const costs = [`Costs ${cost.label} (${cost.what}).`, cost.source];
  return {
    span: what?.span ?? cost.span,
    ...(what?.code !== undefined && { code: what.code }),
    text: [...(what?.text ?? []), ...costs],
  };
}

/** The innermost hint around an offset. */
function hintAt(hints: readonly CostHint[], offset: number): CostHint | undefined {
  const around = hints.filter(({ span }) => within(span, offset));
  return around.toSorted((a, b) => length(a.span) - length(b.span))[0];
}

const length = ({ start, end }: Span): number => end - start;

function about(
  source: string,
  text: Scan,
  { name, span }: { readonly name: string; readonly span: Span },
  known: Known,
): Hover | undefined {
  const { environment } = known;
  const pragma = text.pragmas.find((candidate) => within(candidate.span, span.start));
  if (pragma !== undefined && pragma.word.start === span.start) {
    const { syntax, about: words } = PRAGMA_WORDS[pragma.kind];
    return { span, code: `#pragma tuner ${syntax}`, text: [words] };
  }
  if (pragma !== undefined && (name === 'tuner' || name === 'pragma'))
    return {
      span,
      text: ['A fact for the tuner. To a compiler of OpenCL C this line is nothing.'],
    };
  const inDirective = pragma !== undefined || /^\s*#/.test(lineBefore(source, span.end) ?? '');
  const found =
    (inDirective ? parameterOf(text, name) : undefined) ?? resolve(text, name, span.start);
  if (found !== undefined) return declared(source, text, found, span, known);
  const constant = PLATFORM_NAMES.find((info) => info.name === name);
  if (constant !== undefined) {
    const value = environment?.[name];
    const now = value === undefined ? [] : [`Now ${value}.`];
    return { span, code: name, text: [`Platform constant. ${constant.about}`, ...now] };
  }
  const item = pragma === undefined ? undefined : ITEM_INFOS.find((info) => info.name === name);
  if (item !== undefined) return { span, code: name, text: [item.about] };
  if (pragma !== undefined && (name === 'pow2' || name === 'range'))
    return { span, text: [PRAGMA_WORDS.param.about] };
  if (pragma?.kind === 'ensures' && name === 'same')
    return { span, code: SAME_SYNTAX, text: [SAME_ABOUT] };
  const builtin = builtinOf(name);
  if (builtin !== undefined)
    return { span, code: builtin.signature, text: [builtin.about, BUILTIN_COSTS[builtin.sort]] };
  if (isBuiltinConstant(name)) return { span, code: name, text: ['A constant of OpenCL C.'] };
  if (isTypeName(name, new Map())) return { span, code: name, text: ['A type of OpenCL C.'] };
  return undefined;
}

const WHAT: Readonly<Record<Named['kind'], string>> = {
  kernel: 'Kernel.',
  function: 'Function of this file.',
  argument: 'Argument.',
  variable: 'Variable.',
  type: 'Type of this file.',
  macro: 'Macro.',
  parameter: 'Tuning parameter.',
};

const spacesIn = ({
  group,
  local,
}: LanguageWords): Readonly<Record<NonNullable<Named['space']>, string>> => ({
  global: 'In global memory: an access takes GMT ticks.',
  constant: 'In constant memory, which counts as global: an access takes GMT ticks.',
  local: `In ${local}, shared by a ${group}: an access takes LMT ticks.`,
  private: 'In private memory: an access takes no time.',
});

function declared(source: string, text: Scan, found: Named, span: Span, known: Known): Hover {
  const { name, kind, declaration, space } = found;
  const lines: string[] = [WHAT[kind]];
  if (space !== undefined && (kind === 'argument' || kind === 'variable'))
    lines.push(spacesIn(wordsOf(source))[space]);
  if (parameterOf(text, name) !== undefined) {
    if (kind !== 'parameter') lines.push(`Its value is that of the tuning parameter ${name}.`);
    lines.push(...valuesOf(text, name, known));
  }
  for (const pragma of text.pragmas) {
    if (pragma.kind === 'param' || !('target' in pragma) || pragma.target.name !== name) continue;
    const { line } = positionAt(source, pragma.span.start);
    lines.push(
      pragma.kind === 'barrier'
        ? `A barrier between all ${wordsOf(source).item}s, by the pragma in line ${line}.`
        : `Its ${WORDS[pragma.kind]} is ${pragma.value.text}, by the pragma in line ${line}.`,
    );
  }
  if (kind === 'function' && found.defined === true)
    lines.push('Inlined where it is called: each access in it costs what it costs here.');
  return { span, code: declaration, text: lines };
}

const WORDS = {
  cost: 'cost, in ticks,',
  value: 'value',
  local: 'number of elements',
  array: 'number of elements',
  before: 'number of elements before what it points to',
  stride: 'distance between work-items, in elements,',
  instructions: 'number of instructions',
} as const;

/** A parameter's values on the current platform. */
function valuesOf(text: Scan, name: string, { environment, parameters = [] }: Known): string[] {
  const chosen = environment?.[name];
  const now =
    chosen === undefined ? [] : [`${chosen} in the configuration that costs are shown for.`];
  const written = text.pragmas.flatMap((pragma) =>
    pragma.kind === 'param' && pragma.target.name === name ? [pragma.domain] : [],
  );
  const domain = parameters.find((parameter) => parameter.name === name)?.domain ?? written[0];
  if (domain === undefined) return now;
  try {
    const values = domainValues(domain, environment ?? {});
    const shown = values.slice(0, 12).join(', ');
    const more = values.length > 12 ? `, ... ${values.at(-1)}` : '';
    return [values.length === 0 ? 'It has no values here.' : `Values: ${shown}${more}.`, ...now];
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
    return now;
  }
}
