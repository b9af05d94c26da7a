import { builtinOf } from '../../front/builtins.ts';
import { ATOMICS } from './atomics.ts';
import type { Handler } from './handler.ts';
import { IMAGES } from './images.ts';
import { INTEGERS } from './integers.ts';
import { MATHEMATICS } from './mathematics.ts';
import { SUB_GROUP } from './sub-group.ts';
import { SYNCHRONISATION } from './synchronisation.ts';
import { family, VECTORS } from './vectors.ts';
import { WARP } from './warp.ts';
import { WORK_GROUP } from './work-group.ts';
import { WORK_ITEM } from './work-item.ts';

const TABLE: ReadonlyMap<string, Handler> = new Map([
  ...Object.entries(WORK_ITEM),
  ...Object.entries(WORK_GROUP),
  ...Object.entries(WARP),
  ...Object.entries(SUB_GROUP),
  ...Object.entries(SYNCHRONISATION),
  ...Object.entries(ATOMICS),
  ...Object.entries(MATHEMATICS),
  ...Object.entries(INTEGERS),
  ...Object.entries(IMAGES),
  ...Object.entries(VECTORS),
]);

/** Undefined for names that OpenCL C does not define. */
export function builtIn(name: string): Handler | undefined {
  const found = TABLE.get(name) ?? family(name);
  if (found !== undefined) return found;
  const isKnown =
    builtinOf(name) !== undefined ||
    /^(sub_group_|get_.*sub_group|work_group_|enqueue_|get_image_|(read|write)_(image|pipe)|intel_)/.test(
      name,
    );
  if (!isKnown) return undefined;
  return ({ context, span }) => context.refuse(span, `What ${name} computes is not followed.`);
}
