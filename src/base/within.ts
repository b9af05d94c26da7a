/** What a call comes to, if it does so in time: for what should answer at once, and in some browsers never
 * does.
 * @throws {Error} as the call does, or where it has not settled after so many milliseconds. */
export async function within<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new Error(`no answer within ${milliseconds / 1000} s`));
    timer = setTimeout(fail, milliseconds);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
