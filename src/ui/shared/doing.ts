import { create } from 'zustand';

/** What the page itself is doing for somebody who has asked for it, in words for the status bar: `Writing the report`. */
export const useDoing = create<{ readonly words: string | null }>()(() => ({ words: null }));

/** Says what is being done while it is done: what follows waits until that is seen. */
export async function doing<T>(words: string, work: () => Promise<T>): Promise<T> {
  useDoing.setState({ words });
  try {
    await seen();
    return await work();
  } finally {
    useDoing.setState({ words: null });
  }
}

/** Lets the browser draw what has changed, and take what was pressed meanwhile. */
export const seen = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
