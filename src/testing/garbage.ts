import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Counts objects that are still reachable. */
export async function heldOf(objects: readonly WeakRef<object>[]): Promise<number> {
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    // Touching a weak reference keeps its object until the next turn.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return objects.filter((each) => each.deref() !== undefined).length;
}
