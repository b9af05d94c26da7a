import { Language, Parser, type Tree } from 'web-tree-sitter';
import { type Diagnostic, Reports, type Result } from '../base/diagnostic.ts';
import { isOutOfStack } from '../base/out-of-stack.ts';
import type { Span } from '../base/span.ts';
import { declarationsOf } from './facts.ts';
import { binary, not } from './algebra.ts';
import type { Choices } from './conditions.ts';
import { type Expr, namesIn } from './expr.ts';
import type { Constraint, Kernel } from './ir.ts';
import { type Assembled, assemble, type Includes, type Place } from './includes.ts';
import { withSpans } from './ir-spans.ts';
import { shape, type Shape, withGiven } from './lower.ts';
import { joinVariants, keyOfParameters } from './join.ts';
import {
  conditionalParameter,
  noKernel,
  refused,
  saidOfVariants,
  severalKernels,
  tidy,
  tooDeep,
  tooManyVariants,
} from './parser-reports.ts';
import type { Pragma } from './pragma.ts';
import { preprocess, type Preprocessed, withParameters } from './preprocess.ts';
import { blankQualifiers } from './qualifiers.ts';
import { syntaxError } from './syntax-error.ts';
import { tooLarge } from './too-large.ts';
import type { FunctionDeclaration, Program } from './syntax.ts';
import { convert } from './tree.ts';
import { TooDeep } from './tree-expression.ts';
import {
  type Charged,
  kernelsIn,
  kernelsOf,
  lowerVariant,
  type ReadVariant,
  refusalOf,
  withCharges,
} from './read-variant.ts';
import { choicesOf, variantsOf } from './variants.ts';
import { UNWATCHED, type Watch, watchOne } from './watch.ts';

/** What a text holds, before any kernel of it is lowered. */
export interface ParsedText {
  readonly kernels: readonly { readonly name: string; readonly span: Span }[];
  readonly pragmas: readonly Pragma[];
  /** Names of parameters and platform constants that directives choose the code by. */
  readonly chosenBy: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What is read besides a text. */
export interface Given {
  /** Macros that are defined before the text, as by the option -D: their bodies. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** Finds the texts that it includes; without it they are not read. */
  readonly includes?: Includes | undefined;
}

/** Which program a text is, where its conditional directives are decided. */
export interface ProgramOptions extends Given {
  /** Which kernel is meant; without it the first. */
  readonly kernelName?: string | undefined;
  /** The values of all tuning parameters and of all platform constants. */
  readonly values: Readonly<Record<string, number>>;
}

export interface ShapeOptions extends Given, Pick<ProgramOptions, 'kernelName'> {
  /** Values of some parameters. */
  readonly given: Readonly<Record<string, number>>;
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
  readonly choices: Choices;
  /** Those that the text does not refuse, or where it refuses all, none. */
  readonly variants: readonly ReadVariant[];
  readonly refusals: readonly Constraint[];
  /** What is wrong with all of them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads kernel texts. Any text gives an answer; nothing throws. */
export class KernelParser {
  private last: Analysis | undefined;

  constructor(private readonly parser: Parser) {}

  /** The kernels and pragmas of a text, and what is wrong with them. */
  parse(source: string, watch: Watch = UNWATCHED): ParsedText {
    const { variants, diagnostics, assembled, choices } = this.analyse(source, NOTHING, watch);
    const kernels = kernelsIn(variants).map(({ name, nameSpan }) => ({ name, span: nameSpan }));
    const pragmas = new Map(
      variants.flatMap(({ prepared }) => prepared.pragmas.map((each) => [each.span.start, each])),
    );
    const said = variants.map(({ path, diagnostics: own }) => ({ path, said: own }));
    const decided = variants.flatMap(({ path }) => path);
    return {
      kernels,
      chosenBy: [...new Set(decided.flatMap(({ condition }) => [...namesIn(condition)]))],
      pragmas: [...pragmas.values()].toSorted((a, b) => a.span.start - b.span.start),
      diagnostics: tidy([...diagnostics, ...saidOfVariants(said, choices)], assembled),
    };
  }

