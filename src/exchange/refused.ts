/** A refusal in a sentence; never leaves this folder. */
export class Refused extends Error {}

/** A result or a refusal. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Calls what may refuse. */
export function outcomeOf<T>(make: () => T): Outcome<T> {
  try {
    return { ok: true, value: make() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, message: error.message };
    throw error;
  }
}
