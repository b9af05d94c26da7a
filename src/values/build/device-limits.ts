import { productOf } from '../../base/product.ts';
import type { Span } from '../../base/span.ts';
import { type Language, MOST_ITEMS, WORDS_OF } from '../../front/language.ts';
import type { GroupLimit } from '../../kernel/launch.ts';
import type { Assumption } from '../finding.ts';
import type { ValueProgram } from '../program.ts';

interface Limits {
  readonly items: number;
  /** Items of a group, and groups, by dimension. */
  readonly group: readonly number[];
  readonly grid: readonly number[];
}

/** Limits of any device: CUDA C++ Programming Guide, technical specifications by compute capability. OpenCL
 * leaves them to the device. */
const LIMITS: Readonly<Record<Language, Limits | undefined>> = {
  opencl: undefined,
  cuda: { items: MOST_ITEMS.cuda, group: [1024, 1024, 64], grid: [2 ** 31 - 1, 65_535, 65_535] },
};

type Launched = Pick<ValueProgram, 'language' | 'local' | 'global'>;

/** Says, in a sentence, why no device runs a launch. */
export function beyondLimits({ language, local, global }: Launched): string | undefined {
  const limits = LIMITS[language];
  if (limits === undefined) return undefined;
  const { item, group, grid } = WORDS_OF[language];
  const beyond = (of: string, most: string, has: number): string =>
    `A ${of} has at most ${most}, and this one has ${has}.`;
  const all = productOf(local);
  if (all > limits.items) return beyond(group, `${limits.items} ${item}s`, all);
  for (const [at, name] of ['x', 'y', 'z'].entries()) {
    const [items = 1, most = 1] = [local[at], limits.group[at]];
    if (items > most) return beyond(group, `${most} ${item}s in ${name}`, items);
    const [groups, mostGroups = 1] = [(global[at] ?? 1) / items, limits.grid[at]];
    if (groups > mostGroups) return beyond(grid, `${mostGroups} ${group}s in ${name}`, groups);
  }
  return undefined;
}

/** Groups for which an array is long enough, or those that have more items. */
export function withLimit(
  { array, most }: GroupLimit,
  { language, local }: Pick<Launched, 'language' | 'local'>,
  span: Span,
): Assumption {
  const { group, item } = WORDS_OF[language];
  const isBeyond = productOf(local) > most;
  return {
    what: 'other launches',
    why: `Nothing states the size of ${group}s; ${array} is long enough for ${most} ${item}s.`,
    hint: `State the ${group}s: #pragma tuner local_size ...`,
    span,
    weakens: false,
    touches: isBeyond ? 'all' : 'none',
    holdsIf: `${group}s have ${isBeyond ? 'more than' : 'at most'} ${most} ${item}s`,
  };
}

/** Bytes of shared memory that a block has, unless the host asks for more. */
const MOST_SHARED = 48 * 1024;

/** The host asks for more, or HIP has it. */
const ASKS_FOR_MORE = /FuncSetAttribute|CU_FUNC_ATTRIBUTE|\bhip_runtime/;

/** More shared memory than a block has, where the host asks for no more. */
export function beyondShared(
  { objects, language }: Pick<ValueProgram, 'objects' | 'language'>,
  source: string,
  span: Span,
): readonly Assumption[] {
  const bytes = objects
    .filter(
      ({ space, length, isExchange }) => space === 'local' && length === 'stated' && !isExchange,
    )
    .reduce((sum, object) => sum + object.bytes, 0);
  if (language !== 'cuda' || bytes <= MOST_SHARED || ASKS_FOR_MORE.test(source)) return [];
  return [
    {
      what: 'the launch',
      why: `A block has ${bytes} bytes of shared memory, more than the ${MOST_SHARED} that devices give without being asked.`,
      hint: 'Call cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize before.',
      span,
      weakens: false,
      touches: 'none',
      holdsIf: `a block may have ${bytes} bytes of shared memory`,
    },
  ];
}
