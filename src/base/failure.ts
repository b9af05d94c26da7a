/** Where something failed, so that it is shown there. `spin`: it does not take the model; `spin-itself`: it ended
 * in a fault of its own. */
export type FailurePlace =
  'spin' | 'spin-itself' | 'compiler' | 'download' | 'verifier' | 'worker' | 'model';

/** Work that could not be done, in the words that the user reads. It is made where that happens. */
export class Failure extends Error {
  readonly place: FailurePlace;
  /** What to do about it. */
  readonly hint: string;
  /** The tool's own last words, for a disclosure. */
  readonly detail: string | undefined;

  /** @param message one sentence. */
  constructor(place: FailurePlace, message: string, hint: string, detail?: string) {
    super(message);
    this.name = 'Failure';
    this.place = place;
    this.hint = hint;
    this.detail = detail === '' ? undefined : detail;
  }
}

/** The work was ended by who wanted it. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** The hint where nothing that the user gave is at fault. */
export const REPORT =
  'This is a fault of Overtime: please report it with the kernel and the platform.';
