import * as v from 'valibot';
import type { Configuration } from '../../tuning/index.ts';
import type { SessionTools } from '../tools.ts';
import type { Run } from '../run/run.ts';
import {
  checkContent,
  contentRecord,
  isCheck,
  readCheck,
  readContent,
  readSaved,
  replaces,
  type Saved,
  type SavedContent,
  type SavedRun,
  savedRun,
  smaller,
  versioned,
} from './history-schema.ts';
import { inTime, succeeds } from './history-storage.ts';
import { newerFirst, nextOrder, shortName } from './kept-list.ts';
import type { ModelDocument } from '../promela/model-document.ts';
import { type CheckContent, type DoneCheck, savedCheck } from './saved-check.ts';
import type { Settings } from './settings.ts';
import type { Kept } from './versions.ts';

/** Unnamed runs and checks kept at most; the oldest go first. */
const MOST_UNNAMED = 50;

type Tools = Pick<SessionTools, 'store' | 'history' | 'date' | 'tabs'>;

/** Fields that may change in the list. */
type Changes = Partial<Pick<SavedRun, 'name' | 'named' | 'order' | 'warnings' | 'opened'>>;

/** Earlier runs, shared by all tabs: changes apply to the stored record, not this tab's copy. No
 * call rejects or waits long; an unkept run says so. Unreadable records are left alone. */
export class History {
  readonly #tools: Tools;
  readonly #writing = new Set<string>();
  #deleted: { readonly run: Saved; readonly content: Kept } | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
    tools.tabs.listen((what) => what === 'runs' && void inTime(() => this.#read()));
  }

  get #runs(): readonly Saved[] {
    return this.#tools.store.getState().history;
  }

