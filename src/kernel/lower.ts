import { Reports, type Result } from '../base/diagnostic.ts';
import { isOutOfStack } from '../base/out-of-stack.ts';
import type { Span } from '../base/span.ts';
import { capital } from '../base/words.ts';
import { binary, substitute } from '../front/algebra.ts';
import type { Charges } from './charges.ts';
import { Context, OutOfBudget } from './context.ts';
import { evaluate as evaluateExpr, ExprError, name, num, show, type Expr } from '../front/expr.ts';
import { parseExpr } from '../front/expr-parser.ts';
import { type Declarations, stands } from '../front/facts.ts';
import { product, type Geometry } from './geometry.ts';
import type { Constraint, Domain, Parameter } from '../front/configurations.ts';
import type { Kernel } from './ir.ts';
import { kernelArgument } from './kernel-argument.ts';
import { type GroupLimit, impliedLaunch, itemsOf } from './launch.ts';
import { evaluate } from './lower-expression.ts';
import { assign } from './place.ts';
import { declare, lowerBody } from './lower-statement.ts';
import { type Language, WORDS_OF } from '../front/language.ts';
import { WARP_SIZE } from '../front/warp.ts';
import { tooDeep } from '../front/too-deep.ts';
import { paramExamples, paramLine } from '../front/pragma.ts';
import { findRaces } from './races.ts';
import { type FunctionDeclaration, type Program, launchOf } from '../front/syntax.ts';
import { INT } from '../front/types.ts';
import { int, Scope } from './values.ts';

/** Facts about the text that a program was read from. */
export interface LoweredText {
  /** Without comments, at the same length. */
  readonly clean: string;
  /** The line of a place in words: `line 12`. */
  readonly lineOf: (span: Span) => string;
  /** Conditions of #if that select this program. */
  readonly conditions: readonly Constraint[];
  readonly charges: Charges;
  /** Told the share of the kernel lowered so far. */
  readonly watch: (share: number) => void;
}

export function lowerKernel(
  program: Program,
  kernel: FunctionDeclaration,
  declarations: Declarations,
  { clean, lineOf, conditions, watch, charges }: LoweredText,
): Result<Kernel> {
  const before = new Reports();
  const { parameters, geometry, constraints } = shape(
    kernel,
    declarations,
    before,
    program.language,
  );
  const known = new Set([...declarations.facts.known, ...parameters.map((each) => each.name)]);
  const context = new Context(
    program,
    { ...declarations.facts, known },
    charges,
    geometry,
    clean,
    parameters,
  );
  let body: Kernel['body'] = [];
  try {
    context.capture(kernel.nameSpan, () => fileScope(context, program));
    context.scope = new Scope(context.globals);
    context.frame = { name: kernel.name };
    for (const parameter of kernel.parameters) kernelArgument(context, parameter);
    const { body: statement } = kernel;
    if (statement !== undefined) {
      const { start, end } = statement.span;
      context.watch = (offset) => watch((offset - start) / (end - start));
      body = context.capture(kernel.nameSpan, () => lowerBody(context, statement));
    }
  } catch (error) {
    if (isOutOfStack(error)) return { ok: false, diagnostics: tooDeep(kernel.nameSpan) };
    if (!(error instanceof OutOfBudget)) throw error;
    context.reports.error(
      'too-large',
      kernel.nameSpan,
      `${kernel.name} is too large: its functions and loops unfold to too many statements.`,
      'Give the costs of some functions with #pragma tuner cost.',
    );
  }
  const value: Kernel = {
    language: program.language,
    name: kernel.name,
    parameters,
    constraints: [...declarations.constraints, ...constraints],
    items: product(geometry.global),
    localSize: product(geometry.local),
    localArrays: context.locals,
    kept: [...context.kept.values()],
    geometry,
    ...(context.facts.registers && { registers: context.facts.registers }),
    body,
    span: kernel.nameSpan,
  };
  const diagnostics = [...before.all, ...context.reports.all];
  if (diagnostics.some(({ severity }) => severity === 'error')) return { ok: false, diagnostics };
  const told = { lineOf, words: WORDS_OF[program.language] };
  const here = { ...value, constraints: [...value.constraints, ...conditions] };
  return { ok: true, value, diagnostics: [...diagnostics, ...findRaces(here, context, told)] };
}

