import type { Fix } from '../../base/diagnostic.ts';
import { lazy } from '../../base/lazy.ts';
import type { Assumed } from '../finding.ts';
import type { Value, ValueProgram } from '../program.ts';
import { unstatedIn } from './dependence.ts';

/** Assumptions about arrays whose contents nobody states, and that decide where accesses are. */
export function byContents(
  program: ValueProgram,
  item: string,
): (addresses: readonly Value[]) => Assumed | undefined {
  const unstated = lazy(() => unstatedIn(program));
  return (addresses) => {
    const names = addresses.flatMap((address) =>
      unstated()(address).flatMap((each) => {
        const object = each.kind === 'elements' ? program.objects[each.object] : undefined;
        // Not what a function without a body returns.
        return object?.isArgument === true ? object.name : [];
      }),
    );
    const arrays = [...new Set(names)];
    if (arrays.length === 0) return undefined;
    const contents = `contents of ${arrays.join(' and ')}`;
    const lines = (value: string): readonly Fix[] =>
      arrays.map((name) => ({ line: `#pragma tuner input ${name}[i] = ${value}`, where: 'top' }));
    return {
      words: `${contents} bring two ${item}s to one element`,
      so: lines('any(0, 1)'),
      otherwise: lines('i'),
      usual: `${contents} keep ${item}s apart`,
    };
  };
}
