import { create } from 'zustand';

/** Whether all that was written outlasts the page; undefined where nobody says. */
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
