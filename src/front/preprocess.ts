import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { substitute } from './algebra.ts';
import { CONSTANT_NAMES } from '../base/constants.ts';
import { ExprError, evaluate, type Expr, namesIn, num, show } from './expr.ts';
import { Reader } from './expr-parser.ts';
import { ReadError } from './token-reader.ts';
import { type Assembled, isKnownHeader } from './includes.ts';
import { blank, blankComments, blanked, directivesIn, tokenize } from './lexer.ts';
import {
  type Definitions,
  expand,
  extentOf,
  loose,
  parseDefine,
  type Loose,
  type Macro,
  withoutDefined,
  TOO_LARGE,
} from './macro.ts';
import { macroConstants } from './macro-constants.ts';
import { HEADER_MACROS, predefined } from './predefined.ts';
import { launchInComments } from './launch-comment.ts';
import { parsePragma, parseUnroll, type Pragma, type UnrollPragma } from './pragma.ts';
import { ownValueAt, reportOwnValue, standIn } from './own-values.ts';
import { MappedText } from './source-map.ts';
import { languageOf } from './cuda/words.ts';
import type { Language } from './language.ts';

/** A kernel text after its directives are done. */
export interface Preprocessed {
  /** No comments, no directives, macros expanded, qualifiers still there. */
  readonly code: MappedText;
  /** The source at its length; comments, skipped code and others' directives are blank. */
  readonly clean: string;
  readonly pragmas: readonly Pragma[];
  /** `#pragma unroll`, which asks the compiler to. */
  readonly unrolls: readonly UnrollPragma[];
  /** Object-like macros whose value is an integer expression. */
  readonly constants: ReadonlyMap<string, Expr>;
  /** The first #error that was met. */
  readonly refusal?: { readonly text: string; readonly span: Span } | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const START: Span = { start: 0, end: 0 };

interface Condition {
  active: boolean;
  /** Some group of this #if was taken already. */
  taken: boolean;
  readonly outer: boolean;
  readonly span: Span;
}

/** Influences on directives besides the text. */
export interface Circumstances {
  /** Tuning parameters: defined, but left as names in the code. */
  readonly parameters: ReadonlySet<string>;
  /** Bodies of macros defined beforehand, as by the option -D. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** Parameters and platform constants, where one configuration is meant. */
  readonly values?: Readonly<Record<string, number>> | undefined;
  /** Decides an #if condition that depends on later choices. */
  readonly decide?: ((condition: Expr, span: Span) => boolean) | undefined;
  /** Chooses a parameter's value for `##` in a name; undefined where it has too many. */
  readonly choose?: ((name: string, span: Span) => number | undefined) | undefined;
}

/** The C preprocessor with a way back to the source. Keeps the names of parameters and of platform
 * constants the text does not define. */
export function preprocess(text: Assembled, circumstances: Circumstances): Preprocessed {
  return new Preprocessor(text, circumstances).run();
}

class Preprocessor {
  readonly #clean: string;
  readonly #reports = new Reports();
  readonly #pragmas: Pragma[] = [];
  readonly #unrolls: UnrollPragma[] = [];
  readonly #macros = new Map<string, Macro>();
  readonly #definitions: Definitions = {
    macros: this.#macros,
    valueOf: (name) => this.#pasted(name),
  };
  /** A macro says `defined`, which compilers let pass. */
  #asksInMacros = false;
  /** The use being expanded. */
  #use: Span = START;
  readonly #conditions: Condition[] = [];
  readonly #code = new MappedText();
  #refusal: Preprocessed['refusal'];

  /** Parameters and platform constants, which macros cannot set. */
  readonly #reserved: Set<string>;

  readonly #assembled: Assembled;
  readonly #language: Language;
  readonly #circumstances: Circumstances;