/** A kernel's choices, and the numbering of its work-items. */
export interface Shape {
  readonly parameters: readonly Parameter[];
  readonly geometry: Geometry;
  readonly constraints: readonly Constraint[];
  /** Nothing states or implies the size of a group: some are tried. */
  readonly isAnyGroup: boolean;
  /** Nobody states how many groups there are; the text may tell their size. */
  readonly areGroupsOpen: boolean;
  /** Nobody states the work-items in all; or the size of groups either. */
  readonly openLaunch: 'items' | 'groups' | undefined;
  /** A group is taken to be as high as it is wide: why, if something implies its size. */
  readonly square: { readonly why: string | undefined } | undefined;
  /** The most items of a group for which an array is long enough, where nobody states its size. */
  readonly limit: GroupLimit | undefined;
}

/** Declarations with some parameters given; `WG` needs none where nothing else sizes a group. */
export function withGiven(
  declarations: Declarations,
  given: Readonly<Record<string, number>>,
  { groupSize, nameSpan }: FunctionDeclaration,
): Declarations {
  const one = (value: number): Domain => ({ kind: 'list', values: [num(value)] });
  const parameters: Parameter[] = declarations.parameters.map((parameter) => {
    const value = given[parameter.name];
    return value === undefined ? parameter : { ...parameter, domain: one(value) };
  });
  const isOpen = declarations.localSize === undefined && groupSize === undefined;
  if (isOpen && given['WG'] !== undefined && !parameters.some(({ name }) => name === 'WG'))
    parameters.push({ name: 'WG', domain: one(given['WG']), span: nameSpan });
  const isGroupGiven = declarations.parameters.length === 0 && parameters.length > 0;
  return { ...declarations, parameters, isGroupGiven };
}

