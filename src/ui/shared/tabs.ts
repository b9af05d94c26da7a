import { create } from 'zustand';

export type EditorTab = 'kernel' | 'promela' | 'spin' | 'cost';
export type ResultsTab = 'map' | 'time' | 'search' | 'sensitivity' | 'runs';

interface OpenTabs {
  readonly editor: EditorTab;
  readonly results: ResultsTab;
  openEditor(tab: EditorTab): void;
  openResults(tab: ResultsTab): void;
}

/** Which tabs are open: the palette opens them from anywhere. */
export const useTabs = create<OpenTabs>()((set) => ({
  editor: 'kernel',
  results: 'map',
  openEditor: (editor) => set({ editor }),
  openResults: (results) => set({ results }),
}));
