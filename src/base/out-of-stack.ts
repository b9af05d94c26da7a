/** Recognises stack overflow; a worker has half a megabyte. */
export const isOutOfStack = (error: unknown): boolean =>
  error instanceof Error && /call stack|too much recursion/i.test(error.message);