/** Parameters and the NDRange, with defaults where the text is silent. */
export function shape(
  kernel: FunctionDeclaration,
  declarations: Declarations,
  reports: Reports,
  language: Language,
): Shape {
  const words = WORDS_OF[language];
  const { facts, items, localSize } = declarations;
  let { parameters } = declarations;
  const span = kernel.nameSpan;
  // Sizes may name arguments with stated values.
  const known = stands(facts);
  const constant = (expr: Expr): Expr => substitute(expr, known);
  const required = requiredSize(kernel, constant);
  const isStated = localSize !== undefined || items !== undefined || required !== undefined;
  const hasNone = parameters.length === 0 || declarations.isGroupGiven === true;
  const seen = isStated || !hasNone ? undefined : impliedLaunch(kernel, facts.constants, language);
  // A group's size that is given goes before one that is implied.
  const implied = parameters.length > 0 && seen?.why !== undefined ? undefined : seen;
  const named = blockNamed(parameters);
  let local =
    localSize?.values.map(({ expr }) => constant(expr)) ?? required ?? implied?.local ?? named;
  const isAnyGroup =
    hasNone && localSize === undefined && required === undefined && implied?.isOpen !== false;
  const ofWarps = isAnyGroup && kernel.meetsLanes === true;
  const global = items?.values.map(({ expr }) => constant(expr)) ??
    implied?.global ??
    named?.map(roundedUp) ??
    required?.map(groupsOf) ?? [ofWarps ? itemsOf(2 * WARP_SIZE) : name('size')];
  if (implied !== undefined) {
    const isKnown = implied.why !== undefined;
    const { limit } = implied;
    if (implied.isOpen && parameters.length === 0)
      parameters = [limit ? groupIn(limit.sizes, span) : anyGroup(span)];
    const sizes = implied.local.map(show);
    const some = `${capital(words.group)}s of`;
    const told = limit
      ? `${some} ${limit.sizes.join(', ')} ${words.item}s are tried: ${limit.array} is long enough for ${limit.most}.`
      : isKnown
        ? `${some} ${sizes.join(' x ')} are taken, since ${implied.why}.`
        : `Its ${words.item}s have ${sizes.length} dimensions, and ${words.group}s of ${sizes.join(' x ')} are taken.`;
    reports.warning(
      'no-parameters',
      span,
      `No launch is stated. ${told}`,
      `State the ${words.group}s and the ${words.item}s in all.`,
      [
        { line: `#pragma tuner local_size ${sizes.join(', ')}`, where: 'top' },
        { line: `#pragma tuner items ${implied.global.map(show).join(', ')}`, where: 'top' },
        ...(implied.isOpen ? [{ line: paramLine('WG'), where: 'top' } as const] : []),
      ],
    );
  } else if (local === undefined && parameters.length === 0) {
    parameters = [ofWarps ? groupIn([WARP_SIZE, 2 * WARP_SIZE], span) : anyGroup(span)];
    reports.warning(
      'no-parameters',
      span,
      ofWarps
        ? `No tuning parameter is declared; the size of a ${words.group}, WG = {${WARP_SIZE}, ${2 * WARP_SIZE}}, is taken, since lanes of a warp meet.`
        : `No tuning parameter is declared; the size of a ${words.group}, WG = pow2(1, size), is taken.`,
      `Write ${paramExamples('WG', 4)}`,
      [{ line: paramLine('WG'), where: 'top' }],
    );
  } else if (parameters.length === 0)
    reports.warning(
      'no-parameters',
      span,
      'No tuning parameter is declared, so there is one configuration only.',
      `Write ${paramExamples('TS', 2)}`,
    );
  if (local === undefined && parameters.some((parameter) => parameter.name === 'WG'))
    local = [name('WG')];
  if (local === undefined) {
    reports.error(
      'missing-local-size',
      parameters[0]?.span ?? span,
      `The number of ${words.item}s in a ${words.group} is not known: there is no parameter WG.`,
      'Name one parameter WG, or write #pragma tuner local_size EXPRESSION',
      [{ line: paramLine('WG'), where: 'top' }],
    );
    local = [num(1)];
  }
  if (local.length > global.length) {
    const missing = local.slice(global.length);
    if (!missing.every(isOne))
      reports.error(
        'needs-dimensions',
        localSize?.span ?? span,
        `A ${words.group} has ${local.length} dimensions here, but the ${words.item}s in all have ${global.length}.`,
        `Give ${local.length} sizes: #pragma tuner items ${['X', 'Y', 'Z'].slice(0, local.length).join(', ')}`,
      );
    local = local.slice(0, global.length);
  }
  while (local.length < global.length) local = [...local, num(1)];
  const requirement =
    required === undefined
      ? []
      : requiredOf(required, localSize && local, kernel, parameters, reports);
  const whole =
    local.length === 1
      ? []
      : local.flatMap((size, i): Constraint[] => {
          const all = global[i] ?? num(1);
          const condition = binary('==', binary('%', all, size), num(0));
          if (condition.kind === 'number' && condition.value !== 0) return [];
          const at = localSize?.span ?? items?.span ?? span;
          return [{ condition, text: show(condition), span: at }];
        });
  const constraints = [...requirement, ...whole];
  const square = implied?.isSquare === true ? { why: implied.why } : undefined;
  const isWhole = language === 'cuda' && localSize !== undefined && items !== undefined;
  const geometry: Geometry = { local, global, ...(isWhole && { isWhole }) };
  const isOfText = required !== undefined || implied?.why !== undefined;
  const isOfGroups = isOfText || (isAnyGroup && launchOf(kernel).isLaunchOpen !== true);
  const areGroupsOpen = isOfGroups && localSize === undefined && items === undefined;
  const isSized = localSize !== undefined || required !== undefined || !hasNone;
  const openLaunch = items !== undefined ? undefined : isSized ? 'items' : 'groups';
  return {
    parameters,
    geometry,
    constraints,
    isAnyGroup,
    areGroupsOpen,
    openLaunch,
    square,
    limit: implied?.limit,
  };
}

/** Kernel Tuner's names for a block's threads. */
const BLOCK_NAMES = ['block_size_x', 'block_size_y', 'block_size_z'];

