import * as v from 'valibot';
import { quietly, type TextStorage } from '../kept/page-storage.ts';
import { type Settings } from '../kept/settings.ts';
import { upgraded, type Upgrades } from '../kept/versions.ts';
import { SETTINGS_KEY as KEY, VISITED_KEY as VISITED } from '../kept/first-look.ts';
import { documentSchema, NO_DOCUMENT, type OpenDocument } from './open-document.ts';
import { readSettings } from './settings-reader.ts';

/** What stood there and could not be read, as it was: a list of texts. */
const ASIDE = 'overtime.settings.unreadable';

/** A change of what settings are needs an entry here. */
const UPGRADES: Upgrades = [];

const VERSION = UPGRADES.length + 1;

/** Characters of a kernel that is kept with the settings. What is longer is kept as an own kernel only:
 * there is room for a few millions, and each key that is pressed writes them all. */
export const LONG_TEXT = 500_000;

/** What a page begins with. */
export interface KeptSettings {
  readonly settings: Settings;
  readonly document: OpenDocument;
  /** The text is that of the own kernel of the document, and has to be fetched there. */
  readonly isTextElsewhere?: boolean;
  /** Some of what was kept could not be read. */
  readonly isPartLost?: boolean;
}

const envelope = v.object({ state: v.unknown(), version: v.number() });
const texts = v.array(v.string());

/** Settings and what is open, as they outlast the page: those of a tab are its own, and a new tab begins with
 * what any of them wrote last. */
export class SettingsKeeper {
  readonly #shared: TextStorage;
  readonly #tab: TextStorage;
  /** What has to be set aside before anything is written in its place. */
  #aside: readonly string[] = [];
  /** What this tab wrote last. */
  #written: string | undefined;

  /** @param tab what lasts as long as this tab does; it survives a reload. */
  constructor(shared: TextStorage, tab: TextStorage) {
    this.#shared = shared;
    this.#tab = tab;
  }

  load(usual: Settings): KeptSettings {
    for (const storage of [this.#tab, this.#shared]) {
      const text = quietly(() => storage.getItem(KEY));
      if (typeof text !== 'string') continue;
      const { kept, isWhole } = readText(text, usual);
      if (!isWhole) this.#aside = [...this.#aside, text];
      if (kept) return { ...kept, ...(this.#setAside() && { isPartLost: true }) };
    }
    const isPartLost = this.#setAside();
    return { settings: usual, document: NO_DOCUMENT, ...(isPartLost && { isPartLost }) };
  }

  /** Whether all of it is kept now. */
  write(settings: Settings, document: OpenDocument): boolean {
    if (this.#aside.length > 0 && !this.#putAside()) return false;
    const { kernelText, ...rest } = settings;
    const isLong = kernelText.length > LONG_TEXT;
    const state = { ...(isLong ? rest : settings), document };
    const text = JSON.stringify({ state, version: VERSION });
    this.#written = text;
    const written = [this.#tab, this.#shared].map(
      (storage) => quietly(() => (storage.setItem(KEY, text), true)) === true,
    );
    // After a reload the tab's own count; a new tab has those of the others.
    return written.every(Boolean);
  }

  /** Writes once more what this tab wrote last, where what the browser keeps has been cleared since. */
  writeAgain(): void {
    const text = this.#written;
    if (text === undefined) return;
    for (const storage of [this.#tab, this.#shared]) {
      quietly(() => {
        if (storage.getItem(KEY) === null) storage.setItem(KEY, text);
      });
    }
  }

  /** What could not be read and was set aside, now or at an earlier visit. */
  get unreadable(): readonly string[] {
    const kept = quietly((): unknown => JSON.parse(this.#shared.getItem(ASIDE) ?? '[]'));
    const parsed = v.safeParse(texts, kept);
    return parsed.success ? parsed.output : [];
  }

  /** Whether there is something to set aside; it may fail now, and is then tried again before a write. */
  #setAside(): boolean {
    if (this.#aside.length === 0) return false;
    this.#putAside();
    return true;
  }

  #putAside(): boolean {
    const all = [...new Set([...this.unreadable, ...this.#aside])];
    const isDone = quietly(() => (this.#shared.setItem(ASIDE, JSON.stringify(all)), true)) === true;
    if (isDone) this.#aside = [];
    return isDone;
  }
}

interface Found {
  readonly kept?: KeptSettings;
  readonly isWhole: boolean;
}

function readText(text: string, usual: Settings): Found {
  const value = quietly((): unknown => JSON.parse(text));
  // Settings stood there alone at first: those are of version 1.
  const { state, version } = v.is(envelope, value) ? value : { state: value, version: 1 };
  const record = upgraded({ ...Object(state), version }, UPGRADES);
  if (!record || typeof state !== 'object' || state === null || Array.isArray(state))
    return { isWhole: false };
  const { document: kept, ...found } = record;
  const { settings, lost } = readSettings(found, usual);
  const parsed = v.safeParse(v.optional(documentSchema), kept);
  const document = (parsed.success ? parsed.output : undefined) ?? NO_DOCUMENT;
  const isTextElsewhere = !('kernelText' in found) && document.id !== undefined;
  const elsewhere = isTextElsewhere && {
    settings: { ...settings, kernelText: '' },
    isTextElsewhere,
  };
  return { kept: { settings, document, ...elsewhere }, isWhole: lost.length === 0 };
}

/** Whether nobody has been here before, in this browser; it is so only once. */
export function isFirstVisit(storage: TextStorage): boolean {
  const first = quietly(() => {
    const known = storage.getItem(VISITED) ?? storage.getItem(KEY);
    storage.setItem(VISITED, 'yes');
    return known === null;
  });
  return first ?? false;
}
