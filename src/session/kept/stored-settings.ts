import * as v from 'valibot';
import { persist, type PersistStorage } from 'zustand/middleware';
import type { StateCreator } from 'zustand/vanilla';
import { type Settings, settingsSchema } from './settings.ts';
import { upgraded, type Upgrades } from './versions.ts';

/** Where settings are kept between visits: `localStorage`, or nothing where that is refused. */
export interface SettingsStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'overtime.settings.1';

/** A change of what settings are needs an entry here. */
const UPGRADES: Upgrades = [];

const version = UPGRADES.length + 1;

/** Settings stood there alone at first: those are of version 1. */
const keptSchema = v.union([
  v.object({ state: v.unknown(), version: v.number() }),
  v.pipe(
    v.looseObject({}),
    v.transform((state) => ({ state: state as unknown, version: 1 })),
  ),
]);

/** A state whose settings are those of the last visit, where there are some that can be read, and outlast
 * this one. A full or refused storage is no reason to disturb the user. */
export function withStoredSettings<State extends { readonly settings: Settings }>(
  storage: SettingsStorage,
  initial: StateCreator<State, [], []>,
): StateCreator<State, [], [['zustand/persist', unknown]]> {
  let written: unknown;
  const settingsIn: PersistStorage<unknown> = {
    getItem(key) {
      try {
        const kept = v.safeParse(keptSchema, JSON.parse(storage.getItem(key) ?? 'null'));
        return kept.success ? kept.output : null;
      } catch {
        return null; // no storage, or not ours
      }
    },
    setItem(key, value) {
      // It is told of every change of the state.
      if (value.state === written) return;
      written = value.state;
      try {
        storage.setItem(key, JSON.stringify(value));
      } catch {
        // The page works without.
      }
    },
    removeItem: () => undefined,
  };
  return persist<State, [], [], unknown>(initial, {
    name: KEY,
    storage: settingsIn,
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
export function isFirstVisit(storage: SettingsStorage): boolean {
  try {
    const first = storage.getItem(VISITED) === null && storage.getItem(KEY) === null;
    storage.setItem(VISITED, 'yes');
    return first;
  } catch {
    return false;
  }
}
