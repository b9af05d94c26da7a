import * as v from 'valibot';
import { persist } from 'zustand/middleware';
import type { StateCreator } from 'zustand/vanilla';
import { persistedIn, quietly, type TextStorage } from './page-storage.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { upgraded, type Upgrades } from './versions.ts';

const KEY = 'overtime.settings.1';

/** A change of what settings are needs an entry here. */
const UPGRADES: Upgrades = [];

const version = UPGRADES.length + 1;

/** A state whose settings are those of the last visit, where there are some that can be read, and outlast
 * this one. */
export function withStoredSettings<State extends { readonly settings: Settings }>(
  storage: TextStorage,
  initial: StateCreator<State, [], []>,
): StateCreator<State, [], [['zustand/persist', unknown]]> {
  // Settings stood there alone at first: those are of version 1.
  const kept = persistedIn(storage, 1);
  let written: unknown;
  return persist<State, [], [], unknown>(initial, {
    name: KEY,
    storage: {
      ...kept,
      setItem(name, value) {
        // It is told of every change of the state.
        if (value.state !== written) void kept.setItem(name, value);
        written = value.state;
      },
    },
    partialize: ({ settings }) => settings,
    version,
    migrate: (settings, from) => upgraded({ ...Object(settings), version: from }, UPGRADES),
    merge(settings, state) {
      const parsed = v.safeParse(settingsSchema, settings);
      const merged = parsed.success ? { ...state, settings: parsed.output } : state;
      written = merged.settings;
      return merged;
    },
  });
}

const VISITED = 'overtime.visited';

/** Whether nobody has been here before, in this browser; it is so only once. */
export function isFirstVisit(storage: TextStorage): boolean {
  const first = quietly(() => {
    const known = storage.getItem(VISITED) ?? storage.getItem(KEY);
    storage.setItem(VISITED, 'yes');
    return known === null;
  });
  return first ?? false;
}
