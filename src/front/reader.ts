import { CONSTANT_NAMES } from '../base/constants.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { keepLast } from '../base/keep-last.ts';
import { isOutOfStack } from '../base/out-of-stack.ts';
import type { Span } from '../base/span.ts';
import type { Choices } from './conditions.ts';
import type { Constraint } from './configurations.ts';
import { greatestValues } from './configurations.ts';
import { type Expr, namesIn, show } from './expr.ts';
import { declarationsOf } from './facts.ts';
import { type Assembled, assemble, type Includes, type Place } from './includes.ts';
import {
  noKernel,
  notLoaded,
  refused,
  saidOfVariants,
  tidy,
  tooManyVariants,
} from './parser-reports.ts';
import { tooDeep } from './too-deep.ts';
import type { Pragma } from './pragma.ts';
import { withParameters } from './declared-parameters.ts';
import { keyOfPreprocessed, preprocess, type Preprocessed } from './preprocess.ts';
import {
  isAbout,
  kernelsIn,
  kernelsOf,
  launchedAs,
  meantFirst,
  meantIn,
  referencesIn,
  type ReadVariant,
  refusalOf,
  saidIn,
  withStated,
} from './read-variant.ts';
import { type FunctionDeclaration, type HostStep, type Program, launchOf } from './syntax.ts';
import type { MappedText } from './source-map.ts';
import { statedIn, wavefrontsIn } from './stated-values.ts';
import { tooLarge } from './too-large.ts';
import type { LaunchAs } from './cuda/launches.ts';
import type { Told } from './cuda/kernels.ts';
import { languageOf } from './cuda/words.ts';
import type { Language } from './language.ts';
import type { Front, Parsed } from './maker.ts';
import { TooDeep } from './tree-type.ts';
import { grownTree, type TreeNode } from './tree-node.ts';
import { choicesOf, variantsOf } from './variants.ts';
import { UNWATCHED, type Watch, watchOne } from './watch.ts';

/** Contents of a text before any kernel is lowered. */
export interface ParsedText {
  readonly kernels: readonly { readonly name: string; readonly span: Span }[];
  readonly pragmas: readonly Pragma[];
  /** Parameters and platform constants that directives choose code by. */
  readonly chosenBy: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A function with a body. */
export interface NamedFunction {
  readonly name: string;
  readonly span: Span;
  readonly isKernel: boolean;
  /** A claim compares with it: it is not to be judged. */
  readonly isReference: boolean;
}

/** Input besides the text. */
export interface Given {
  /** Bodies of macros defined beforehand, as by the option -D. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** Finds included texts, which are not read without it. */
  readonly includes?: Includes | undefined;
  /** A launch by its number among the host's steps; the host is followed then. */
  readonly step?: number | undefined;
  /** Another launch than the one that the host's text states. */
  readonly launchAs?: LaunchAs | undefined;
}

/** A launch of a kernel. */
export type HostLaunch = Extract<HostStep, { kind: 'launch' }> & {
  /** Among the host's steps. */
  readonly number: number;
  readonly kernel: string;
  /** Those that are no arguments of the launch are variables of the device. */
  readonly parameters: readonly string[];
};

export type HostStepOf =
  | Exclude<HostStep, { kind: 'launch' }>
  | HostLaunch
  /** A launch of what is no kernel here. */
  | { readonly kind: 'unread'; readonly span: Span };

/** Selects a program by deciding the conditional directives. */
export interface ProgramOptions extends Given {
  /** Which kernel is meant; without it the first. */
  readonly kernelName?: string | undefined;
  /** All tuning parameters and all platform constants. */
  readonly values: Readonly<Record<string, number>>;
}

/** Syntax in one configuration; parameters and platform constants stay names. */
export interface ConfiguredProgram {
  /** Absent where the text does not parse. */
  readonly program?: Program;
  /** Absent where the text has no such kernel. */
  readonly kernel?: FunctionDeclaration;
  /** Those that hold in this configuration. */
  readonly pragmas: readonly Pragma[];
  /** Macros with integer values, which pragmas may mention. */
  readonly constants: ReadonlyMap<string, Expr>;
  /** The text with its includes, without comments; spans point into it. */
  readonly clean: string;
  /** The span's place in the given text or an included one. */
  readonly place: (span: Span) => Place;
  /** The given text is all of it. */
  readonly isWhole: boolean;
  /** Diagnostics with spans in `clean`, as of the given text. */
  readonly told: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
  /** With spans in the text that was given. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Analysis {
  readonly source: string;
  readonly given: Given;
  readonly assembled: Assembled;
  readonly choices: Choices;
  /** Only those not refused by #error; may be none. */
  readonly variants: readonly ReadVariant[];
  readonly refusals: readonly Constraint[];
  /** Diagnostics of all variants together. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One with the host followed and one without; the texts' variants take turns. */
const MOST_READINGS = 4;
/** Trees are larger. */
const MOST_TREES = 2;

/** Reads kernel texts. Any text gives an answer; nothing throws. */
export class TextReader {
  readonly #frontOf: (language: Language) => Front | undefined;
  #last: Analysis | undefined;
  /** The last readings, by all that they rest on. */
  readonly #parsed = new Map<string, Parsed>();
  readonly #trees = new Map<string, readonly [Front, TreeNode | null]>();

