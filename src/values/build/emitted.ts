import { sparesReturned } from '../../front/language.ts';
import { withMeetingsOfAll } from '../run/passed-meetings.ts';
import type { Span } from '../../base/span.ts';
import type { Facts } from '../../front/facts.ts';
import type { Pragma } from '../../front/pragma.ts';
import { type FunctionDeclaration, type Program, launchOf } from '../../front/syntax.ts';
import { WARP_SIZE } from '../../front/warp.ts';
import type { MemoryObject, RegisterInfo, ValueProgram } from '../program.ts';
import type { Input } from '../specification.ts';
import { declareArguments } from './arguments.ts';
import { emitStatement } from './c-statement.ts';
import { compact } from './compact.ts';
import { Context, type Range, Scope } from './context.ts';
import { TooLarge } from './emitter.ts';
import { declareGlobals } from './globals.ts';

/** A text in one configuration. */
export interface Configured {
  readonly program: Program;
  readonly facts: Facts;
  readonly values: Readonly<Record<string, number>>;
  readonly clean: string;
  readonly pragmas: readonly Pragma[];
  /** It stands in an included text. */
  readonly isIncluded: (span: Span) => boolean;
  /** Arguments that stated lengths name are not given values. */
  readonly areLengthsOpen: boolean;
}

/** The steps of a kernel, or of a function that is run as one. */
export function emitted(
  { program, facts, values, clean, pragmas, isIncluded, areLengthsOpen }: Configured,
  kernel: FunctionDeclaration,
  range: Range,
): Context {
  const context = new Context(
    program,
    kernel,
    facts,
    range,
    values,
    clean,
    isIncluded,
    areLengthsOpen,
  );
  const { emitter, reports } = context;
  const { body } = kernel;
  if (body === undefined) return context;
  try {
    declareGlobals(context);
    context.scope = new Scope(context.globals);
    declareArguments(context, kernel, pragmas);
    // Errors from a misunderstood argument would only repeat.
    const isReady = !reports.all.some(({ severity }) => severity === 'error');
    const { items } = emitter.capture(() => {
      if (isReady) emitStatement(context, body);
    });
    emitter.append(context.atStart);
    emitter.append(items);
    context.endOfFunction();
    emitter.emit({ kind: 'end', span: { start: body.span.end - 1, end: body.span.end } });
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    reports.error(
      'too-large',
      kernel.nameSpan,
      `${kernel.name} is too large: its functions unfold to too many steps.`,
    );
  }
  return context;
}

/** The emitted steps as a program, with the inputs that are stated. */
export function finished(
  { program, emitter, objects: memory, assumptions, shared }: Context,
  kernel: FunctionDeclaration,
  range: Range,
  inputs: ReadonlyMap<string, Input>,
): Omit<ValueProgram, 'configuration' | 'ensures' | 'twins'> {
  const { code, registers, objects } = compact({
    code: emitter.finish(),
    registers: emitter.registers,
    objects: memory,
  });
  const passed = new Set(kernel.parameters.map(({ name }) => name));
  return {
    kernel: kernel.name,
    ...(kernel.instantiates && { instantiates: kernel.instantiates }),
    language: program.language,
    ...(assumptions.length > 0 && { assumptions }),
    ...(shared.length > 0 && { shared }),
    lanes: program.wavefronts?.lanes ?? WARP_SIZE,
    ...((launchOf(kernel).stated ?? []).length > 0 && { isFilledElsewhere: true }),
    span: kernel.nameSpan,
    ...range,
    objects: objects.map((object) =>
      withInput(
        object,
        inputs.get(object.name) ?? inputOfMembers(object, inputs),
        object.space === 'global' && !passed.has(object.name),
      ),
    ),
    registers: registers.map((register) =>
      withInput(register, register.name === undefined ? undefined : inputs.get(register.name)),
    ),
    code: sparesReturned(program.language) ? withMeetingsOfAll(code) : code,
  };
}

/** For arrays of structs whose members are all given, or all any number of one range. */
export function inputOfMembers(
  { name, members = [] }: MemoryObject,
  inputs: ReadonlyMap<string, Input>,
): Input | undefined {
  const stated = members.map((member) => inputs.get(`${name}.${member.name}`));
  const [first] = stated;
  if (first?.kind === 'any') {
    const { low, high } = first;
    const isSame = stated.every(
      (each) => each?.kind === 'any' && each.low === low && each.high === high,
    );
    return isSame ? first : undefined;
  }
  const values = stated.map((each) => (each?.kind === 'given' ? each.values : []));
  const count = Math.min(...values.map(({ length }) => length));
  if (first === undefined || count === 0) return undefined;
  return {
    kind: 'given',
    values: Array.from({ length: count }, (_, i) => values.map((each) => each[i] ?? 0)).flat(),
  };
}

/** Arguments have inputs, and variables of the device, not others of their names. */
const withInput = <T extends MemoryObject | RegisterInfo>(
  thing: T,
  input: T['input'] | undefined,
  isVariable = false,
): T =>
  input === undefined || (thing.isArgument !== true && !isVariable) ? thing : { ...thing, input };
