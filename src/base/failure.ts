/** The place a failure is shown. `spin`: it rejects the model; `formula`: only what is asked of it;
 * `spin-itself`: it crashed. */
export type FailurePlace =
  'spin' | 'formula' | 'spin-itself' | 'compiler' | 'download' | 'verifier' | 'worker' | 'model';

/** Failed work, in the user's words, made where it happens. */
export class Failure extends Error {
  readonly place: FailurePlace;
  /** Advice. */
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

/** For failures that are not the user's fault. */
export const REPORT =
  'This is a fault of Overtime: please report it with the kernel and the platform.';
