import { type Diagnostic, Reports, type Result } from '../../base/diagnostic.ts';
import { positionAt, type Span } from '../../base/span.ts';
import { binary, substitute } from '../../front/algebra.ts';
import {
  attempt,
  type Environment,
  evaluate,
  type Expr,
  ExprError,
  namesIn,
  show,
} from '../../front/expr.ts';
import { capital } from '../../base/words.ts';
import { type LanguageWords, WORDS_OF } from '../../front/language.ts';
import { blankComments } from '../../front/lexer.ts';
import { declarationsOf, type Facts } from '../../front/facts.ts';
import { shape, withGiven } from '../../kernel/lower.ts';
import { WARP_SIZE } from '../../front/warp.ts';
import type { Pragma } from '../../front/pragma.ts';
import { type FunctionDeclaration, launchOf } from '../../front/syntax.ts';
import type { KernelParser } from '../../kernel/parser.ts';
import type { ProgramOptions } from '../../front/reader.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { SCALARS } from '../../front/scalar.ts';
import type { Input } from '../specification.ts';
import { specificationOf, type Specified } from '../specification-of.ts';
import type { Context, Range } from './context.ts';
import { withSpans } from '../spans.ts';
import { emptyArguments } from './arguments.ts';
import { withFreeLocks } from './beginnings.ts';
import { emitted, finished, inputOfMembers } from './emitted.ts';
import { changedArrays, otherLaunches } from './host-launches.ts';
import { keptState, variablesOf } from './kept-state.ts';
import { lengthsHold } from '../run/open-lengths.ts';
import { openGroups, withOneGroup } from './one-group.ts';
import { twinsOf } from './twins.ts';
import { beyondLimits, beyondShared, withLimit } from './device-limits.ts';
import { withUnset } from './unset.ts';

/** A kernel's computation in one configuration, or the parts not followed (`values-unsupported`).
 * @param oneGroup dimensions with one group, where nobody states how many
 * @param areLengthsOpen lengths are stated by arguments that keep no value */