  /** Newest first. A late answer waits in the store. */
  async load(): Promise<readonly Saved[]> {
    // Opened in parallel, so that later finds are written at once.
    void inTime(() => this.#tools.history.contents.get(''));
    await inTime(() => this.#read());
    return this.#runs;
  }

  async #read(): Promise<void> {
    const found = (await this.#tools.history.summaries.entries()).flatMap(
      ([, value]) => readSaved(value) ?? [],
    );
    // Known to this tab alone: no room, or still being written.
    const known = new Set(found.map(({ id }) => id));
    const own = this.#runs.filter(
      ({ id, unkept }) => !known.has(id) && (unkept === 'all' || this.#writing.has(id)),
    );
    this.#show([...own, ...found]);
  }

  /** Keeps an ended run, or news of it. It replaces an unnamed run of the same settings.
   * @param document the run's own model, if any. */
  async keep(
    id: string,
    run: Run,
    settings: Settings,
    name: string,
    document?: ModelDocument,
  ): Promise<void> {
    const known = this.#find(id);
    const listed = known && !isCheck(known) ? known : this.#listed(id, name);
    const saved = savedRun(run, listed, settings, document);
    if (saved) await this.#keep(saved, contentRecord(run, document), !known);
  }

  /** Keeps a check so far, replacing an unnamed one of the same question. */
  async keepCheck(id: string, done: DoneCheck): Promise<void> {
    const known = this.#find(id);
    const saved = savedCheck(done, known ?? this.#listed(id, done.document.name));
    if (saved) await this.#keep(saved, checkContent(done), !known);
  }

  /** Where something new stands in the list. */
  #listed(id: string, name: string): Pick<Saved, 'id' | 'name' | 'named' | 'savedAt' | 'order'> {
    const { date } = this.#tools;
    return { id, name, named: false, savedAt: date(), order: nextOrder(this.#runs) };
  }

  async #keep(saved: Saved, content: Kept, isNew: boolean): Promise<void> {
    const { id } = saved;
    await this.#put(saved, content, isNew);
    // Other tabs may have kept or named runs meanwhile.
    await inTime(() => this.#read());
    if (isNew && this.#runs[0]?.id !== id) await this.#change(id, { order: nextOrder(this.#runs) });
    const replaced = this.#runs.filter(
      (one) => one.id !== id && !one.named && replaces(saved, one),
    );
    // Checks are quickly made: they push no runs out.
    const unnamed = this.#runs
      .filter((one) => !one.named && isCheck(one) === isCheck(saved))
      .slice(MOST_UNNAMED);
    for (const old of [...replaced, ...unnamed]) await this.#discard(old.id);
    this.#tools.tabs.tell('runs');
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#change(id, { name: shortName(name.trim()), named: true });
  }

  /** Notes a run's kernel faults known by now. */
  async warned(id: string, warnings: readonly string[]): Promise<void> {
    const known = this.#find(id);
    if (!known || isCheck(known) || (known.warnings ?? []).join('\n') === warnings.join('\n'))
      return;
    await this.#change(id, { warnings: [...warnings] });
  }

  /** Notes whose trace was looked at last. */
  async opened(id: string, values: Configuration): Promise<void> {
    await this.#change(id, { opened: { ...values } });
  }

  /** Nothing where it cannot be read. */
  async content(id: string): Promise<SavedContent | undefined> {
    return readContent(await inTime(() => this.#tools.history.contents.get(id)));
  }

  /** Nothing where it cannot be read. */
  async check(id: string): Promise<CheckContent | undefined> {
    return readCheck(await inTime(() => this.#tools.history.contents.get(id)));
  }

  async delete(id: string): Promise<void> {
    const run = this.#find(id);
    if (!run) return;
    const content = await inTime(() => this.#tools.history.contents.get(id));
    this.#deleted = { run, content: v.is(record, content) ? content : {} };
    await this.#remove(id);
    this.#tools.tabs.tell('runs');
  }

  /** Puts back what was deleted last. */
  async undelete(): Promise<void> {
    if (!this.#deleted) return;
    const { run, content } = this.#deleted;
    this.#deleted = undefined;
    await this.#put(run, content);
    this.#tools.tabs.tell('runs');
  }

  #find(id: string): Saved | undefined {
    return this.#runs.find((run) => run.id === id);
  }

  async #change(id: string, changes: Changes): Promise<void> {
    this.#update(id, (one) => ({ ...one, ...changes }));
    const run = this.#find(id);
    if (!run || run.unkept === 'all') return;
    const { summaries } = this.#tools.history;
    // Another tab's changes stay; a missing record was deleted there.
    const change = (found: unknown) => {
      const kept = readSaved(found);
      return kept ? versioned({ ...kept, ...changes }) : found;
    };
    if (await succeeds(() => summaries.update(id, change))) this.#tools.tabs.tell('runs');
  }

  async #put(run: Saved, content: Kept, isNew = false): Promise<void> {
    this.#show([run, ...this.#runs.filter(({ id }) => id !== run.id)]);
    this.#writing.add(run.id);
    const { summaries, contents } = this.#tools.history;
    // Both parts at once: the page may be left any moment.
    if (isNew) void succeeds(() => summaries.set(run.id, versioned(run)));
    if (!(await succeeds(() => contents.set(run.id, content)))) {
      await succeeds(() => contents.set(run.id, smaller(content)));
      this.#update(run.id, (one) =>
        isCheck(one) ? { ...one, unkept: 'trail' } : { ...one, unkept: 'map' },
      );
    }
    // Meanwhile it may be opened or deleted, or named in another tab.
    const now = this.#find(run.id);
    const written =
      !now || (await succeeds(() => summaries.update(run.id, (found) => merged(now, found))));
    if (!written) this.#update(run.id, (one) => ({ ...one, unkept: 'all' }));
    this.#writing.delete(run.id);
  }

  /** Removes a run that no tab has named. */
  async #discard(id: string): Promise<void> {
    const { summaries } = this.#tools.history;
    const left = await inTime(() =>
      summaries.update(id, (found) => (isNamed(found) ? found : undefined)),
    );
    const named = readSaved(left);
    if (named) this.#update(id, () => named);
    else await this.#remove(id);
  }

  async #remove(id: string): Promise<void> {
    this.#show(this.#runs.filter((run) => run.id !== id));
    const { summaries, contents } = this.#tools.history;
    await succeeds(() => summaries.delete(id));
    await succeeds(() => contents.delete(id));
  }

  #update(id: string, change: (run: Saved) => Saved): void {
    this.#show(this.#runs.map((run) => (run.id === id ? change(run) : run)));
  }

  #show(runs: readonly Saved[]): void {
    this.#tools.store.setState({ history: runs.toSorted(newerFirst) });
  }
}

const record = v.looseObject({});

const isNamed = (found: unknown): boolean => v.is(v.looseObject({ named: v.literal(true) }), found);

/** The run to write, with a name given by another tab. */
function merged(run: Saved, found: unknown): object {
  const kept = readSaved(found);
  const { name, named } = kept?.named === true && !run.named ? kept : run;
  return versioned({ ...run, name, named });
}
