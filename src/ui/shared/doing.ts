import { create } from 'zustand';

/** Slow work of the page itself, for the status bar: `Writing the report`. */
export const useDoing = create<{ readonly words: string | null }>()(() => ({ words: null }));

/** Shows the words while the work is done. */
export async function doing<T>(words: string, work: () => Promise<T>): Promise<T> {
  useDoing.setState({ words });
  try {
    await seen();
    return await work();
  } finally {
    useDoing.setState({ words: null });
  }
}

/** Lets the browser paint and take input. */
export const seen = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