export function buildValues(
  parser: KernelParser,
  source: string,
  setting: ProgramOptions,
  oneGroup: readonly boolean[] = [],
  areLengthsOpen = false,
): Result<ValueProgram> {
  const read = parser.programOf(source, setting);
  const { program, kernel, pragmas, constants, clean, diagnostics, told } = read;
  const fails = (more: readonly Diagnostic[]): boolean =>
    more.some(({ severity }) => severity === 'error');
  if (program === undefined || kernel?.body === undefined || fails(diagnostics))
    return { ok: false, diagnostics };
  const reports = new Reports();
  const declarations = declarationsOf(pragmas, constants, () => true, clean);
  const said = [...diagnostics, ...told(declarations.diagnostics)];
  const given = withGiven(declarations, setting.values, kernel);
  const { parameters, geometry, isAnyGroup, areGroupsOpen, openLaunch, square, limit } = shape(
    kernel,
    given,
    new Reports(),
    program.language,
  );
  const numeral = (expr: Expr): number | undefined =>
    numberIn(substitute(expr, constants), setting.values, kernel.nameSpan, reports);
  const range = rangeOf(
    geometry.local.map(numeral),
    geometry.global.map((all, at) =>
      numeral(oneGroup[at] === true ? (geometry.local[at] ?? all) : all),
    ),
    given.localSize?.span ?? kernel.nameSpan,
    { reports, words: WORDS_OF[program.language] },
  );
  const beyond = range && beyondLimits({ language: program.language, ...range });
  if (beyond !== undefined)
    reports.error(
      // Other values of parameters may do.
      parameters.length === 0 ? 'bad-value' : 'values-invalid',
      given.localSize?.span ?? kernel.nameSpan,
      beyond,
      'No device runs such a launch: make it smaller.',
    );
  if (range === undefined || beyond !== undefined || fails(said))
    return { ok: false, diagnostics: [...said, ...told(reports.all)] };

  const { facts } = declarations;
  const isIncluded = (span: Span): boolean => read.place(span).included !== undefined;
  const { values } = setting;
  const text = { program, facts, values, clean, pragmas, isIncluded, areLengthsOpen };
  const context = emitted(text, kernel, range);
  if (square !== undefined) {
    const words = WORDS_OF[program.language];
    const { why } = square;
    const sizes = range.local.slice(0, range.dimensions).join(' x ');
    context.assume({
      what: 'other launches',
      why: `${capital(words.group)}s are taken to be as high as they are wide${why === undefined ? '' : `, since ${why}`}.`,
      hint: `State the ${words.group}s: #pragma tuner local_size ...`,
      span: kernel.nameSpan,
      weakens: false,
      touches: why === undefined ? 'none' : 'all',
      holdsIf: `${words.group}s are ${why === undefined ? 'as high as they are wide' : `of ${sizes}`}`,
    });
  }
  if (limit !== undefined)
    context.assume(withLimit(limit, { ...range, language: program.language }, kernel.nameSpan));
  const inGroup = geometry.local.reduce((items, size) => binary('*', items, size));
  const lineOf = (span: Span): number => positionAt(source, read.place(span).span.start).line;
  const others = otherLaunches(launchOf(kernel), pragmas, lineOf);
  if (others !== undefined) context.assume(others);
  for (const each of changedArrays(launchOf(kernel), pragmas, lineOf)) context.assume(each);
  const isLockstep = pragmas.some(({ kind }) => kind === 'lockstep');
  if (program.language === 'cuda')
    takeWavefronts(context, kernel, blankComments(source).text, isLockstep);
  const macros = new Map(
    [...constants].map(
      ([name, expr]) => [name, attempt(() => evaluate(expr, setting.values))] as const,
    ),
  );
  const specification = specificationOf(pragmas, specifiedBy(context, setting.values, macros));
  const { inputs, ensures } = specification;
  tellOfMissingMembers(context.objects, inputs, kernel.nameSpan, reports);
  const own = [...context.reports.all, ...specification.diagnostics];
  const before = [...said, ...told([...own, ...reports.all])];
  if (fails(before)) return { ok: false, diagnostics: before };
  const made = finished(context, kernel, range, inputs);
  const twins = twinsOf(text, made, specification.same, reports).map((twin) =>
    isLockstep ? { ...twin, program: { ...twin.program, isLockstep } } : twin,
  );
  const all = [...said, ...told([...own, ...reports.all])];
  if (fails(all)) return { ok: false, diagnostics: all };
  const kept = [
    ...keptState(program, kernel, made, (name) => inputs.has(name)),
    ...beyondShared(made, source, kernel.nameSpan),
  ];
  const unset = emptyArguments(kernel, pragmas).flatMap(({ name, is, by, ...rest }) =>
    is === 'null' ? [] : [[name, { is, line: lineOf(by), span: by, ...rest }] as const],
  );
  const value = withUnset(
    {
      ...made,
      ...(kept.length > 0 && { assumptions: [...(made.assumptions ?? []), ...kept] }),
      configuration: Object.fromEntries(
        parameters.map(({ name }) => [name, setting.values[name] ?? 0]),
      ),
      ...(isLockstep && { isLockstep }),
      ...(isAnyGroup && { isAnyGroup }),
      ...(namesIn(inGroup).size > 0 && { itemsInGroup: show(inGroup) }),
      ...(openLaunch && { openLaunch }),
      ...(COUNTS.test(source) && { countsGroups: true }),
      ...(isOfHost(kernel, given.items) && {
        hostNumbers: passedNumbers(kernel, facts, setting.values),
      }),
      ...(given.items?.isAssumed === true && { assumedLaunch: 'groups' as const }),
      ...(given.items?.isTooLarge === true && { isTooLarge: true }),
      ...(areGroupsOpen && openGroups(made)),
      ...(given.items?.chosen !== undefined && { chosenForLaunch: given.items.chosen }),
      ...(isAnyGroup &&
        launchOf(kernel).isLaunchOpen === true && { assumedLaunch: 'all' as const }),
      ensures,
      twins,
    },
    new Map(unset),
  );
  if (context.takesLengths && ensures.length + twins.length === 0) {
    const open = buildValues(parser, source, setting, oneGroup, true);
    if (open.ok && lengthsHold(open.value)) return open;
  }
  const free = withFreeLocks(value);
  const placed = read.isWhole ? free : withSpans(free, (span) => read.place(span).span);
  const { mayBeOneGroup } = placed;
  if (mayBeOneGroup === undefined || oneGroup.length > 0)
    return { ok: true, value: placed, diagnostics: all };
  const one = buildValues(parser, source, setting, mayBeOneGroup, areLengthsOpen);
  const otherLaunch = one.ok ? withOneGroup(one.value, mayBeOneGroup) : undefined;
  return { ok: true, value: { ...placed, otherLaunch }, diagnostics: all };
}

const COUNTS = /\b(?:get_num_groups|get_global_size|gridDim)\b/;

/** The host's text tells the number of work-items. */
const isOfHost = (kernel: FunctionDeclaration, items: Pragma | undefined): boolean =>
  items?.kind === 'items' &&
  items.isAssumed !== true &&
  launchOf(kernel).statedToRun?.includes(items) === true;

/** Whole numbers that are passed. */
const passedNumbers = (
  { parameters }: FunctionDeclaration,
  { values, constants }: Facts,
  known: Environment,
): readonly number[] =>
  parameters.flatMap(({ name }) => {
    const { expr } = values.get(name)?.value ?? {};
    const value = expr && attempt(() => evaluate(substitute(expr, constants), known));
    return value !== undefined && Number.isInteger(value) ? [value] : [];
  });

