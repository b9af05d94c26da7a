import { create } from 'zustand';

export type EditorTab = 'kernel' | 'promela' | 'spin' | 'cost';

interface OpenTabs {
  readonly editor: EditorTab;
  openEditor(tab: EditorTab): void;
}

/** Which tab of the editor is open: the palette opens them from anywhere. */
export const useTabs = create<OpenTabs>()((set) => ({
  editor: 'kernel',
  openEditor: (editor) => set({ editor }),
}));
