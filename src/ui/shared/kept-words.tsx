import { create } from 'zustand';

/** All that was written outlasts the page; undefined where that is not known. */
export const useKept = create<{ readonly isKept: boolean | undefined }>()(() => ({
  isKept: undefined,
}));

/** The same in a sentence, for messages about faults. */
export function KeptWords() {
  const { isKept } = useKept();
  if (isKept === undefined) return null;
  return isKept
    ? 'Your kernel is kept.'
    : 'This browser keeps nothing for the page now: save your kernel as a file before you leave it.';
}
