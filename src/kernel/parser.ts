import { Language, Parser, type Tree } from 'web-tree-sitter';
import { type Diagnostic, Reports, type Result } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { declarationsOf, type Declarations } from './facts.ts';
import type { Expr } from './expr.ts';
import type { Kernel } from './ir.ts';
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

/** Which program a text is, where its conditional directives are decided. */
export interface ProgramOptions {
  /** Which kernel is meant; without it the first. */
  readonly kernelName?: string | undefined;
  /** The values of all tuning parameters and of all platform constants. */
  readonly values: Readonly<Record<string, number>>;
  /** Macros that are defined before the text, as by the option -D: their bodies. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
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
  /** The text without comments, at the same length. */
  readonly clean: string;
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
    const { prepared, program, diagnostics } = this.analyse(source);
    const kernels = kernelsOf(program).map(({ name, nameSpan }) => ({ name, span: nameSpan }));
    return { kernels, pragmas: prepared.pragmas, diagnostics: tidy(diagnostics, source) };
  }

  /** The cost IR of a kernel: the named one, or the first of the text. */
  lower(source: string, kernelName?: string): Result<Kernel> {
    const { prepared, declarations, program, diagnostics } = this.analyse(source);
    const fail = (more: readonly Diagnostic[]): Result<Kernel> => ({
      ok: false,
      diagnostics: tidy([...diagnostics, ...more], source),
    });
    if (program === undefined) return fail([]);
    const kernel = kernelsOf(program).find(({ name }) => name === (kernelName ?? name));
    if (kernel === undefined) return fail(noKernel(source, kernelName));
    const result = lowerKernel(program, kernel, declarations, prepared.clean, source);
    if (!result.ok || diagnostics.some(({ severity }) => severity === 'error'))
      return fail(result.diagnostics);
    return { ...result, diagnostics: tidy([...diagnostics, ...result.diagnostics], source) };
  }

  /** The program that a text is in one configuration. */
  programOf(source: string, options: ProgramOptions): ConfiguredProgram {
    const { kernelName, values, defines } = options;
    const parameters = new Set(declaredParameters(source));
    const prepared = preprocess(source, { parameters, values, defines });
    const { program, diagnostics } = this.read(prepared);
    const kernels = kernelsOf(program);
    const kernel = kernels.find(({ name }) => name === (kernelName ?? name));
    const missing = program === undefined || kernel ? [] : noKernel(source, kernelName);
    const { pragmas, constants, clean } = prepared;
    return {
      ...(program !== undefined && { program }),
      ...(kernel !== undefined && { kernel }),
      ...{ pragmas, constants, clean },
      diagnostics: tidy([...prepared.diagnostics, ...diagnostics, ...missing], source),
    };
  }

  /** Frees the parser. It cannot be used afterwards. */
  delete(): void {
    this.parser.delete();
  }

  private analyse(source: string): Analysis {
    if (this.last?.source !== source) this.last = this.analysis(source);
    return this.last;
  }

  private analysis(source: string): Analysis {
    const parameters = new Set(declaredParameters(source));
    const prepared = preprocess(source, { parameters });
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
      ...{ source, prepared, declarations },
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

function noKernel(source: string, wanted = ''): readonly Diagnostic[] {
  const reports = new Reports();
  reports.error(
    'no-kernel',
    { start: 0, end: Math.min(source.length, 1) },
    `There is no kernel ${wanted === '' ? '' : `named ${wanted} `}in this text.`,
    'A kernel begins with __kernel void NAME(...).',
  );
  return reports.all;
}

/** In the order of the text, each once, with spans that lie in it. */
function tidy(diagnostics: readonly Diagnostic[], source: string): Diagnostic[] {
  const seen = new Set<string>();
  const clamp = (span: Span): Span => {
    const start = Math.max(0, Math.min(span.start, source.length));
    return { start, end: Math.max(start, Math.min(span.end, source.length)) };
  };
  return diagnostics
    .map((diagnostic) => {
      const { span, related } = diagnostic;
      return {
        ...diagnostic,
        span: clamp(span),
        ...(related && { related: related.map((each) => ({ ...each, span: clamp(each.span) })) }),
      };
    })
    .toSorted((a, b) => a.span.start - b.span.start)
    .filter(({ code, span }) => {
      const key = `${code} ${span.start} ${span.end}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
