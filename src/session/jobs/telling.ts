/** Some work's news on demand, later over earlier. Ends and fails with the work. */
export async function* telling<T extends object>(
  work: (tell: (news: T) => void) => Promise<unknown>,
): AsyncGenerator<T, void> {
  let news: T | undefined;
  const state = { isDone: false };
  let wake: () => void = () => undefined;
  const whole = work((more) => {
    news = { ...news, ...more };
    wake();
  }).finally(() => {
    state.isDone = true;
    wake();
  });
  // Awaited below; an early failure must not go unhandled.
  whole.catch(() => undefined);
  while (!state.isDone || news !== undefined) {
    if (news === undefined) await new Promise<void>((resolve) => (wake = resolve));
    const now = news;
    news = undefined;
    if (now !== undefined) yield now;
  }
  await whole;
}
