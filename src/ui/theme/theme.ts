import { useEffect } from 'react';
import * as v from 'valibot';
import { keptStore } from '../shared/kept-store.ts';
import { useMedia } from '../shared/hooks.ts';

export const THEMES = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'system', label: 'As the system' },
] as const;

const choiceSchema = v.picklist(THEMES.map(({ id }) => id));
type Choice = v.InferOutput<typeof choiceSchema>;

/** The theme that was chosen; an older page kept the bare word. */
export const useTheme = keptStore<{ readonly choice: Choice }>(
  'overtime-theme',
  v.union([
    v.object({ choice: choiceSchema }),
    v.pipe(
      choiceSchema,
      v.transform((choice) => ({ choice })),
    ),
  ]),
  { choice: 'system' },
);

export const chooseTheme = (choice: Choice) => useTheme.setState({ choice });

/** For what cannot read CSS, such as the editor. */
export function useIsDark(): boolean {
  const { choice } = useTheme();
  const system = useMedia('(prefers-color-scheme: dark)');
  // Forced colours are the system's, whatever was chosen.
  const forced = useMedia('(forced-colors: active)');
  return forced || choice === 'system' ? system : choice === 'dark';
}

/** Marks the document with the theme that was chosen. */
export function useThemeOnDocument(): void {
  const { choice } = useTheme();
  useEffect(() => {
    if (choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
  }, [choice]);
}
