import { productOf } from '../../base/product.ts';
import { type Language, WORDS_OF } from '../../front/language.ts';
import type { ValueProgram } from '../program.ts';

interface Limits {
  readonly items: number;
  /** Items of a group, and groups, by dimension. */
  readonly group: readonly number[];
  readonly grid: readonly number[];
  /** Bytes of a group's memory, unless the host asks for more. */
  readonly bytes: number;
}

/** Of any device: CUDA C++ Programming Guide, technical specifications by compute capability. OpenCL leaves
 * them to the device. */
const LIMITS: Readonly<Record<Language, Limits | undefined>> = {
  opencl: undefined,
  cuda: {
    items: 1024,
    group: [1024, 1024, 64],
    grid: [2 ** 31 - 1, 65_535, 65_535],
    bytes: 48 * 1024,
  },
};

/** The host may ask for more memory, and HIP has more. */
const ASKS_FOR_MORE = /FuncSetAttribute\b|\bhip\w+\s*\(|\bhip_runtime/;

/** What no device runs, and advice, in sentences.
 * @param source the whole text, with its host. */
export function beyondLimits(
  {
    language,
    local,
    global,
    objects,
  }: Pick<ValueProgram, 'language' | 'local' | 'global' | 'objects'>,
  source: string,
): readonly [message: string, hint: string] | undefined {
  const limits = LIMITS[language];
  if (limits === undefined) return undefined;
  const { item, group, grid, local: memory } = WORDS_OF[language];
  const beyond = (of: string, most: string, has: string) =>
    [
      `A ${of} has at most ${most}, and this one has ${has}.`,
      'No device runs such a launch: make it smaller.',
    ] as const;
  const all = productOf(local);
  if (all > limits.items) return beyond(group, `${limits.items} ${item}s`, `${all}`);
  for (const [at, name] of ['x', 'y', 'z'].entries()) {
    const [items = 1, most = 1] = [local[at], limits.group[at]];
    if (items > most) return beyond(group, `${most} ${item}s in ${name}`, `${items}`);
    const [groups, mostGroups = 1] = [(global[at] ?? 1) / items, limits.grid[at]];
    if (groups > mostGroups) return beyond(grid, `${mostGroups} ${group}s in ${name}`, `${groups}`);
  }
  const own = objects.filter(
    ({ space, length, isExchange }) => space === 'local' && length === 'stated' && !isExchange,
  );
  const bytes = own.reduce((sum, object) => sum + object.bytes, 0);
  if (bytes <= limits.bytes || ASKS_FOR_MORE.test(source)) return undefined;
  return [
    `A ${group} has at most ${limits.bytes} bytes of ${memory}, and this one has ${bytes}.`,
    'Make its arrays smaller; for more, make them extern and have the host call cudaFuncSetAttribute.',
  ];
}
