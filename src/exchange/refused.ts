/** Why a file cannot be taken or written, in a sentence for the user. Never leaves the folder. */
export class Refused extends Error {}

/** What came of something that may be refused. */
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
