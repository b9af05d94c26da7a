import type { Configuration } from '../../tuning/index.ts';
import {
  contentRecord,
  MOST_KEPT,
  readContent,
  readSavedRun,
  type SavedContent,
  type SavedRun,
  versioned,
  withoutTable,
} from './history-schema.ts';
import { sameProblem } from './settings.ts';
import type { Run, Settings } from '../state.ts';

/** Keys and values that outlast the page: IndexedDB, or a map in the tests. Calls may reject. */
export interface KeyValues {
  entries(): Promise<readonly (readonly [string, unknown])[]>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface HistoryStorage {
  /** Runs as the list shows them, by id: small, and all read at once. */
  readonly summaries: KeyValues;
  /** What they found, by id: read when a run is opened. */
  readonly contents: KeyValues;
}

/** Runs without a name of the user's that are kept at most; the oldest go first. */
const MOST_UNNAMED = 50;

export interface HistoryPort {
  readonly storage: HistoryStorage;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  readonly publish: (runs: readonly SavedRun[]) => void;
}

/** The runs of earlier times. No call rejects: what finds no room, or no storage, is not kept, and its run
 * says so. What this version of the site cannot read is left where it is. */
export class History {
  readonly #port: HistoryPort;
  #runs: readonly SavedRun[] = [];
  #deleted: { readonly run: SavedRun; readonly content: unknown } | undefined;

  constructor(port: HistoryPort) {
    this.#port = port;
  }

  /** Reads the list, newest first. */
  async load(): Promise<readonly SavedRun[]> {
    const entries = (await quietly(() => this.#port.storage.summaries.entries())) ?? [];
    const runs = entries.flatMap(([, value]) => readSavedRun(value) ?? []);
    // What was kept meanwhile is newer than what was read.
    const known = new Set(this.#runs.map(({ id }) => id));
    this.#show([...this.#runs, ...runs.filter(({ id }) => !known.has(id))]);
    return this.#runs;
  }

  /** Keeps a run that has ended, or what has become known of it since. One of the same settings takes the
   * place of an earlier one, unless that has a name. */
  async keep(id: string, run: Run, settings: Settings, name: string): Promise<void> {
    const { result, seconds } = run;
    if (!result) return;
    const { status, minTime, optima, reason, runnerUp } = result;
    const known = this.#find(id);
    const replaced = this.#runs.filter(
      (one) => one.id !== id && !one.named && sameProblem(one.settings, settings),
    );
    const saved: SavedRun = {
      id,
      name: known?.name ?? name,
      named: known?.named ?? false,
      savedAt: known?.savedAt ?? this.#port.date(),
      settings,
      status,
      optima: optima.map((values) => ({ ...values })),
      configurations: run.configurations.size,
      ...(minTime !== undefined && { minTime }),
      ...(reason !== undefined && { reason }),
      ...(runnerUp && {
        runnerUp: {
          time: runnerUp.time,
          configurations: runnerUp.configurations.map((values) => ({ ...values })),
        },
      }),
      ...(seconds !== undefined && { seconds }),
      ...(run.configurations.size > MOST_KEPT && { unkept: 'large-map' }),
      ...(known?.opened && { opened: known.opened }),
    };
    await this.#put(saved, contentRecord(run));
    const unnamed = this.#runs.filter(({ named }) => !named).slice(MOST_UNNAMED);
    for (const old of [...replaced, ...unnamed]) await this.#remove(old.id);
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#change(id, { name: name.trim().slice(0, 200), named: true });
  }

  /** Notes whose trace was looked at last. */
  async opened(id: string, values: Configuration): Promise<void> {
    await this.#change(id, { opened: { ...values } });
  }

  /** What a run found; nothing where it cannot be read. */
  async content(id: string): Promise<SavedContent | undefined> {
    return readContent(await quietly(() => this.#port.storage.contents.get(id)));
  }

  async delete(id: string): Promise<void> {
    const run = this.#find(id);
    if (!run) return;
    const content = await quietly(() => this.#port.storage.contents.get(id));
    this.#deleted = { run, content };
    await this.#remove(id);
  }

  /** Puts back what was deleted last. */
  async undelete(): Promise<void> {
    if (!this.#deleted) return;
    const { run, content } = this.#deleted;
    this.#deleted = undefined;
    await this.#put(run, content);
  }

  #find(id: string): SavedRun | undefined {
    return this.#runs.find((run) => run.id === id);
  }

  async #change(id: string, changes: Partial<SavedRun>): Promise<void> {
    this.#update(id, changes);
    const run = this.#find(id);
    if (run && run.unkept !== 'all')
      await quietly(() => this.#port.storage.summaries.set(id, versioned(run)));
  }

  async #put(run: SavedRun, content: unknown): Promise<void> {
    this.#show([run, ...this.#runs.filter(({ id }) => id !== run.id)]);
    const { summaries, contents } = this.#port.storage;
    if (!(await succeeds(() => contents.set(run.id, content)))) {
      await succeeds(() => contents.set(run.id, withoutTable(content)));
      this.#update(run.id, { unkept: 'map' });
    }
    // It may have been looked at meanwhile, or deleted.
    const now = this.#find(run.id);
    if (now && !(await succeeds(() => summaries.set(run.id, versioned(now)))))
      this.#update(run.id, { unkept: 'all' });
  }

  async #remove(id: string): Promise<void> {
    this.#show(this.#runs.filter((run) => run.id !== id));
    const { summaries, contents } = this.#port.storage;
    await quietly(() => summaries.delete(id));
    await quietly(() => contents.delete(id));
  }

  #update(id: string, changes: Partial<SavedRun>): void {
    this.#show(this.#runs.map((run) => (run.id === id ? { ...run, ...changes } : run)));
  }

  #show(runs: readonly SavedRun[]): void {
    this.#runs = runs.toSorted((a, b) => b.savedAt - a.savedAt);
    this.#port.publish(this.#runs);
  }
}

async function succeeds(call: () => Promise<void>): Promise<boolean> {
  return (await quietly(async () => call().then(() => true))) ?? false;
}

/** Storage may be refused or full; the page works without. */
async function quietly<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch {
    return undefined;
  }
}
