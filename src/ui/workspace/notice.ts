import { create } from 'zustand';

/** Why the last file could not be opened or saved. */
export const useNotice = create<{ readonly words: string | null }>()(() => ({ words: null }));

export const notice = (words: string | null): void => useNotice.setState({ words });
