/** Whether an engine gave up a recursion: its stack, of which a worker has half a megabyte, was full. */
export const isOutOfStack = (error: unknown): boolean =>
  error instanceof Error && /call stack|too much recursion/i.test(error.message);