  constructor(assembled: Assembled, circumstances: Circumstances) {
    this.#assembled = assembled;
    this.#language = languageOf(assembled.source);
    this.#circumstances = circumstances;
    this.#reserved = new Set([...CONSTANT_NAMES, ...circumstances.parameters]);
    const given = Object.entries(circumstances.defines ?? {}).map((each) => each.join(' '));
    for (const line of [...HEADER_MACROS[this.#language], ...given]) {
      const macro = parseDefine(line, 0, line.length);
      if (macro !== undefined) this.#define(macro);
    }
    const { text, unclosed } = blankComments(assembled.text);
    this.#clean = text;
    if (unclosed === undefined) return;
    const span = { start: unclosed, end: unclosed + 2 };
    this.#reports.error('syntax', span, 'This comment is never closed.');
  }

  run(): Preprocessed {
    const clean = this.#clean;
    const skipped: Span[] = [];
    const emit = (start: number, end: number): void => {
      if (!this.#active) skipped.push({ start, end });
      this.#emit(start, end);
    };
    let chunk = 0;
    for (const { line, start, end } of directivesIn(clean)) {
      emit(chunk, line);
      const before = this.#pragmas.length;
      this.#directive(start, end);
      if (this.#pragmas.length === before) skipped.push({ start: line, end });
      this.#code.add(blank(clean.slice(line, end)), line, end, true);
      chunk = end;
    }
    emit(chunk, clean.length);
    const open = this.#conditions.at(-1);
    if (open !== undefined) this.#reports.error('syntax', open.span, 'This #if has no #endif.');
    return {
      code: this.#code,
      clean: blanked(clean, skipped),
      pragmas: [
        ...this.#pragmas,
        ...launchInComments(this.#assembled.text, this.#code.text, this.#pragmas),
      ],
      unrolls: this.#unrolls,
      constants: macroConstants(
        this.#definitions,
        clean,
        this.#language,
        this.#circumstances.parameters,
      ),
      refusal: this.#refusal,
      diagnostics: this.#reports.all,
    };
  }

  get #active(): boolean {
    return this.#conditions.at(-1)?.active ?? true;
  }

  /** Adds ordinary code, with its macros expanded. */
  #emit(start: number, end: number): void {
    if (start >= end) return;
    const clean = this.#clean;
    const code = this.#code;
    if (!this.#active) {
      code.add(blank(clean.slice(start, end)), start, end, true);
      return;
    }
    const tokens = tokenize(clean, start, end);
    let kept = start;
    for (let i = 0; i < tokens.length; i += 1) {
      const token = tokens[i];
      if (token && this.#circumstances.parameters.has(token.text)) {
        const own = ownValueAt(tokens, i, clean);
        if (own !== undefined) reportOwnValue(this.#reports, token.text, token, own);
        if (own === 'fixed') {
          code.add(clean.slice(kept, token.start), kept, token.start, true);
          code.add(standIn(token.text), token.start, token.end, false);
          kept = token.end;
        }
        continue;
      }
      const macro = token?.kind === 'name' ? this.#macros.get(token.text) : undefined;
      if (token === undefined || macro === undefined) continue;
      const extent = extentOf(tokens, i, macro);
      if (extent === undefined) continue;
      let to = extent;
      this.#use = { start: token.start, end: tokens[to - 1]?.end ?? token.end };
      let result = expand(tokens.slice(i, to).map(loose), this.#definitions);
      // The expansion may end in a macro's name whose arguments follow in the source.
      for (;;) {
        const last = result?.at(-1);
        const tail =
          last?.kind === 'name' && !last.hidden.has(last.text)
            ? this.#macros.get(last.text)
            : undefined;
        const more: number | undefined =
          tail === undefined ? undefined : extentOf(tokens, to - 1, tail);
        if (result === undefined || more === undefined || tail?.parameters === undefined) break;
        result = expand([...result, ...tokens.slice(to, more).map(loose)], this.#definitions);
        to = more;
      }
      const use = { start: token.start, end: tokens[to - 1]?.end ?? token.end };
      if (result === undefined) {
        const why = `The macro ${token.text} expands further than is followed: ${TOO_LARGE}.`;
        this.#reports.error('macro-too-large', use, why);
        continue;
      }
      code.add(clean.slice(kept, use.start), kept, use.start, true);
      this.#emitExpansion(result, use);
      kept = use.end;
      i = to - 1;
    }
    code.add(clean.slice(kept, end), kept, end, true);
  }

  #emitExpansion(tokens: readonly Loose[], use: Span): void {
    for (const token of tokens) {
      if (token.own) this.#code.add(token.text, token.start, token.end, true, use);
      else this.#code.add(token.text, use.start, use.end, false, use);
      this.#code.add(' ', use.start, use.end, false, use);
    }
  }

  #directive(hash: number, end: number): void {
    const text = this.#clean.slice(hash, end);
    const head = /^#\s*([A-Za-z_]*)/.exec(text);
    const word = head?.[1] ?? '';
    const rest = hash + (head?.[0].length ?? 1);
    const span = { start: hash, end: hash + text.trimEnd().length };
    if (this.#conditional(word, rest, end, span) || !this.#active) return;
    switch (word) {
      case 'pragma': {
        const pragma = parsePragma(this.#clean, hash, end, this.#reports);
        if (pragma !== undefined) this.#pragmas.push(pragma);
        const unroll = parseUnroll(text, span);
        if (unroll !== undefined) this.#unrolls.push(unroll);
        break;
      }
      case 'define': {
        const macro = parseDefine(this.#clean, rest, end);
        if (macro === undefined) this.#reports.error('syntax', span, 'A #define needs a name.');
        else this.#define(macro, span);
        break;
      }
      case 'undef': {
        const name = this.#clean.slice(rest, end).trim();
        this.#macros.delete(name);
        if (!this.#circumstances.parameters.has(name)) this.#reserved.delete(name);
        break;
      }
      case 'include':
        if (this.#assembled.done.has(hash)) break;
        if (this.#language === 'cuda' && isKnownHeader(this.#clean.slice(hash, end))) break;
        this.#reports.warning(
          'include',
          span,
          this.#assembled.searched ? 'This file is not found.' : 'Included files are not read.',
          'Paste what the kernel needs from it into this text, or say on the command line with -I where it is.',
        );
        break;
      case 'error':
        this.#refusal ??= { text: this.#clean.slice(hash, end).trim(), span };
        break;
      case '':
      case 'line':
      case 'warning':
        break;
      default:
        this.#reports.warning('unknown-directive', span, `The directive #${word} is ignored.`);
    }
  }

  /** The text's definitions beat platform constants, but not tuning parameters. */
  #define(macro: Macro, span?: Span): void {
    const { name } = macro;
    if (this.#circumstances.parameters.has(name)) {
      reportOwnValue(this.#reports, name, span, 'defined');
      return;
    }
    this.#macros.set(name, macro);
    this.#asksInMacros ||= macro.body.some(({ text }) => text === 'defined');
    if (this.#reserved.delete(name))
      this.#reports.info(
        'own-constant',
        span ?? START,
        `From here on ${name} is the kernel's own, not the constant of the platform.`,
        `In #pragma tuner, ${name} stays that of the platform.`,
      );
  }

  /** Handles #if and its kin; false for other directives. */
  #conditional(word: string, rest: number, end: number, span: Span): boolean {
    const top = this.#conditions.at(-1);
    switch (word) {
      case 'if':
      case 'ifdef':
      case 'ifndef': {
        const outer = this.#active;
        const name = this.#clean.slice(rest, end).trim();
        const active =
          outer &&
          (word === 'if'
            ? this.#holds(rest, end, span)
            : this.#isDefined(name) === (word === 'ifdef'));
        this.#conditions.push({ active, taken: active, outer, span });
        return true;
      }
      case 'elif':
      case 'else': {
        if (top === undefined) break;
        top.active = top.outer && !top.taken && (word === 'else' || this.#holds(rest, end, span));
        top.taken ||= top.active;
        return true;
      }
      case 'endif':
        if (this.#conditions.pop() === undefined) break;
        return true;
      default:
        return false;
    }
    this.#reports.error('syntax', span, `This #${word} has no #if.`);
    return true;
  }

  readonly #isDefined = (name: string): boolean =>
    this.#reserved.has(name) ||
    this.#macros.has(name) ||
    predefined(this.#language, name) !== undefined;

  #macrosWithoutDefined(): ReadonlyMap<string, Macro> {
    return new Map(
      [...this.#macros].map(([name, macro]) => [
        name,
        { ...macro, body: withoutDefined(macro.body, this.#isDefined, macro.parameters) },
      ]),
    );
  }

  /** An #if condition; one on a parameter without a value is decided elsewhere. */
  #holds(start: number, end: number, span: Span): boolean {
    this.#use = span;
    const line = withoutDefined(tokenize(this.#clean, start, end), this.#isDefined);
    const macros = this.#asksInMacros ? this.#macrosWithoutDefined() : this.#macros;
    const tokens = expand(line.map(loose), { ...this.#definitions, macros }) ?? [];
    try {
      const condition = new Reader(tokens).whole();
      const given = new Map(
        [...namesIn(condition)].flatMap((name) => {
          const value = this.#valueOf(name);
          return value === undefined ? [] : [[name, num(value)] as const];
        }),
      );
      const expr = substitute(condition, given);
      const [unknown] = namesIn(expr);
      const { decide } = this.#circumstances;
      if (unknown !== undefined && decide !== undefined) return decide(expr, span);
      if (unknown !== undefined) {
        this.#reports.warning(
          'unknown-condition',
          span,
          `This condition depends on ${unknown}, which has no value; it is taken to hold.`,
        );
        return true;
      }
      return evaluate(expr, {}) !== 0;
    } catch (error) {
      if (!(error instanceof ReadError) && !(error instanceof ExprError)) throw error;
      this.#reports.warning(
        'unknown-condition',
        span,
        `This condition is not understood (${error.message}); it is taken not to hold.`,
      );
      return false;
    }
  }

  /** Undefined for names chosen later. */
  #valueOf(name: string): number | undefined {
    if (this.#reserved.has(name)) return this.#circumstances.values?.[name];
    return predefined(this.#language, name) ?? 0;
  }

  /** The name's text as part of another, see `Definitions`. */
  #pasted(name: string): string | undefined {
    if (!this.#reserved.has(name)) return undefined;
    const { values, choose } = this.#circumstances;
    return (values?.[name] ?? choose?.(name, this.#use))?.toString();
  }
}

/** Equal for texts that are the same after their directives. */
export const keyOfPreprocessed = (made: Preprocessed): string =>
  [
    made.code.key,
    ...made.pragmas.map(({ span }) => span.start),
    ...made.unrolls.map(({ span }) => span.start),
    ...[...made.constants].map(([name, value]) => `${name} ${show(value)}`),
    made.refusal?.span.start,
    ...made.diagnostics.map(({ code, span }) => `${code} ${span.start}`),
  ].join('\n');