/** Reports arrays with inputs for some members only, where the others are needed too. */
function tellOfMissingMembers(
  objects: readonly MemoryObject[],
  inputs: ReadonlyMap<string, Input>,
  span: Span,
  reports: Reports,
): void {
  for (const object of objects) {
    const { name, members = [], space } = object;
    // An argument's own members are numbers by themselves.
    if (space === 'private') continue;
    const isStated = (member: string): boolean => inputs.has(`${name}.${member}`);
    if (!members.some((member) => isStated(member.name))) continue;
    if (inputOfMembers(object, inputs) !== undefined) continue;
    reports.warning(
      'input-ignored',
      span,
      `The inputs of members of ${name} are not used: state one for each of ${members.map((member) => member.name).join(', ')}, all of them given or all any(LOW, HIGH) of one range.`,
    );
  }
}

function numberIn(
  expr: Expr,
  values: Readonly<Record<string, number>>,
  span: Span,
  reports: Reports,
): number | undefined {
  try {
    return evaluate(expr, values);
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
    reports.error('values-unsupported', span, `${show(expr)} has no value: ${error.message}.`);
    return undefined;
  }
}

/** The NDRange in numbers; undefined, and reported, where there is none. */
function rangeOf(
  local: readonly (number | undefined)[],
  global: readonly (number | undefined)[],
  span: Span,
  { reports, words }: { readonly reports: Reports; readonly words: LanguageWords },
): Range | undefined {
  const dimensions = global.length;
  if (dimensions !== 1 && dimensions !== 2 && dimensions !== 3) return undefined;
  for (const [i, items] of global.entries()) {
    const group = local[i];
    if (items === undefined || group === undefined) return undefined;
    if (group >= 1 && items >= 1 && items % group === 0) continue;
    reports.error(
      'values-invalid',
      span,
      `${items} ${words.item}s cannot be dealt out in ${words.group}s of ${group}, and ${words.group}s that are not full are not followed.`,
    );
    return undefined;
  }
  const three = (sizes: readonly (number | undefined)[]): [number, number, number] => [
    sizes[0] ?? 1,
    sizes[1] ?? 1,
    sizes[2] ?? 1,
  ];
  return { local: three(local), global: three(global), dimensions };
}

/** Names that `input` and `ensures` may mention. */
function specifiedBy(
  context: Context,
  values: Readonly<Record<string, number>>,
  macros: ReadonlyMap<string, number | undefined>,
): Specified {
  // Variables that never change take no memory.
  const arrays = new Map<string, { length: number; members: readonly string[] }>(
    variablesOf(context.program).map(({ name }) => [name, { length: 1, members: [] }]),
  );
  for (const {
    name,
    bytes,
    element,
    members,
    stride,
    isArgument,
    space,
    before,
  } of context.objects)
    if ((isArgument || space === 'global') && space !== 'private' && before === undefined)
      arrays.set(name, {
        length: bytes / (stride ?? SCALARS[element].bytes),
        members: members?.map((member) => member.name) ?? [],
      });
  const numbers = new Map<string, number | bigint>();
  for (const [name, value] of [...macros, ...Object.entries(values)])
    if (value !== undefined) numbers.set(name, value);
  const scalars = new Set<string>();
  for (const { name, isArgument, input } of context.emitter.registers) {
    if (isArgument !== true || name === undefined) continue;
    scalars.add(name);
    const [known] = input?.kind === 'given' ? input.values : [];
    if (known !== undefined) numbers.set(name, known);
  }
  return { arrays, numbers, scalars };
}

/** AMD's wavefronts have 64 lanes or 32; a HIP text that counts on lanes is judged for those that it has. */
function takeWavefronts(
  context: Context,
  { meetsLanes = false, nameSpan }: FunctionDeclaration,
  text: string,
  isLockstep: boolean,
): void {
  const { wavefronts } = context.program;
  const isOfLanes = meetsLanes || isLockstep || /\bwarpSize\b/.test(text);
  if (wavefronts === undefined || !isOfLanes) return;
  const { lanes, others, isStated } = wavefronts;
  if (isStated && others === undefined) return;
  const own = `they are taken to have ${lanes}`;
  context.assume({
    what: 'wavefronts',
    why:
      others === undefined
        ? `Wavefronts have ${WARP_SIZE} lanes on some of AMD's machines and 64 on others: ${own}.`
        : `Wavefronts of ${others} lanes are not followed here: ${own}.`,
    hint: `Say so: #pragma tuner value warpSize = ${lanes}`,
    span: nameSpan,
    weakens: others !== undefined,
    touches: others === undefined ? 'none' : 'lanes',
    holdsIf: `wavefronts have ${lanes} lanes`,
  });
}