  /** The cost IR of a kernel: the named one, or the first of the text. Its places, and those of what there is
   * to say, are in the text; what is in an included one is where that is included. */
  lower(
    source: string,
    kernelName?: string,
    given: Given = NOTHING,
    charged: Charged = {},
    watch: Watch = UNWATCHED,
  ): Result<Kernel> {
    const analysis = this.analyse(source, given, watch);
    const { variants, refusals, assembled, choices } = analysis;
    const kernels = kernelsIn(variants);
    const wanted = kernelName ?? kernels[0]?.name;
    const lowered = variants.map((variant, index) => ({
      path: variant.path,
      result: lowerVariant(withCharges(variant, charged), kernels, wanted, {
        ...{ assembled, watch: watchOne(watch, 'costs', index, variants.length) },
      }),
      said: variant.diagnostics,
    }));
    const said = lowered.map((each) => ({
      path: each.path,
      said: [...each.said, ...each.result.diagnostics],
    }));
    const diagnostics = [
      ...analysis.diagnostics,
      ...(kernelName === undefined ? severalKernels(kernels) : []),
      ...saidOfVariants(said, choices),
    ];
    const results = lowered.flatMap(({ path, result }) =>
      result.ok ? [{ path, kernel: result.value }] : [],
    );
    const odd = results.find(
      ({ kernel }) => results[0] && keyOfParameters(kernel) !== keyOfParameters(results[0].kernel),
    );
    if (odd !== undefined)
      diagnostics.push(...conditionalParameter(odd.kernel.parameters[0]?.span ?? odd.kernel.span));
    const joined = joinVariants(results);
    if (joined === undefined || diagnostics.some(({ severity }) => severity === 'error'))
      return { ok: false, diagnostics: tidy(diagnostics, assembled) };
    const kernel = { ...joined, constraints: [...joined.constraints, ...refusals] };
    const value = assembled.isWhole
      ? kernel
      : withSpans(kernel, (span) => assembled.place(span).span);
    return { ok: true, value, diagnostics: tidy(diagnostics, assembled) };
  }

  /** The program that a text is in one configuration. */
  programOf(source: string, options: ProgramOptions): ConfiguredProgram {
    const { kernelName, values, defines, includes } = options;
    const assembled = assemble(source, includes);
    const prepared = withParameters(
      assembled.text,
      (parameters) => preprocess(assembled, { parameters, values, defines }),
      ({ pragmas: declared }) => declared,
    );
    const { program, diagnostics } = this.read(prepared);
    const kernels = kernelsOf(program);
    const kernel = kernels.find(({ name }) => name === (kernelName ?? name));
    const missing = program === undefined || kernel ? [] : noKernel(source, kernels, kernelName);
    const { pragmas, constants, clean } = prepared;
    return {
      ...(program !== undefined && { program }),
      ...(kernel !== undefined && { kernel }),
      ...{ pragmas, constants, clean, place: assembled.place },
      diagnostics: tidy(
        [...prepared.diagnostics, ...refused(prepared), ...diagnostics, ...missing],
        assembled,
      ),
    };
  }

  /** What there is to choose for a kernel, whether or not its costs can be told: all constraints of the text are
   * among those of the shape. Parameters that are given have one value, also where the text has none of that
   * name. */
  shapeOf(source: string, options: ShapeOptions): Result<Shape> {
    const { kernelName, given, defines, includes } = options;
    const analysis = this.analyse(source, { defines, includes });
    const { variants, refusals, assembled, choices } = analysis;
    const kernels = kernelsIn(variants);
    const wanted = kernelName ?? kernels[0]?.name;
    const reports = new Reports();
    const shapes = variants.flatMap(({ path, program, declarations }) => {
      const kernel = kernelsOf(program).find(({ name }) => name === wanted);
      if (kernel === undefined) return [];
      const found = shape(kernel, withGiven(declarations, given, kernel), reports);
      const isElsewhere = path.map(({ condition, holds }) => (holds ? not(condition) : condition));
      const constraints = [...declarations.constraints, ...found.constraints].map((each) => ({
        ...each,
        condition: isElsewhere.reduce((sum, one) => binary('||', one, sum), each.condition),
      }));
      return [{ ...found, constraints }];
    });
    const [first] = shapes;
    const said = variants.map(({ path, diagnostics }) => ({ path, said: diagnostics }));
    const all = tidy(
      [
        ...analysis.diagnostics,
        ...(kernelName === undefined ? severalKernels(kernels) : []),
        ...reports.all,
        ...(first === undefined ? saidOfVariants(said, choices) : []),
        ...(first === undefined && variants.every(({ program }) => program !== undefined)
          ? noKernel(assembled.text, kernels, kernelName)
          : []),
      ],
      assembled,
    );
    if (first === undefined || all.some(({ severity }) => severity === 'error'))
      return { ok: false, diagnostics: all };
    const constraints = [...shapes.flatMap((each) => each.constraints), ...refusals];
    return { ok: true, value: { ...first, constraints }, diagnostics: all };
  }

