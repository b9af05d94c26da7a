import { create } from 'zustand';

/** What the page says of the last file: why it could not be opened or saved. */
export const useNotice = create<{ readonly words: string | null }>()(() => ({ words: null }));

export const notice = (words: string | null): void => useNotice.setState({ words });
