/** What something that was thrown says: whatever it is, in words. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
