import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** How many of some objects something still holds. */
export async function heldOf(objects: readonly WeakRef<object>[]): Promise<number> {
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    // A weak reference that was made or looked at in this turn holds its object until the next.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return objects.filter((each) => each.deref() !== undefined).length;
}