/** A block by the parameters that say its threads, where WG does not. */
function blockNamed(parameters: readonly Parameter[]): readonly Expr[] | undefined {
  const has = (wanted: string): boolean => parameters.some((each) => each.name === wanted);
  const last = BLOCK_NAMES.findLastIndex(has);
  if (last < 0 || has('WG')) return undefined;
  return BLOCK_NAMES.slice(0, last + 1).map((each) => (has(each) ? name(each) : num(1)));
}

/** Two groups or more of a required size, where it is a number. */
function groupsOf(size: Expr): Expr {
  try {
    return itemsOf(evaluateExpr(size, {}));
  } catch (error) {
    if (error instanceof ExprError) return name('size');
    throw error;
  }
}

/** Whole blocks for `size` elements. */
const roundedUp = (block: Expr): Expr => {
  const most = binary('-', binary('+', name('size'), block), num(1));
  return binary('*', binary('/', most, block), block);
};

const anyGroup = (span: Span): Parameter => ({
  name: 'WG',
  domain: { kind: 'pow2', low: num(1), high: name('size') },
  span,
});

const groupIn = (sizes: readonly number[], span: Span): Parameter => ({
  name: 'WG',
  domain: { kind: 'list', values: sizes.map(num) },
  span,
});

/** `reqd_work_group_size` restricts `local_size`, or else the parameter WG. */
function requiredOf(
  required: readonly Expr[],
  given: readonly Expr[] | undefined,
  kernel: FunctionDeclaration,
  parameters: readonly Parameter[],
  reports: Reports,
): readonly Constraint[] {
  const wg = parameters.find((parameter) => parameter.name === 'WG');
  const pairs: readonly (readonly [Expr, Expr])[] =
    given !== undefined
      ? given.map((size, i) => [size, required[i] ?? num(1)])
      : wg === undefined
        ? []
        : [[name('WG'), product(required)]];
  const span = kernel.nameSpan;
  const text = `reqd_work_group_size(${kernel.groupSize ?? ''})`;
  const constraints = pairs.flatMap(([size, needed]): Constraint[] => {
    const condition = binary('==', size, needed);
    if (condition.kind === 'number' && condition.value !== 0) return [];
    return [{ condition, text: `${text} needs ${show(size)} == ${show(needed)}`, span }];
  });
  const [first] = constraints;
  const fits =
    given === undefined &&
    wg?.domain.kind === 'list' &&
    wg.domain.values.every((value) => show(value) === show(product(required)));
  if (first !== undefined && !fits)
    reports.warning(
      'required-group-size',
      span,
      `${kernel.name} has ${text}, so configurations with groups of another size are invalid.`,
      'Let the values in the pragmas be those that it allows, or remove it.',
    );
  return constraints;
}

const isOne = (expr: Expr): boolean => expr.kind === 'number' && expr.value === 1;

/** `__attribute__((reqd_work_group_size(16, 16, 1)))`, without its trailing ones. */
function requiredSize(
  kernel: FunctionDeclaration,
  constant: (expr: Expr) => Expr,
): readonly Expr[] | undefined {
  if (kernel.groupSize === undefined) return undefined;
  const sizes = kernel.groupSize.split(',').map((text) => parseExpr(text.trim()));
  const known = sizes.filter((size) => size !== undefined).map(constant);
  if (known.length !== sizes.length || known.length === 0) return undefined;
  const last = known.findLastIndex((expr) => !isOne(expr));
  return known.slice(0, Math.max(1, last + 1));
}

function fileScope(context: Context, program: Program): void {
  let next = num(0) as Expr;
  for (const { name: text, value } of program.enumerators) {
    const given = value === undefined ? undefined : evaluate(context, value);
    if (given?.kind === 'int') next = given.expr;
    assign(context, context.declare(text, INT), int(next));
    next = binary('+', next, num(1));
  }
  for (const statement of program.globals)
    if (statement.kind === 'declaration')
      for (const declarator of statement.declarators) declare(context, declarator);
  // Platform names and parameters need no declaration, like macros the host passes with -D.
  for (const text of context.facts.known)
    if (context.globals.find(text) === undefined)
      assign(context, context.declare(text, INT), int(name(text)));
}