  /** @param frontOf nothing for a language that has not been fetched. */
  constructor(frontOf: (language: Language) => Front | undefined) {
    this.#frontOf = frontOf;
  }

  /** Kernels, pragmas and everything wrong with them. */
  parse(source: string, watch: Watch = UNWATCHED): ParsedText {
    const { variants, diagnostics, assembled, choices } = this.analyse(source, {}, watch);
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

  /** The text without what only the host's compiler understands. */
  deviceText(source: string): string {
    const front = this.#frontOf(languageOf(source));
    const root = front && grownTree(front.parser, source);
    return root ? front.maker.deviceText(source, root) : source;
  }

  /** Functions with bodies by name, in the order of the text, and what is wrong with it. */
  functionsOf(
    source: string,
    given: Given,
  ): { readonly functions: readonly NamedFunction[]; readonly diagnostics: readonly Diagnostic[] } {
    const { variants, diagnostics, assembled, choices } = this.analyse(source, given);
    const meant = new Set(meantIn(variants).map(({ name }) => name));
    const functions = new Map<string, NamedFunction>();
    for (const { program } of variants)
      for (const { name, nameSpan, isKernel, body } of program?.functions ?? [])
        if (body !== undefined)
          functions.set(name, {
            name,
            span: assembled.place(nameSpan).span,
            isKernel,
            isReference: isKernel && !meant.has(name),
          });
    const said = variants.map(({ path, diagnostics: own }) => ({ path, said: own }));
    return {
      functions: [...functions.values()],
      diagnostics: tidy([...diagnostics, ...saidOfVariants(said, choices)], assembled),
    };
  }

  /** The program that a text is in one configuration. */
  programOf(source: string, options: ProgramOptions): ConfiguredProgram {
    const { kernelName, values, defines, includes, step, launchAs } = options;
    const assembled = this.#assembled(source, includes);
    const prepared = withParameters(
      assembled.text,
      (parameters) => preprocess(assembled, { parameters, values, defines }),
      ({ pragmas: declared }) => declared,
    );
    const { program, diagnostics } = this.#read(prepared, source, { step, launchAs });
    const kernels = meantFirst(kernelsOf(program), prepared.pragmas);
    const kernel = kernels
      .map((each) => launchedAs(each, step))
      .find((each) =>
        step === undefined
          ? each.name === (kernelName ?? each.name)
          : each.launched?.has(step) === true,
      );
    const missing = program === undefined || kernel ? [] : noKernel(source, kernels, kernelName);
    const { constants, clean } = prepared;
    // Those of the text may be about other launches.
    const own =
      step === undefined || kernel === undefined
        ? prepared.pragmas
        : prepared.pragmas.filter((each) => isAbout(each, kernel));
    const pragmas = withStated(own, launchOf(kernel).statedToRun);
    return {
      ...(program !== undefined && { program }),
      ...(kernel !== undefined && { kernel }),
      pragmas,
      constants,
      clean,
      place: assembled.place,
      isWhole: assembled.isWhole,
      told: (own) => (assembled.isWhole ? own : tidy(own, assembled)),
      diagnostics: tidy(
        [...prepared.diagnostics, ...refused(prepared), ...diagnostics, ...missing],
        assembled,
      ),
    };
  }

  /** The host's steps, launch by launch; undefined where #if decides them. */
  stepsOf(source: string, given: Given): readonly HostStepOf[] | undefined {
    const { variants, assembled } = this.analyse(source, { ...given, step: -1 });
    const { steps = [], functions = [] } = variants[0]?.program ?? {};
    // A single variant needs no comparison, which would work out every launch.
    if (variants.length > 1 && new Set(variants.map(stepsInText)).size > 1) return undefined;
    return steps.map((step, number): HostStepOf => {
      const { span } = assembled.place(step.span);
      if (step.kind !== 'launch') return { ...step, span };
      const kernel = functions.find(({ launched }) => launched?.has(number));
      if (kernel === undefined) return { kind: 'unread', span };
      const parameters = kernel.parameters.map(({ name }) => name);
      return { ...step, span, number, kernel: kernel.name, parameters };
    });
  }

  /** Statements of those launches as text, to compare them. */
  saidOf(source: string, given: Given): (step: number) => string {
    return saidIn(this.analyse(source, { ...given, step: -1 }).variants[0]?.program);
  }

  /** All variants of the text; the last result is kept. */
  protected analyse(source: string, given: Given, watch = UNWATCHED): Analysis {
    const last = this.#last;
    if (last?.source === source && isSame(last.given, given)) return last;
    this.#last = this.#analysis(source, given, watch);
    return this.#last;
  }

  #assembled(source: string, includes: Includes | undefined): Assembled {
    return (this.#frontOf(languageOf(source))?.maker.assemble ?? assemble)(source, includes);
  }

  #analysis(source: string, given: Given, watch: Watch): Analysis {
    const assembled = this.#assembled(source, given.includes);
    const choices = choicesOf(assembled.text);
    const { variants, tooMany } = withParameters(
      assembled.text,
      (parameters) =>
        variantsOf(choices, {
          run: (outcomes) =>
            preprocess(assembled, { parameters, defines: given.defines, ...outcomes }),
          keyOf: keyOfPreprocessed,
          sizeOf: ({ clean }) => clean.length,
        }),
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
      const { program, diagnostics } = this.#read(
        made,
        source,
        given,
        watchOne(watch, 'syntax', index, kept.length),
      );
      return {
        path,
        prepared: made,
        declarations,
        ...(program !== undefined && { program }),
        diagnostics: [...made.diagnostics, ...declarations.diagnostics, ...diagnostics],
      };
    };
    const [first] = variants;
    return {
      source,
      given,
      assembled,
      choices,
      variants: tooMany === undefined ? kept.map(readVariant) : [],
      refusals: variants.flatMap(({ path, made }) => refusalOf(path, made)),
      diagnostics: [
        ...(tooMany === undefined ? [] : tooManyVariants(tooMany)),
        ...(kept.length === 0 && first !== undefined ? refused(first.made) : []),
      ],
    };
  }

