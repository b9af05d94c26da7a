/** The command line or a file it names is wrong; the message says how, or the remedy. */
export class UsageError extends Error {}
