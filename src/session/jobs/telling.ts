/** What a piece of work tells on its way, as it is asked for: of what came meanwhile all at once, the later
 * over the earlier. Ends with the work, and fails with it. */
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
  // It is awaited below; until then its failure is nobody's.
  whole.catch(() => undefined);
  while (!state.isDone || news !== undefined) {
    if (news === undefined) await new Promise<void>((resolve) => (wake = resolve));
    const now = news;
    news = undefined;
    if (now !== undefined) yield now;
  }
  await whole;
}
