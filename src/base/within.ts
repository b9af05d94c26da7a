/** A call has not settled in its time. */
export class NoAnswer extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`);
    this.name = 'NoAnswer';
  }
}

/** Limits a call that in some browsers never answers.
 * @throws {NoAnswer} after so many milliseconds; else as the call does. */
export async function within<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new NoAnswer(milliseconds));
    timer = setTimeout(fail, milliseconds);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
