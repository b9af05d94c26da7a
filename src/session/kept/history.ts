import { within } from '../../base/within.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Run } from '../run/run.ts';
import {
  contentRecord,
  readContent,
  readSavedRun,
  type SavedContent,
  type SavedRun,
  savedRun,
  versioned,
  withoutTable,
} from './history-schema.ts';
import { sameProblem, type Settings } from './settings.ts';

/** Runs without a name of the user's that are kept at most; the oldest go first. */
const MOST_UNNAMED = 50;
/** Milliseconds after which a storage that has not answered counts as one that is refused. */
const PATIENCE = 5000;

/** The runs of earlier times. No call rejects, or waits for long: what finds no room, or no storage, is not
 * kept, and its run says so. What this version of the site cannot read is left where it is. */
export class History {
  readonly #tools: Pick<SessionTools, 'store' | 'history' | 'date'>;
  #deleted: { readonly run: SavedRun; readonly content: unknown } | undefined;

  constructor(tools: Pick<SessionTools, 'store' | 'history' | 'date'>) {
    this.#tools = tools;
  }

  get #runs(): readonly SavedRun[] {
    return this.#tools.store.getState().history;
  }

  /** Reads the list, newest first. What comes too late is in the store then. */
  async load(): Promise<readonly SavedRun[]> {
    await inTime(() => this.#read());
    return this.#runs;
  }

  async #read(): Promise<void> {
    const runs = (await this.#tools.history.summaries.entries()).flatMap(
      ([, value]) => readSavedRun(value) ?? [],
    );
    // What was kept meanwhile is newer than what was read.
    const known = new Set(this.#runs.map(({ id }) => id));
    this.#show([...this.#runs, ...runs.filter(({ id }) => !known.has(id))]);
  }

  /** Keeps a run that has ended, or what has become known of it since. One of the same settings takes the
   * place of an earlier one, unless that has a name. */
  async keep(id: string, run: Run, settings: Settings, name: string): Promise<void> {
    const known = this.#find(id) ?? { name, named: false, savedAt: this.#tools.date() };
    const saved = savedRun(run, { ...known, id }, settings);
    if (!saved) return;
    const replaced = this.#runs.filter(
      (one) => one.id !== id && !one.named && sameProblem(one.settings, settings),
    );
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
    return readContent(await inTime(() => this.#tools.history.contents.get(id)));
  }

  async delete(id: string): Promise<void> {
    const run = this.#find(id);
    if (!run) return;
    const content = await inTime(() => this.#tools.history.contents.get(id));
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
      await succeeds(() => this.#tools.history.summaries.set(id, versioned(run)));
  }

  async #put(run: SavedRun, content: unknown): Promise<void> {
    this.#show([run, ...this.#runs.filter(({ id }) => id !== run.id)]);
    const { summaries, contents } = this.#tools.history;
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
    const { summaries, contents } = this.#tools.history;
    await succeeds(() => summaries.delete(id));
    await succeeds(() => contents.delete(id));
  }

  #update(id: string, changes: Partial<SavedRun>): void {
    this.#show(this.#runs.map((run) => (run.id === id ? { ...run, ...changes } : run)));
  }

  #show(runs: readonly SavedRun[]): void {
    this.#tools.store.setState({ history: runs.toSorted((a, b) => b.savedAt - a.savedAt) });
  }
}

const succeeds = (call: () => Promise<void>): Promise<boolean> =>
  inTime(() => call().then(() => true)).then((done) => done === true);

/** Storage may be refused or full, or never answer; the page works without. */
async function inTime<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await within(PATIENCE, call());
  } catch {
    return undefined;
  }
}
