import { create } from 'zustand';

interface Opened {
  /** Tabs by their id in the table of their pane. */
  readonly editor: string;
  readonly results: string;
  readonly dialog: 'help' | 'palette' | null;
}

/** Which tabs and dialog are open: actions open them from anywhere. */
const AT_FIRST: Opened = { editor: 'kernel', results: 'map', dialog: null };
export const useOpened = create<Opened>()(() => AT_FIRST);

export const open = (changes: Partial<Opened>): void => useOpened.setState(changes);
