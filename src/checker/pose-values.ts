import type { Diagnostic } from '../base/diagnostic.ts';
import { randomNumbers, shuffled } from '../base/random.ts';
import { productOf } from '../base/product.ts';
import { isOutOfStack } from '../base/out-of-stack.ts';
import { configurations } from '../front/configurations.ts';
import { evaluate, ExprError } from '../front/expr.ts';
import type { Given, ProgramOptions } from '../front/reader.ts';
import type { KernelParser } from '../kernel/parser.ts';
import { product } from '../kernel/geometry.ts';
import type { Shape } from '../kernel/lower.ts';
import type { Constants } from '../platform/index.ts';
import type { Configuration } from '../tuning/index.ts';
import type { ValueProgram } from '../values/index.ts';
import { buildValues } from '../values/build/build.ts';
import { withRounds } from './rounds.ts';
import type { Unposed } from './verify.ts';

/** Selects the configurations whose values are verified. */
export interface ValueSetting extends Given {
  readonly kernelName?: string | undefined;
  readonly constants: Constants;
  /** Fixed parameters, declared or not; the rest take all values. */
  readonly given: Configuration;
  /** The most configurations; of more so many are drawn. 300 without it. */
  readonly mostConfigurations?: number | undefined;
}

/** The programs of a text, one for each configuration. */
export interface PosedValues {
  readonly programs: readonly ValueProgram[];
  readonly unposed: readonly Unposed[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why nothing can be verified, in one sentence. */
  readonly obstacle?: string;
}

/** Few at verifiable sizes. */
export const USUAL_CONFIGURATIONS = 300;
/** More are not looked at. */
const MOST_COUNTED = 200_000;

/** Bytes of arrays at most: each byte is watched by several. */
const MOST_BYTES = 2 ** 27;

/** Bytes of a program's arrays. */
export const memoryOf = ({ objects }: ValueProgram): number =>
  objects.reduce((sum, { bytes }) => sum + bytes, 0);

/** Code for constructs without values. */
const UNSUPPORTED = 'values-unsupported';
const ERRORS = 'The kernel has errors.';

/** True if the text fixes the group size to this WG anyway. */
function isGroupSize(
  name: string,
  { geometry }: Shape,
  { given, constants }: ValueSetting,
): boolean {
  if (name !== 'WG') return false;
  try {
    return evaluate(product(geometry.local), { ...constants, ...given }) === given[name];
  } catch (error) {
    if (error instanceof ExprError) return false;
    throw error;
  }
}

const TOO_DEEP = {
  what: 'everything',
  why: 'the kernel is nested too deeply for its values to be followed',
  hint: 'Cut its longest chain of else if in two, or its longest sum.',
  weakens: true,
};

/** Undefined if the engine's stack is too small. */
function builtOrTooDeep(
  ...asked: Parameters<typeof buildValues>
): ReturnType<typeof buildValues> | undefined {
  try {
    return buildValues(...asked);
  } catch (error) {
    if (isOutOfStack(error)) return undefined;
    throw error;
  }
}

interface Drawn {
  readonly configurations: readonly Configuration[];
  /** Why others are none. */
  readonly reason: string | undefined;
  /** Those that are left out. */
  readonly left: Unposed | undefined;
}

/** All configurations, or so many of them, each as likely and the same ones each time. */
function drawnOf(
  space: Parameters<typeof configurations>[0],
  { constants, mostConfigurations: most = USUAL_CONFIGURATIONS }: ValueSetting,
): Drawn {
  let reason: string | undefined;
  let looked = 0;
  const valid: Configuration[] = [];
  for (const one of configurations(space, { ...constants })) {
    looked += 1;
    if (looked > MOST_COUNTED) break;
    if (one.reason === undefined) valid.push(one.values);
    else reason = one.reason;
  }
  const chosen = new Set(valid.length > most ? shuffled(valid, most, randomNumbers(1)) : valid);
  const left = valid.find((each) => !chosen.has(each));
  const of = `${looked > MOST_COUNTED ? 'more than ' : ''}${valid.length}`;
  return {
    configurations: valid.filter((each) => chosen.has(each)),
    reason,
    left: left && {
      values: left,
      reason: {
        what: 'further configurations',
        why: `there are ${of} configurations; ${most} of them, drawn at random, were looked at`,
        hint: `Give the values of some parameters, or take more on the command line: --configurations ${valid.length}.`,
        weakens: true,
      },
    },
  };
}

/** Launches of fewer work-items can be run whatever each of them does. */
const MANY_ITEMS = 2048;

/** With fewer work-items, if the host states many; with whole groups, if their number was chosen. */
function withOtherLaunch(
  parser: KernelParser,
  text: string,
  asked: ProgramOptions,
  program: ValueProgram,
): ValueProgram {
  const { assumedLaunch, chosenForLaunch, language, global } = program;
  const items = productOf(global);
  const isChosen = assumedLaunch === 'groups' && chosenForLaunch !== undefined;
  if (language !== 'cuda' || !(isChosen || (assumedLaunch === undefined && items > MANY_ITEMS)))
    return program;
  const launchAs = isChosen ? 'whole' : 'fewer';
  const built = builtOrTooDeep(parser, text, { ...asked, launchAs });
  if (built?.ok !== true || memoryOf(built.value) > MOST_BYTES) return program;
  const { value: otherLaunch } = built;
  const isOther = isChosen
    ? otherLaunch.chosenForLaunch !== undefined
    : productOf(otherLaunch.global) < items;
  return isOther ? { ...program, otherLaunch } : program;
}

/** With the launch that the text tells, where smaller numbers were chosen: its beginning may show faults. */
function withToldLaunch(
  parser: KernelParser,
  text: string,
  asked: ProgramOptions,
  program: ValueProgram,
): ValueProgram {
  const { chosenForLaunch = [], rounds } = program;
  // One of several goes on with what those before it leave.
  if (asked.step !== undefined || rounds !== undefined) return program;
  if (chosenForLaunch.every(({ told }) => told === undefined)) return program;
  const built = builtOrTooDeep(parser, text, { ...asked, launchAs: 'told' });
  if (built?.ok !== true || built.value.assumedLaunch !== undefined) return program;
  if (memoryOf(built.value) > MOST_BYTES) return program;
  const told = { ...built.value, isBeginning: true, ensures: [], twins: [] };
  return {
    ...program,
    rounds: { launches: [{ program: told, words: undefined, isSure: true }], isAll: false },
  };
}

/** Programs with values. Pure; thousands of lines take a second. */
export function poseValues(parser: KernelParser, text: string, setting: ValueSetting): PosedValues {
  const { kernelName, constants, given, defines, includes, step } = setting;
  const none = { programs: [], unposed: [] };
  const shape = parser.shapeOf(text, { kernelName, given, defines, includes, step });
  if (!shape.ok) return { ...none, diagnostics: shape.diagnostics, obstacle: ERRORS };
  const { value: space, diagnostics: said } = shape;
  const { parameters } = space;
  const stray = Object.keys(given).find(
    (name) => !parameters.some((each) => each.name === name) && !isGroupSize(name, space, setting),
  );
  if (stray !== undefined) {
    const names = parameters.map(({ name }) => name).join(', ') || 'none';
    return {
      ...none,
      diagnostics: said,
      obstacle: `${stray} is not a tuning parameter of this kernel; it has ${names}.`,
    };
  }
  const programs: ValueProgram[] = [];
  const unposed: Unposed[] = [];
  const diagnostics = new Map<string, Diagnostic>();
  const say = (each: Diagnostic): void => {
    const key = `${each.code} ${each.span.start} ${each.span.end} ${each.message}`;
    diagnostics.set(key, diagnostics.get(key) ?? each);
  };
  said.forEach(say);
  let why = 'a tuning parameter has no values';
  try {
    const drawn = drawnOf(space, setting);
    why = drawn.reason ?? why;
    if (drawn.left) unposed.push(drawn.left);
    for (const values of drawn.configurations) {
      const asked = { kernelName, defines, includes, step, values: { ...constants, ...values } };
      const stated = builtOrTooDeep(parser, text, asked);
      const isTooLarge =
        stated?.ok === true &&
        stated.value.isTooLarge === true &&
        stated.value.assumedLaunch === undefined &&
        memoryOf(stated.value) > MOST_BYTES;
      const built = isTooLarge
        ? builtOrTooDeep(parser, text, { ...asked, launchAs: 'fewer' })
        : stated;
      if (built === undefined) {
        unposed.push({ values, reason: TOO_DEEP });
        continue;
      }
      // An unsupported configuration does not block the others.
      for (const each of built.diagnostics)
        say(each.code === UNSUPPORTED ? { ...each, severity: 'warning' } : each);
      if (built.ok) {
        const bytes = memoryOf(built.value);
        if (bytes <= MOST_BYTES) {
          const program = withOtherLaunch(parser, text, asked, built.value);
          const whole = withRounds(parser, text, asked, program);
          programs.push(isTooLarge ? whole : withToldLaunch(parser, text, asked, whole));
        } else
          unposed.push({
            values,
            reason: {
              what: 'everything',
              why: `its arrays take ${Math.ceil(bytes / 2 ** 20)} MB, more than can be watched`,
              hint: 'Check a smaller size: what goes wrong mostly goes wrong there too.',
              weakens: true,
            },
          });
        continue;
      }
      const errors = built.diagnostics.filter(({ severity }) => severity === 'error');
      const invalid = errors.find(({ code }) => code === 'values-invalid');
      if (invalid !== undefined) {
        why = invalid.message.replace(/\.$/, '');
        diagnostics.delete(
          `${invalid.code} ${invalid.span.start} ${invalid.span.end} ${invalid.message}`,
        );
        continue;
      }
      const unsupported = errors.find(({ code }) => code === UNSUPPORTED);
      if (unsupported === undefined || errors.some(({ code }) => code !== UNSUPPORTED))
        return { ...none, diagnostics: [...diagnostics.values()], obstacle: ERRORS };
      const { message, hint, span } = unsupported;
      unposed.push({
        values,
        reason: { what: 'everything', why: message, hint, span, weakens: true },
      });
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
    why = error.message;
  }
  const posed = { programs, unposed, diagnostics: [...diagnostics.values()] };
  if (programs.length + unposed.length > 0) return posed;
  return { ...posed, obstacle: `No configuration is valid for size ${constants.size}: ${why}.` };
}
