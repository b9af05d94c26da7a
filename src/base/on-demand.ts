import { importPart } from './part.ts';

/** Imports a module once, when it is first asked for; one that did not come is asked for again.
 * @throws {PartFailure} */
export function onDemand<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failures = 0;
  let begun: Promise<Module> | undefined;
  return () =>
    (begun ??= importPart(load, failures).catch((error: unknown) => {
      failures += 1;
      begun = undefined;
      throw error;
    }));
}
