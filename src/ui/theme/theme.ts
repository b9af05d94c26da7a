import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { readStored, writeStored } from '../shared/stored.ts';

export const THEMES = [
  { id: 'light', title: 'Light' },
  { id: 'dark', title: 'Dark' },
  { id: 'system', title: 'As the system' },
] as const;

export type ThemeChoice = (typeof THEMES)[number]['id'];

const KEY = 'overtime-theme';

function stored(): ThemeChoice {
  const value = readStored(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

interface ThemeState {
  readonly choice: ThemeChoice;
  choose(choice: ThemeChoice): void;
}

export const useTheme = create<ThemeState>()((set) => ({
  choice: stored(),
  choose(choice) {
    writeStored(KEY, choice === 'system' ? null : choice);
    set({ choice });
  },
}));

const darkQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function useSystemDark(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = darkQuery();
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => darkQuery().matches,
  );
}

/** Whether the page is dark now, for what cannot read CSS (the editor). */
export function useIsDark(): boolean {
  const choice = useTheme((state) => state.choice);
  const system = useSystemDark();
  return choice === 'system' ? system : choice === 'dark';
}

/** Marks the document with the theme that was chosen. */
export function useThemeOnDocument(): void {
  const choice = useTheme((state) => state.choice);
  useEffect(() => {
    if (choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
  }, [choice]);
}