  /** Parses after the directives are done; most configurations share the result. */
  #read(
    { code, pragmas }: Preprocessed,
    source: string,
    { step, launchAs }: Pick<Given, 'step' | 'launchAs'>,
    watch: (share: number) => void = () => undefined,
  ): Parsed {
    const parameters = pragmas.flatMap((each) => (each.kind === 'param' ? [each.target.name] : []));
    const greatest = greatestValues(pragmas.filter((each) => each.kind === 'param'));
    const told = {
      greatest,
      references: referencesIn(pragmas),
      stated: statedIn(pragmas, parameters),
      isFollowed: step !== undefined,
      launchAs,
      wavefronts: wavefrontsIn(source, pragmas),
    };
    const stated = [...told.stated].map(([name, value]) => `${name} = ${show(value)}`);
    const key = [
      [told.isFollowed, launchAs, JSON.stringify(told.wavefronts ?? '')],
      parameters,
      Object.values(greatest).map(String),
      [...told.references],
      stated,
      [code.key],
    ]
      .map((each) => each.join(' '))
      .join('\n');
    const known = this.#parsed.get(key);
    if (known) return known;
    const names = [...CONSTANT_NAMES, ...parameters];
    const parsed = this.#parse(code, languageOf(source), names, told, watch);
    keepLast(this.#parsed, MOST_READINGS, key, parsed);
    return parsed;
  }

  /** A text that is read for several launches is parsed, and its host followed, once. */
  #grown(front: Front, text: string): TreeNode | null {
    const [of, known = null] = this.#trees.get(text) ?? [];
    if (of === front) return known;
    const root = front.maker.grown(front.parser, text);
    keepLast(this.#trees, MOST_TREES, text, [front, root]);
    return root;
  }

  #parse(
    code: MappedText,
    language: Language,
    known: readonly string[],
    told: Told,
    watch: (share: number) => void,
  ): Parsed {
    const front = this.#frontOf(language);
    if (front === undefined) return { diagnostics: notLoaded(code.span(0, 1)) };
    const { maker } = front;
    const { text, qualifiers } = maker.blank(code.text);
    const large = tooLarge(text, code);
    if (large) return { diagnostics: [large] };
    try {
      const root = this.#grown(front, text);
      if (root === null) return { diagnostics: [] };
      return maker.parsed(root, { text, qualifiers, code, known, told, watch });
    } catch (error) {
      if (error instanceof TooDeep) return { diagnostics: tooDeep(error.span) };
      // An engine with a smaller stack than others.
      if (isOutOfStack(error)) return { diagnostics: tooDeep(code.span(0, 1)) };
      throw error;
    }
  }
}

const stepsInText = ({ program }: ReadVariant): string => {
  const said = saidIn(program);
  return JSON.stringify((program?.steps ?? []).map((step, number) => [step, said(number)]));
};

/** Both lead to the same reading of a text. */
const isSame = (a: Given, b: Given): boolean =>
  a.includes === b.includes &&
  (a.step === undefined) === (b.step === undefined) &&
  a.launchAs === b.launchAs &&
  JSON.stringify(a.defines ?? {}) === JSON.stringify(b.defines ?? {});
