import { create } from 'zustand';
import type { Action, KeyHelp } from './action.ts';

/** The panes that can fill the window, in the order in which they are offered. */
export const PANES = [
  { id: 'texts', label: 'the texts' },
  { id: 'platform', label: 'the platform' },
  { id: 'results', label: 'the results' },
  { id: 'trace', label: 'the trace' },
] as const;
export type PaneId = (typeof PANES)[number]['id'];

interface Maximised {
  /** What fills the window; null while all panes stand side by side, as they do after a reload. */
  readonly pane: PaneId | null;
  /** The pane that was used last: it has, or had, the focus. */
  readonly used: PaneId;
}

export const useMaximised = create<Maximised>()(() => ({ pane: null, used: 'trace' }));

/** Lets a pane fill the window, or none. */
export const maximise = (pane: PaneId | null): void => useMaximised.setState({ pane });

export const toggleMaximised = (pane: PaneId): void =>
  maximise(useMaximised.getState().pane === pane ? null : pane);

/** Says which pane is in use. */
export const noteUse = (used: PaneId): void => {
  if (useMaximised.getState().used !== used) useMaximised.setState({ used });
};

/** The pane with the focus fills the window, or goes back to its place. */
const FILL: Action = {
  id: 'fill',
  group: 'Window',
  label: 'Let the pane in use fill the window, or go back',
  keys: ['F9'],
  scope: 'everywhere',
  help: 'Let the pane with the focus fill the window, or go back',
  run() {
    const { pane, used } = useMaximised.getState();
    maximise(pane === null ? used : null);
  },
};

/** The whole screen, for a projector: the window's own bars go as well. */
const FULL_SCREEN: Action = {
  id: 'full-screen',
  group: 'Window',
  label: 'Full screen, on and off',
  isEnabled: () => document.fullscreenEnabled,
  run() {
    if (document.fullscreenElement) return void document.exitFullscreen();
    const { pane, used } = useMaximised.getState();
    maximise(pane ?? used);
    // Of the whole page: menus and cards stand beside the pane, not in it. A browser that refuses leaves the
    // pane in the window.
    document.documentElement.requestFullscreen().catch(() => undefined);
  },
};

/** Everything that makes a pane larger. */
export const PANE_ACTIONS: readonly Action[] = [
  FILL,
  FULL_SCREEN,
  ...PANES.map(({ id, label }) => ({
    id: `fill-${id}`,
    group: 'Fill the window with',
    label,
    run: () => toggleMaximised(id),
  })),
];

/** The key that brings a pane back to its place. */
export const LEAVE_KEY: KeyHelp = { keys: ['Escape'], help: 'Back from the full window' };
