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
  const { local, global, configuration, objects, registers } = program;
  const arrays = objects.flatMap((object) => {
    if (!object.isArgument) return [];
    const { element, bytes, space, span } = object;
    const argument: BatchArgument =
      space === 'local'
        ? { kind: 'local', bytes }
        : { kind: 'array', element, count: Math.ceil(bytes / SCALARS[element].bytes) };
    return [{ at: span.start, argument }];
  });
  const numbers = registers.flatMap(({ isArgument, type, name = '', input, span }) => {
    if (isArgument !== true || type === 'pointer') return [];
    if (name.includes('.') || !span)
      throw new Refused(`The argument ${name} is a vector or struct, which no script passes.`);
    const stated = input?.kind === 'given' ? Number(input.values[0] ?? 1) : 1;
    const value = isInteger(type) ? Math.trunc(stated) : stated;
    return [{ at: span.start, argument: { kind: 'number', type, value } satisfies BatchArgument }];
  });
  const [x, y, z] = global;
  return {
    values: configuration,
    local,
    groups: [x / local[0], y / local[1], z / local[2]],
    arguments: [...arrays, ...numbers]
      .toSorted((left, right) => left.at - right.at)
      .map(({ argument }) => argument),
  };
}
