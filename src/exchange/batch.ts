import { isInteger, type Scalar, SCALARS } from '../front/scalar.ts';
import type { ValueProgram } from '../values/index.ts';
import { Refused } from './refused.ts';

/** Configurations to measure, and all that a host has to know for it. */
export interface Batch {
  /** The kernel's function. */
  readonly kernel: string;
  readonly text: string;
  readonly language: 'opencl' | 'cuda';
  /** The table of times that the program adds to. */
  readonly file: string;
  readonly runs: readonly BatchRun[];
}

type Sizes = readonly [number, number, number];

export interface BatchRun {
  readonly values: Readonly<Record<string, number>>;
  /** The kernel with its template's arguments: `sum<float, 64>`. */
  readonly entry: string;
  /** Parameters as macros; those of the template are in the entry. */
  readonly defines: Readonly<Record<string, number>>;
  /** Work-items of a group, and groups. */
  readonly local: Sizes;
  readonly groups: Sizes;
  /** In the order of the kernel's arguments. */
  readonly arguments: readonly BatchArgument[];
}

export type BatchArgument =
  | { readonly kind: 'array'; readonly element: Scalar; readonly count: number }
  | { readonly kind: 'local'; readonly bytes: number }
  | { readonly kind: 'number'; readonly type: Scalar; readonly value: number };

/** What a program of one configuration is launched with. Numbers that nothing states are 1.
 * @throws {Refused} for arguments that a host cannot make up. */
export function batchRunOf(program: ValueProgram): BatchRun {
  const { local, global, configuration, objects, registers, kernel, instantiates = [] } = program;
  const [shared] = program.shared ?? [];
  if (shared !== undefined)
    throw new Refused(`${shared} is an array of another argument, which no script passes.`);
  const arrays = objects.flatMap((object) => {
    if (!object.isArgument) return [];
    const { element, bytes, space, span } = object;
    // CUDA's variables at file scope are arguments here; the host passes none.
    if (space !== 'local' && span.start < program.span.start) return [];
    const argument: BatchArgument =
      space === 'local'
        ? { kind: 'local', bytes }
        : { kind: 'array', element, count: Math.ceil(bytes / SCALARS[element].bytes) };
    return [{ at: span.start, argument }];
  });
  const numbers = registers.flatMap(({ isArgument, type, name = '', input, span }) => {
    if (isArgument !== true || type === 'pointer') return [];
    if (span && span.start < program.span.start) return [];
    if (name.includes('.') || !span)
      throw new Refused(`The argument ${name} is a vector or struct, which no script passes.`);
    const stated = input?.kind === 'given' ? Number(input.values[0] ?? 1) : 1;
    const value = isInteger(type) ? Math.trunc(stated) : stated;
    return [{ at: span.start, argument: { kind: 'number', type, value } satisfies BatchArgument }];
  });
  const [x, y, z] = global;
  const valueOf = (text: string): string => String(configuration[text] ?? text);
  const ofTemplate = instantiates.map(({ value }) => cppType(valueOf(value)));
  const isTemplates = (name: string): boolean => instantiates.some((each) => each.name === name);
  return {
    values: configuration,
    entry: ofTemplate.length > 0 ? `${kernel}<${ofTemplate.join(', ')}>` : kernel,
    defines: Object.fromEntries(
      Object.entries(configuration).filter(([name]) => !isTemplates(name)),
    ),
    local,
    groups: [x / local[0], y / local[1], z / local[2]],
    arguments: [...arrays, ...numbers]
      .toSorted((left, right) => left.at - right.at)
      .map(({ argument }) => argument),
  };
}

/** `uint` is a type of OpenCL C alone. */
const cppType = (name: string): string =>
  name.replace(/^u(?=char$|short$|int$|long$)/, 'unsigned ');
