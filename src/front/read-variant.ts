import type { Diagnostic } from '../base/diagnostic.ts';
import { binary, not } from './algebra.ts';
import type { Constraint } from './configurations.ts';
import { type Expr, num } from './expr.ts';
import { type Declarations, declarationsOf } from './facts.ts';
import type { Pragma } from './pragma.ts';
import type { Preprocessed } from './preprocess.ts';
import { type FunctionDeclaration, type Program, launchOf, type StatedLaunch } from './syntax.ts';
import { conditionOf, type Decision } from './variants.ts';

/** A text with its #if conditions decided one way. */
export interface ReadVariant {
  readonly path: readonly Decision[];
  readonly prepared: Preprocessed;
  readonly declarations: Declarations;
  /** Absent where it does not parse. */
  readonly program?: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** Pragmas of the text, and of the kernel's launch where the text has none of the kind. The parameter WG is the size
 * of groups itself. */
export function withStated(
  pragmas: readonly Pragma[],
  stated: readonly Pragma[] = [],
): readonly Pragma[] {
  const hasWG = pragmas.some((each) => each.kind === 'param' && each.target.name === 'WG');
  const said = new Set(pragmas.map(subjectOf));
  return [
    ...pragmas,
    ...stated.filter(
      (each) => !said.has(subjectOf(each)) && !(hasWG && each.kind === 'local_size'),
    ),
  ];
}

/** What a pragma is about. */
const subjectOf = (pragma: Pragma): string =>
  pragma.kind === 'input'
    ? `input ${/^\s*[\w.]+/.exec(pragma.text)?.[0].trim() ?? ''}`
    : `${pragma.kind} ${'target' in pragma ? pragma.target.name : ''}`;

/** The variant as a kernel's launch states it. */
export function ofKernel(variant: ReadVariant, kernel: FunctionDeclaration): ReadVariant {
  const { stated = [] } = launchOf(kernel);
  if (stated.length === 0) return variant;
  const { pragmas, constants, clean } = variant.prepared;
  const all = withStated(pragmas, stated);
  return { ...variant, declarations: declarationsOf(all, constants, () => true, clean) };
}

/** A launch's statement as text, without its place in the source. */
export const inText = ({ statedToRun, isLaunchOpen, notHeld }: StatedLaunch): string =>
  JSON.stringify([isLaunchOpen, statedToRun, notHeld], (_, value: unknown) =>
    value !== null && typeof value === 'object' && 'start' in value && 'end' in value
      ? undefined
      : value,
  );

/** Statements of launches as text, by number among the host's steps. */
export function saidIn({ functions = [] }: Partial<Program> = {}): (step: number) => string {
  return (step) => {
    const [stated] = functions.flatMap(({ launched }) => launched?.get(step) ?? []);
    return stated ? inText(stated()) : '';
  };
}

/** The argument that an `input` states, or states a member of. */
export const statedBy = (text: string): string => /^\s*(\w+)/.exec(text)?.[1] ?? '';

/** A claim or an input is about arrays that the kernel has. */
export function isAbout(pragma: Pragma, { parameters }: FunctionDeclaration): boolean {
  const names = new Set(parameters.map(({ name }) => name));
  switch (pragma.kind) {
    case 'input':
      return names.has(statedBy(pragma.text));
    case 'ensures':
      return [...pragma.text.matchAll(/(\w+)\s*\[/g)].every(([, name = '']) => names.has(name));
    default:
      return true;
  }
}

/** The kernel as one of the host's launches states it. */
export function launchedAs(
  kernel: FunctionDeclaration,
  launch: number | undefined,
): FunctionDeclaration {
  const one = launch === undefined ? undefined : kernel.launched?.get(launch);
  return one === undefined
    ? kernel
    : { ...kernel, launch: () => ({ ...launchOf(kernel), ...one() }) };
}

export const kernelsOf = (program?: Program) =>
  program?.functions.filter(({ isKernel, body }) => isKernel && body !== undefined) ?? [];

/** Kernels that others are compared with: `ensures same(NAME)`. */
export const referencesIn = (pragmas: readonly Pragma[]): ReadonlySet<string> =>
  new Set(
    pragmas.flatMap((pragma) =>
      pragma.kind === 'ensures' ? (/^\s*same\s*\(\s*(\w+)/.exec(pragma.text)?.[1] ?? []) : [],
    ),
  );

/** Those that nobody names are meant: references come last. */
export function meantFirst<T extends { readonly name: string }>(
  kernels: readonly T[],
  pragmas: readonly Pragma[],
): readonly T[] {
  const references = referencesIn(pragmas);
  return kernels.toSorted(
    (a, b) => Number(references.has(a.name)) - Number(references.has(b.name)),
  );
}

/** The kernels of all variants, by their names; references come last. */
export const kernelsIn = (variants: readonly ReadVariant[]): readonly FunctionDeclaration[] =>
  meantFirst(
    [
      ...new Map(
        variants.flatMap(({ program }) => kernelsOf(program).map((each) => [each.name, each])),
      ).values(),
    ],
    pragmasOf(variants),
  );

/** Kernels of which one has to be chosen. */
export function meantIn(variants: readonly ReadVariant[]): readonly FunctionDeclaration[] {
  const references = referencesIn(pragmasOf(variants));
  return kernelsIn(variants).filter(({ name }) => !references.has(name));
}

const pragmasOf = (variants: readonly ReadVariant[]): readonly Pragma[] =>
  variants.flatMap(({ prepared }) => prepared.pragmas);

/** Makes configurations invalid that the text refuses with an #error. */
export function refusalOf(
  path: readonly Decision[],
  { refusal }: Preprocessed,
): readonly Constraint[] {
  if (refusal === undefined) return [];
  const holds = path.map(conditionOf).reduce<Expr>((all, one) => binary('&&', all, one), num(1));
  return [{ condition: not(holds), ...refusal }];
}
