import { productOf } from '../../base/product.ts';
import type { Span } from '../../base/span.ts';
import type { Assumption } from '../finding.ts';
import type { ValueProgram } from '../program.ts';

type Launched = Pick<ValueProgram, 'local' | 'global'>;

/** Threads of a block, also along its third dimension, and blocks behind the first dimension, on every device. */
const MOST_THREADS = 1024;
const MOST_LAYERS = 64;
const MOST_BLOCKS = 65_535;

/** A launch that no device of CUDA takes: nothing runs then. */
export function beyondDevices({ local, global }: Launched, span: Span): Assumption | undefined {
  const threads = productOf(local);
  const blocks = global.map((items, dimension) => items / (local[dimension] ?? 1));
  const most = Math.max(...blocks.slice(1));
  const what =
    threads > MOST_THREADS
      ? `Blocks have ${threads} threads, and devices take ${MOST_THREADS}`
      : local[2] > MOST_LAYERS
        ? `Blocks have ${local[2]} threads along the third dimension, and devices take ${MOST_LAYERS}`
        : most > MOST_BLOCKS
          ? `There are ${most} blocks behind the first dimension, and devices take ${MOST_BLOCKS}`
          : undefined;
  return what === undefined
    ? undefined
    : {
        what: 'the launch',
        why: `${what}: the kernel never runs.`,
        span,
        weakens: true,
        touches: 'none',
        holdsIf: 'a device takes the launch',
      };
}

/** Bytes of shared memory that a block has, unless the host asks for more. */
const MOST_SHARED = 48 * 1024;

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
  if (
    language !== 'cuda' ||
    bytes <= MOST_SHARED ||
    /FuncSetAttribute|CU_FUNC_ATTRIBUTE/.test(source)
  )
    return [];
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
