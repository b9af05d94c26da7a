import { Failure } from './failure.ts';

/** Words for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The same with a failure's advice. */
export const withAdvice = (error: unknown): string =>
  error instanceof Failure ? `${error.message} ${error.hint}` : messageOf(error);
