import {
  type Declarator,
  expressionsOf,
  type FunctionDeclaration,
  type Program,
  launchOf,
} from '../../front/syntax.ts';
import type { Assumption } from '../finding.ts';
import type { Value, ValueProgram } from '../program.ts';
import { valuesIn, valuesOf } from '../walk.ts';
import { namesChanged } from './context.ts';

/** Variables of the device. */
export const variablesOf = ({ globals }: Program): readonly Declarator[] =>
  globals.flatMap((each) =>
    each.kind === 'declaration' ? each.declarators.filter(({ space }) => space === 'global') : [],
  );

export const keptAt = (name: string): string => `${name} holds what it begins with at each launch`;

/** Variables of the device hold what they begin with only until somebody changes them: the kernel itself in an
 * earlier launch, another kernel, or the host. */
export function keptState(
  program: Program,
  kernel: FunctionDeclaration,
  { objects, code }: Pick<ValueProgram, 'objects' | 'code'>,
  isStated: (name: string) => boolean,
): readonly Assumption[] {
  const { functions } = program;
  // A function that a kernel calls may change them for it.
  const isOneOfSeveral = functions.some((each) => each.isKernel && each !== kernel);
  const others = isOneOfSeveral ? functions.filter((each) => each !== kernel) : [];
  return variablesOf(program).flatMap(({ name, nameSpan, type, isSetByHost = false }) => {
    const object = objects.findIndex((each) => each.name === name && !each.isArgument);
    if (isStated(name) || !code.some((step) => isRead(step, object))) return [];
    const isScalar = type.kind === 'scalar';
    const isByOthers = others.some((each) => mayChange(each, name, isScalar));
    const isByItself =
      launchOf(kernel).isLaunchedAgain === true && code.some((step) => isChanged(step, object));
    if (!isSetByHost && !isByOthers && !isByItself) return [];
    const who = isSetByHost ? 'the host' : isByOthers ? 'another kernel' : 'an earlier launch';
    return [
      {
        what: 'other launches',
        why: `${name} was taken to hold what it begins with; ${who} may have left something else.`,
        hint: `State it: #pragma tuner input ${name}[i] = ...`,
        span: nameSpan,
        weakens: false,
        touches: 'all',
        holdsIf: keptAt(name),
      } satisfies Assumption,
    ];
  });
}

/** Arrays may be changed wherever they are named. */
function mayChange(declaration: FunctionDeclaration, name: string, isScalar: boolean): boolean {
  const { assigned, addressed } = namesChanged(declaration);
  if (isScalar) return assigned.has(name) || addressed.has(name);
  return [...expressionsOf(declaration.body)].some(
    (each) => each.kind === 'name' && each.name === name,
  );
}

type Step = ValueProgram['code'][number];

const isIn = (value: Value, object: number): boolean =>
  [...valuesIn(value)].some((part) => part.kind === 'address' && part.object === object);

/** Its contents may come to be known. */
const isRead = (step: Step, object: number): boolean => {
  if (step.kind === 'store') return isIn(step.value, object);
  const isLost = step.kind === 'atomic' && step.target === undefined;
  return !isLost && valuesOf(step).some((value) => isIn(value, object));
};

const isChanged = (step: Step, object: number): boolean =>
  step.kind !== 'load' && valuesOf(step).some((value) => isIn(value, object));
