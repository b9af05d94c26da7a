import { Language as Grammar, Parser } from 'web-tree-sitter';
import { Reports, type Result } from '../base/diagnostic.ts';
import { onDemand } from '../base/on-demand.ts';
import { binary, not } from '../front/algebra.ts';
import type { Constraint } from '../front/configurations.ts';
import { languageOf } from '../front/cuda/words.ts';
import type { Language } from '../front/language.ts';
import type { Front, Maker } from '../front/maker.ts';
import { OPENCL } from '../front/opencl-maker.ts';
import { show } from '../front/expr.ts';
import { type Assembled, lineIn } from '../front/includes.ts';
import {
  conditionalParameter,
  noKernel,
  saidOfVariants,
  severalKernels,
  tidy,
} from '../front/parser-reports.ts';
import { type Given, type ProgramOptions, TextReader } from '../front/reader.ts';
import {
  kernelsIn,
  kernelsOf,
  launchedAs,
  meantIn,
  ofKernel,
  type ReadVariant,
} from '../front/read-variant.ts';
import { type FunctionDeclaration } from '../front/syntax.ts';
import { conditionOf } from '../front/variants.ts';
import { UNWATCHED, type Watch, watchOne } from '../front/watch.ts';
import { CHARGES, type Charged } from './charges.ts';
import type { Kernel } from './ir.ts';
import { withSpans } from './ir-spans.ts';
import { joinVariants, keyOfParameters } from './join.ts';
import { type LoweredText, lowerKernel, shape, type Shape, withGiven } from './lower.ts';

export interface ShapeOptions extends Given, Pick<ProgramOptions, 'kernelName'> {
  /** Values of some parameters. */
  readonly given: Readonly<Record<string, number>>;
}

/** Bytes, or how to get them. */
export type WasmSource = Uint8Array | (() => Promise<Uint8Array>);

const bytesOf = (source: WasmSource): Promise<Uint8Array> | Uint8Array =>
  typeof source === 'function' ? source() : source;

let runtime: Promise<void> | undefined;

/** The grammars of `tree-sitter-c` and `tree-sitter-cuda`. */
export type Grammars = Readonly<Record<Language, WasmSource>>;

const cuda = onDemand(() => import('../front/cuda/maker.ts'));

const MAKERS: Readonly<Record<Language, () => Promise<Maker> | Maker>> = {
  opencl: () => OPENCL,
  cuda: async () => (await cuda()).CUDA,
};

/** `runtimeWasm` is `web-tree-sitter.wasm`, loaded once for all parsers. Grammars of languages that
 * are not named wait for a text that needs them: see `prepare`. */
export async function createKernelParser(
  runtimeWasm: WasmSource,
  grammars: Grammars,
  languages: readonly Language[] = ['opencl'],
): Promise<KernelParser> {
  runtime ??= (async () => Parser.init({ wasmBinary: await bytesOf(runtimeWasm) }))().catch(
    (error: unknown) => {
      runtime = undefined; // so that a failed download can be tried again
      throw error;
    },
  );
  const fronts = new Map<Language, Front>();
  const load = async (language: Language): Promise<void> => {
    if (fronts.has(language)) return;
    const [bytes, maker] = await Promise.all([bytesOf(grammars[language]), MAKERS[language]()]);
    await runtime;
    const grammar = await Grammar.load(bytes);
    const parser = new Parser();
    parser.setLanguage(grammar);
    fronts.set(language, { parser, maker });
  };
  await Promise.all(languages.map(load));
  return new KernelParser(fronts, load);
}

/** Works out costs of kernel texts. Any text gives an answer; nothing throws. */
export class KernelParser extends TextReader {
  readonly #fronts: ReadonlyMap<Language, Front>;
  readonly #load: (language: Language) => Promise<void>;

  constructor(fronts: ReadonlyMap<Language, Front>, load: (language: Language) => Promise<void>) {
    super((language) => fronts.get(language));
    this.#fronts = fronts;
    this.#load = load;
  }

  /** The grammar of the text's language is there. */
  isReadyFor(source: string): boolean {
    return this.#fronts.has(languageOf(source));
  }

  /** Loads the grammar that a text needs. */
  async prepare(source: string): Promise<void> {
    await this.#load(languageOf(source));
  }

  /** The cost IR of the named or first kernel. Places are in this text; those in an included one are
   * at its #include. */
  lower(
    source: string,
    kernelName?: string,
    given: Given = {},
    charged: Charged = 'accesses',
    watch: Watch = UNWATCHED,
  ): Result<Kernel> {
    const analysis = this.analyse(source, given, watch);
    const { variants, refusals, assembled, choices } = analysis;
    const kernels = kernelsIn(variants);
    const wanted = kernelName ?? kernels[0]?.name;
    const lowered = variants.map((variant, index) => ({
      path: variant.path,
      result: lowerVariant(variant, kernels, wanted, {
        assembled,
        charges: CHARGES[charged],
        watch: watchOne(watch, 'costs', index, variants.length),
      }),
      said: variant.diagnostics,
    }));
    const said = lowered.map((each) => ({
      path: each.path,
      said: [...each.said, ...each.result.diagnostics],
    }));
    const diagnostics = [
      ...analysis.diagnostics,
      ...(kernelName === undefined ? severalKernels(meantIn(variants)) : []),
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

  /** A kernel's choices, even if its costs cannot be told; includes all constraints of the text.
   * Given parameters have one value, even if the text lacks them. */
  shapeOf(source: string, options: ShapeOptions): Result<Shape> {
    const { kernelName, given, defines, includes, step } = options;
    const analysis = this.analyse(source, { defines, includes, step });
    const { variants, refusals, assembled, choices } = analysis;
    const kernels = kernelsIn(variants);
    const byLaunch = kernels.find(({ launched }) => step !== undefined && launched?.has(step));
    const wanted = byLaunch?.name ?? kernelName ?? kernels[0]?.name;
    const reports = new Reports();
    const shapes = variants.flatMap((variant) => {
      const { path, program } = variant;
      const own = kernelsOf(program).find(({ name }) => name === wanted);
      if (own === undefined) return [];
      const kernel = launchedAs(own, step);
      const { declarations } = ofKernel(variant, kernel);
      const found = shape(
        kernel,
        withGiven(declarations, given, kernel),
        reports,
        languageOf(source),
      );
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
        ...((kernelName ?? byLaunch) === undefined ? severalKernels(meantIn(variants)) : []),
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
}

function lowerVariant(
  variant: ReadVariant,
  kernels: readonly FunctionDeclaration[],
  wanted: string | undefined,
  {
    assembled,
    ...read
  }: Pick<LoweredText, 'charges' | 'watch'> & { readonly assembled: Assembled },
): Result<Kernel> {
  const { path, program, prepared } = variant;
  if (program === undefined) return { ok: false, diagnostics: [] };
  const kernel = kernelsOf(program).find(({ name }) => name === wanted);
  if (kernel === undefined)
    return { ok: false, diagnostics: noKernel(assembled.text, kernels, wanted) };
  const conditions = path.map((decision): Constraint => {
    const condition = conditionOf(decision);
    return { condition, text: show(condition), span: decision.span };
  });
  const { declarations } = ofKernel(variant, kernel);
  const facts = { ...declarations.facts, unrolls: prepared.unrolls };
  return lowerKernel(
    program,
    kernel,
    { ...declarations, facts },
    { clean: prepared.clean, lineOf: (span) => lineIn(assembled, span), conditions, ...read },
  );
}