  /** Frees the parser. It cannot be used afterwards. */
  delete(): void {
    this.parser.delete();
  }

  private analyse(source: string, given: Given, watch = UNWATCHED): Analysis {
    const { last } = this;
    if (last?.source === source && last.given === given) return last;
    this.last = this.analysis(source, given, watch);
    return this.last;
  }

  private analysis(source: string, given: Given, watch: Watch): Analysis {
    const assembled = assemble(source, given.includes);
    const choices = choicesOf(assembled.text);
    const { variants, tooMany } = withParameters(
      assembled.text,
      (parameters) =>
        variantsOf(choices, (outcomes) =>
          preprocess(assembled, { parameters, defines: given.defines, ...outcomes }),
        ),
      (found) => found.variants.flatMap(({ made }) => made.pragmas),
    );
    const kept = variants.filter(({ made }) => made.refusal === undefined);
    const texts = kept.map(({ made }) => made.code.text);
    const mentioned = (name: string): boolean => {
      const word = new RegExp(`\\b${name}\\b`);
      return texts.some((text) => word.test(text));
    };
    const readVariant = ({ path, made }: (typeof kept)[number], index: number): ReadVariant => {
      const { pragmas, constants, clean } = made;
      const declarations = declarationsOf(pragmas, constants, mentioned, clean);
      const { program, diagnostics } = this.read(
        made,
        watchOne(watch, 'syntax', index, kept.length),
      );
      return {
        ...{ path, prepared: made, declarations },
        ...(program !== undefined && { program }),
        diagnostics: [...made.diagnostics, ...declarations.diagnostics, ...diagnostics],
      };
    };
    const [first] = variants;
    return {
      ...{ source, given, assembled, choices },
      variants: tooMany === undefined ? kept.map(readVariant) : [],
      refusals: variants.flatMap(({ path, made }) => refusalOf(path, made)),
      diagnostics: [
        ...(tooMany === undefined ? [] : tooManyVariants(tooMany)),
        ...(kept.length === 0 && first !== undefined ? refused(first.made) : []),
      ],
    };
  }

  /** The syntax of a text whose directives are done. */
  private read(
    { code }: Preprocessed,
    watch: (share: number) => void = () => undefined,
  ): { program?: Program; diagnostics: readonly Diagnostic[] } {
    const { text, qualifiers } = blankQualifiers(code.text);
    const large = tooLarge(text, code);
    if (large) return { diagnostics: [large] };
    let tree: Tree | null = null;
    try {
      tree = this.parser.parse(text);
      if (tree === null) return { diagnostics: [] };
      const error = syntaxError(tree.rootNode, text, code);
      if (error !== undefined) return { diagnostics: [error] };
      return { program: convert(tree.rootNode, text, code, qualifiers, watch), diagnostics: [] };
    } catch (error) {
      if (error instanceof TooDeep) return { diagnostics: tooDeep(error.span) };
      // An engine with a smaller stack than others.
      if (isOutOfStack(error)) return { diagnostics: tooDeep(code.span(0, 1)) };
      throw error;
    } finally {
      tree?.delete();
    }
  }
}

const NOTHING: Given = {};
