import { create } from 'zustand';
import type { Action, KeyHelp } from './action.ts';

/** Panes that can fill the window, in order. */
export const PANES = [
  { id: 'texts', label: 'the texts' },
  { id: 'platform', label: 'the platform' },
  { id: 'results', label: 'the results' },
  { id: 'trace', label: 'the trace' },
] as const;
export type PaneId = (typeof PANES)[number]['id'];

interface Maximised {
  /** Null while panes stand side by side, as after a reload. */
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

/** Fills the window with the focused pane, or restores it. */
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

/** The run is read best with all the room there is. */
export const OPEN_RUN = {
  id: 'open-run',
  group: 'The run',
  label: 'The run in the full window, or back',
  keys: ['R'],
  help: 'The run in the full window, or back',
  run: () => toggleMaximised('trace'),
} satisfies Action;

/** Hides the browser's own bars, for a projector. */
const FULL_SCREEN: Action = {
  id: 'full-screen',
  group: 'Window',
  label: 'Full screen, on and off',
  isEnabled: () => document.fullscreenEnabled,
  run() {
    if (document.fullscreenElement) return void document.exitFullscreen();
    const { pane, used } = useMaximised.getState();
    maximise(pane ?? used);
    // The whole page: menus stand beside the pane. If refused, the pane fills the window.
    document.documentElement.requestFullscreen().catch(() => undefined);
  },
};

/** Everything that makes a pane larger. */
export const PANE_ACTIONS: readonly Action[] = [
  OPEN_RUN,
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
