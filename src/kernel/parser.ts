import { Language, Parser, type Tree } from 'web-tree-sitter';
import { type Diagnostic, Reports, type Result } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { declarationsOf, type Declarations } from './facts.ts';
import type { Expr } from './expr.ts';
import type { Kernel } from './ir.ts';
import { type Assembled, assemble, type Includes, type Place } from './includes.ts';
import { withSpans } from './ir-spans.ts';
import { lowerKernel } from './lower.ts';
import type { Pragma } from './pragma.ts';
import { declaredParameters, preprocess, type Preprocessed } from './preprocess.ts';
import { blankQualifiers } from './qualifiers.ts';
import { syntaxError } from './syntax-error.ts';
import type { FunctionDeclaration, Program } from './syntax.ts';
import { convert } from './tree.ts';
import { TooDeep } from './tree-expression.ts';

/** What a text holds, before any kernel of it is lowered. */
export interface ParsedText {
  readonly kernels: readonly { readonly name: string; readonly span: Span }[];
  readonly pragmas: readonly Pragma[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What is read besides a text. */
export interface Given {
  /** Macros that are defined before the text, as by the option -D: their bodies. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** Finds the texts that it includes; without it they are not read. */
  readonly includes?: Includes | undefined;
}

/** What costs time, besides memory and barriers. */
export interface Charged {
  /** Whether arithmetic does: AT ticks for each operation. */
  readonly arithmetic?: boolean;
}

/** Which program a text is, where its conditional directives are decided. */
export interface ProgramOptions extends Given {
  /** Which kernel is meant; without it the first. */
  readonly kernelName?: string | undefined;
  /** The values of all tuning parameters and of all platform constants. */
  readonly values: Readonly<Record<string, number>>;
}

/** The syntax of a text in one configuration. Names of parameters and of platform constants stay names. */
export interface ConfiguredProgram {
  /** Absent where the text does not parse. */
  readonly program?: Program;
  /** Absent where the text has no such kernel. */
  readonly kernel?: FunctionDeclaration;
  /** Those that hold in this configuration. */
  readonly pragmas: readonly Pragma[];
  /** Macros whose value is an integer expression, which pragmas may mention. */
  readonly constants: ReadonlyMap<string, Expr>;
  /** The text that spans are about, with what it includes, without comments. */
  readonly clean: string;
  /** Where that is in the text that was given, or in what it includes. */
  readonly place: (span: Span) => Place;
  /** With spans in the text that was given. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes, or where to find them. */
export type WasmSource = Uint8Array | URL | string;

let runtime: Promise<void> | undefined;

/** Loads the parser. `runtimeWasm` is `web-tree-sitter.wasm`, `grammarWasm` is `tree-sitter-c.wasm`;
 * the runtime is loaded once for all parsers. */
export async function createKernelParser(
  runtimeWasm: WasmSource,
  grammarWasm: WasmSource,
): Promise<KernelParser> {
  runtime ??= Parser.init(
    runtimeWasm instanceof Uint8Array
      ? { wasmBinary: runtimeWasm }
      : { locateFile: () => String(runtimeWasm) },
  ).catch((error: unknown) => {
    runtime = undefined; // so that a failed download can be tried again
    throw error;
  });
  await runtime;
  const language = await Language.load(grammarWasm);
  const parser = new Parser();
  parser.setLanguage(language);
  return new KernelParser(parser);
}

interface Analysis {
  readonly source: string;
  readonly given: Given;
  readonly assembled: Assembled;
  readonly prepared: Preprocessed;
  readonly declarations: Declarations;
  /** Absent where the text does not parse. */
  readonly program?: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads kernel texts. Any text gives an answer; nothing throws. */
export class KernelParser {
  private last: Analysis | undefined;

  constructor(private readonly parser: Parser) {}

  /** The kernels and pragmas of a text, and what is wrong with them. */
  parse(source: string): ParsedText {
    const { prepared, program, diagnostics, assembled } = this.analyse(source, NOTHING);
    const kernels = kernelsOf(program).map(({ name, nameSpan }) => ({ name, span: nameSpan }));
    return { kernels, pragmas: prepared.pragmas, diagnostics: tidy(diagnostics, assembled) };
  }

  /** The cost IR of a kernel: the named one, or the first of the text. Its places, and those of what there is
   * to say, are in the text; what is in an included one is where that is included. */
  lower(
    source: string,
    kernelName?: string,
    given: Given = NOTHING,
    { arithmetic = false }: Charged = {},
  ): Result<Kernel> {
    const { prepared, declarations, program, diagnostics, assembled } = this.analyse(source, given);
    const fail = (more: readonly Diagnostic[]): Result<Kernel> => ({
      ok: false,
      diagnostics: tidy([...diagnostics, ...more], assembled),
    });
    if (program === undefined) return fail([]);
    const kernels = kernelsOf(program);
    const kernel = kernels.find(({ name }) => name === (kernelName ?? name));
    if (kernel === undefined) return fail(noKernel(assembled.text, kernels, kernelName));
    const facts = { ...declarations.facts, arithmetic };
    const said = { ...declarations, facts };
    const result = lowerKernel(program, kernel, said, prepared.clean, assembled.text);
    if (!result.ok || diagnostics.some(({ severity }) => severity === 'error'))
      return fail(result.diagnostics);
    const choice = kernelName === undefined ? severalKernels(kernels) : [];
    const all = [...diagnostics, ...choice, ...result.diagnostics];
    const value = assembled.isWhole
      ? result.value
      : withSpans(result.value, (span) => assembled.place(span).span);
    return { ok: true, value, diagnostics: tidy(all, assembled) };
  }

  /** The program that a text is in one configuration. */
  programOf(source: string, options: ProgramOptions): ConfiguredProgram {
    const { kernelName, values, defines, includes } = options;
    const assembled = assemble(source, includes);
    const parameters = new Set(declaredParameters(assembled.text));
    const prepared = preprocess(assembled, { parameters, values, defines });
    const { program, diagnostics } = this.read(prepared);
    const kernels = kernelsOf(program);
    const kernel = kernels.find(({ name }) => name === (kernelName ?? name));
    const missing = program === undefined || kernel ? [] : noKernel(source, kernels, kernelName);
    const { pragmas, constants, clean } = prepared;
    return {
      ...(program !== undefined && { program }),
      ...(kernel !== undefined && { kernel }),
      ...{ pragmas, constants, clean, place: assembled.place },
      diagnostics: tidy([...prepared.diagnostics, ...diagnostics, ...missing], assembled),
    };
  }

  /** Frees the parser. It cannot be used afterwards. */
  delete(): void {
    this.parser.delete();
  }

  private analyse(source: string, given: Given): Analysis {
    const { last } = this;
    if (last?.source === source && last.given === given) return last;
    this.last = this.analysis(source, given);
    return this.last;
  }

  private analysis(source: string, given: Given): Analysis {
    const assembled = assemble(source, given.includes);
    const parameters = new Set(declaredParameters(assembled.text));
    const prepared = preprocess(assembled, { parameters, defines: given.defines });
    const { text } = prepared.code;
    const mentioned = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
    const declarations = declarationsOf(
      prepared.pragmas,
      prepared.constants,
      mentioned,
      prepared.clean,
    );
    const { program, diagnostics } = this.read(prepared);
    return {
      ...{ source, given, assembled, prepared, declarations },
      ...(program !== undefined && { program }),
      diagnostics: [...prepared.diagnostics, ...declarations.diagnostics, ...diagnostics],
    };
  }

  /** The syntax of a text whose directives are done. */
  private read({ code }: Preprocessed): { program?: Program; diagnostics: readonly Diagnostic[] } {
    const { text, qualifiers } = blankQualifiers(code.text);
    let tree: Tree | null = null;
    try {
      tree = this.parser.parse(text);
      if (tree === null) return { diagnostics: [] };
      const error = syntaxError(tree.rootNode, text, code);
      if (error !== undefined) return { diagnostics: [error] };
      return { program: convert(tree.rootNode, text, code, qualifiers), diagnostics: [] };
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error;
      const reports = new Reports();
      reports.error('too-deep', error.span, 'This is nested too deeply.');
      return { diagnostics: reports.all };
    } finally {
      tree?.delete();
    }
  }
}

const kernelsOf = (program?: Program) =>
  program?.functions.filter(({ isKernel, body }) => isKernel && body !== undefined) ?? [];

function noKernel(
  source: string,
  kernels: readonly FunctionDeclaration[],
  wanted = '',
): readonly Diagnostic[] {
  const reports = new Reports();
  reports.error(
    'no-kernel',
    { start: 0, end: Math.min(source.length, 1) },
    `There is no kernel ${wanted === '' ? '' : `named ${wanted} `}in this text.`,
    kernels.length === 0
      ? 'A kernel begins with __kernel void NAME(...).'
      : `There is ${listed(kernels)}.`,
  );
  return reports.all;
}

/** Which of several kernels is taken where none is named. */
function severalKernels(kernels: readonly FunctionDeclaration[]): readonly Diagnostic[] {
  const [first, ...others] = kernels;
  if (first === undefined || others.length === 0) return [];
  const reports = new Reports();
  reports.warning(
    'several-kernels',
    first.nameSpan,
    `This text has ${kernels.length} kernels; ${first.name}, the first, is taken, and not ${listed(others)}.`,
    'Name the one that is meant: on the command line with --kernel-name.',
  );
  return reports.all;
}

const listed = (kernels: readonly FunctionDeclaration[]): string =>
  kernels.map(({ name }) => name).join(', ');

const NOTHING: Given = {};

/** What would settle a diagnostic; in an included text nothing can be put before its place. */
function fixesOf({ fixes }: Diagnostic, { included }: Place): Pick<Diagnostic, 'fixes'> {
  if (fixes === undefined || included === undefined) return {};
  return { fixes: fixes.filter(({ where }) => where === 'top') };
}

/** In the order of the text, the first of each kind at a place, with spans that lie in it. */
function tidy(diagnostics: readonly Diagnostic[], { source, place }: Assembled): Diagnostic[] {
  const seen = new Set<string>();
  const clamp = (span: Span): Span => {
    const start = Math.max(0, Math.min(span.start, source.length));
    return { start, end: Math.max(start, Math.min(span.end, source.length)) };
  };
  const moved = <T extends { readonly span: Span; readonly message: string }>(each: T): T => {
    const { span, included } = place(each.span);
    if (included === undefined) return { ...each, span: clamp(span) };
    const message = `In ${included.name}, line ${included.line}: ${each.message}`;
    return { ...each, span: clamp(span), message };
  };
  return diagnostics
    .filter(({ code, span }) => {
      const key = `${code} ${span.start} ${span.end}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .map((diagnostic) => ({
      ...moved(diagnostic),
      ...fixesOf(diagnostic, place(diagnostic.span)),
      ...(diagnostic.related && { related: diagnostic.related.map(moved) }),
    }))
    .toSorted((a, b) => a.span.start - b.span.start);
}
