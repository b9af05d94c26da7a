import * as v from 'valibot';
import { jsonIn } from '../../base/json-text.ts';
import { keepIn, keptIn, quietly, type TextStorage } from '../kept/page-storage.ts';
import type { Settings } from '../kept/settings.ts';
import { upgraded, type Upgrades } from '../kept/versions.ts';
import { SETTINGS_KEY as KEY, VISITED_KEY as VISITED } from '../kept/first-look.ts';
import { documentSchema, NO_DOCUMENT, type OpenDocument } from './open-document.ts';
import { readSettings } from './settings-reader.ts';

/** Unreadable records, as found: a list of texts. */
const ASIDE = 'overtime.settings.unreadable';

/** A change of the settings needs an entry here. */
const UPGRADES: Upgrades = [];

const VERSION = UPGRADES.length + 1;

/** Characters kept with the settings; longer texts only as own kernels. There is room for a few
 * millions, and each keystroke writes them all. */
export const LONG_TEXT = 500_000;

export interface KeptSettings {
  readonly settings: Settings;
  readonly document: OpenDocument;
  /** The text must be fetched from the document's own kernel. */
  readonly isTextElsewhere?: boolean;
  /** Some of what was kept could not be read. */
  readonly isPartLost?: boolean;
}

const envelope = v.object({ state: v.unknown(), version: v.number() });
const texts = v.array(v.string());

/** Keeps each tab's settings and document; a new tab begins with the last written. */
export class SettingsKeeper {
  readonly #shared: TextStorage;
  readonly #tab: TextStorage;
  /** Records to set aside before overwriting them. */
  #aside: readonly string[] = [];
  /** The last write of this tab. */
  #written: string | undefined;

  /** @param tab this tab's own storage; it survives a reload. */
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

  /** True once all of it is kept. */
  write(settings: Settings, document: OpenDocument): boolean {
    if (this.#aside.length > 0 && !this.#putAside()) return false;
    const { kernelText, ...rest } = settings;
    const isLong = kernelText.length > LONG_TEXT;
    const state = { ...(isLong ? rest : settings), document };
    const text = JSON.stringify({ state, version: VERSION });
    this.#written = text;
    const written = [this.#tab, this.#shared].map((storage) => keepIn(storage, KEY, text));
    // A reload reads the tab's own; a new tab the others'.
    return written.every(Boolean);
  }

  /** Repeats this tab's last write after the browser was cleared. */
  writeAgain(): void {
    const text = this.#written;
    if (text === undefined) return;
    for (const storage of [this.#tab, this.#shared]) {
      quietly(() => {
        if (storage.getItem(KEY) === null) storage.setItem(KEY, text);
      });
    }
  }

  /** Records set aside, now or earlier. */
  get unreadable(): readonly string[] {
    return keptIn(this.#shared, ASIDE, texts) ?? [];
  }

  /** True while something waits to be set aside; retried before each write. */
  #setAside(): boolean {
    if (this.#aside.length === 0) return false;
    this.#putAside();
    return true;
  }

  #putAside(): boolean {
    const all = [...new Set([...this.unreadable, ...this.#aside])];
    const isDone = keepIn(this.#shared, ASIDE, JSON.stringify(all));
    if (isDone) this.#aside = [];
    return isDone;
  }
}

interface Found {
  readonly kept?: KeptSettings;
  readonly isWhole: boolean;
}

function readText(text: string, usual: Settings): Found {
  const value = jsonIn(text);
  // Version 1 kept the bare settings.
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

/** The first visit in this browser; true only once, or always where nothing can be kept. */
export function isFirstVisit(storage: TextStorage): boolean {
  const isKnown = [VISITED, KEY].some(
    (name) => typeof quietly(() => storage.getItem(name)) === 'string',
  );
  keepIn(storage, VISITED, 'yes');
  return !isKnown;
}
