import { uniqueId } from '../../base/unique-id.ts';
import type { SessionTools } from '../tools.ts';
import { inTime, type KeyValues, succeeds } from '../kept/history-storage.ts';
import { newerFirst, nextOrder, shortName } from '../kept/kept-list.ts';
import type { Settings } from '../kept/settings.ts';
import { freeName, kernelRecord, type OwnKernel, readOwnKernel } from './own-kernel.ts';

type Tools = Pick<SessionTools, 'store' | 'kernels' | 'date' | 'tabs'>;

/** A text to keep as an own kernel. */
export interface Draft {
  readonly id: string;
  /** The revision that it becomes. */
  readonly revision: string;
  /** Its base revisions: any other is another tab's work. */
  readonly bases: readonly string[];
  readonly name: string;
  readonly named?: boolean;
  readonly settings: Settings;
}

/** The user's kernels, shared by all tabs. No call rejects or waits long. Records unreadable to this
 * version stay. */
export class OwnKernels {
  readonly #tools: Tools;
  /** Deleted on this page, by id, for undo. */
  readonly #deleted = new Map<string, OwnKernel>();

  constructor(tools: Tools) {
    this.#tools = tools;
    tools.tabs.listen((what) => what === 'kernels' && void this.load());
    tools.kernels.onDeleted?.(() => void this.#keepAgain());
  }

  get #list(): readonly OwnKernel[] {
    return this.#tools.store.getState().kernels;
  }

  get #storage(): KeyValues {
    return this.#tools.kernels;
  }

  find(id: string | undefined): OwnKernel | undefined {
    return this.#list.find((kernel) => kernel.id === id);
  }

  /** Reads the list; resolves to whether it was readable. */
  async load(): Promise<boolean> {
    const entries = await inTime(() => this.#storage.entries());
    if (entries) this.#show(entries.flatMap(([, value]) => readOwnKernel(value) ?? []));
    return entries !== undefined;
  }

  /** Keeps a text; after another tab's write as a new kernel, so neither is lost. Resolves to
   * undefined on failure. */
  async save(draft: Draft): Promise<OwnKernel | undefined> {
    const { id, revision, bases, settings } = draft;
    const made = (found: OwnKernel | undefined): OwnKernel => {
      const own = draft.named ? undefined : found;
      const others = this.#list.filter((kernel) => kernel.id !== id).map(({ name }) => name);
      return {
        id,
        revision,
        settings,
        name: own?.named ? own.name : freeName(shortName(draft.name), others),
        named: own?.named ?? draft.named ?? false,
        savedAt: this.#tools.date(),
        order: nextOrder(this.#list),
      };
    };
    const record = await inTime(() =>
      this.#storage.update(id, (found) => {
        const kept = readOwnKernel(found);
        const isOurs = kept && [...bases, revision].includes(kept.revision);
        return found === undefined || isOurs ? kernelRecord(made(kept)) : found;
      }),
    );
    if (record === undefined) return undefined;
    const kept = readOwnKernel(record);
    // Another tab's, or of a version unreadable here.
    if (kept?.revision !== revision) return this.save({ ...draft, id: uniqueId(), bases: [] });
    this.#put(kept);
    return kept;
  }

  async rename(id: string, typed: string): Promise<void> {
    const name = shortName(typed.trim());
    if (name === '') return;
    await this.#change(id, (kernel) => ({ ...kernel, name, named: true }));
  }

  /** A kernel with the same text and settings. */
  async duplicate(id: string): Promise<void> {
    const kernel = this.find(id);
    if (!kernel) return;
    const { name, settings } = kernel;
    const copy = { id: uniqueId(), revision: uniqueId(), bases: [], named: true };
    await this.save({ ...copy, settings, name: `${name}, copy` });
  }

  async delete(id: string): Promise<void> {
    const kernel = this.find(id);
    if (!kernel) return;
    this.#deleted.set(id, kernel);
    await this.drop(id);
  }

  /** Removes a kernel that is of no use. */
  async drop(id: string): Promise<void> {
    this.#show(this.#list.filter((one) => one.id !== id));
    await succeeds(() => this.#storage.delete(id));
    this.#tools.tabs.tell('kernels');
  }

  /** Restores a kernel deleted on this page; else undefined. */
  undelete(id: string): OwnKernel | undefined {
    const kernel = this.#deleted.get(id);
    if (!kernel) return undefined;
    this.#deleted.delete(id);
    void this.#putBack(kernel);
    return kernel;
  }

  /** Others have deleted them all. */
  async #keepAgain(): Promise<void> {
    const again = this.#list.map((kernel) =>
      succeeds(() => this.#storage.update(kernel.id, (found) => found ?? kernelRecord(kernel))),
    );
    const isKept = (await Promise.all(again)).every((each) => each);
    const words = `The kernels that this browser kept were deleted elsewhere. ${isKept ? 'Those of this tab are kept again.' : 'It takes none now: save yours as a file.'}`;
    this.#tools.store.setState({ notice: { words } });
  }

  async #putBack(kernel: OwnKernel): Promise<void> {
    // Another tab's change wins.
    const put = (found: unknown) => found ?? kernelRecord(kernel);
    if (await succeeds(() => this.#storage.update(kernel.id, put))) this.#put(kernel);
  }

  async #change(id: string, change: (kernel: OwnKernel) => OwnKernel): Promise<void> {
    const record = await inTime(() =>
      this.#storage.update(id, (found) => {
        const kept = readOwnKernel(found);
        return kept ? kernelRecord(change(kept)) : found;
      }),
    );
    const kernel = readOwnKernel(record);
    if (kernel) this.#put(kernel);
  }

  #put(kernel: OwnKernel): void {
    this.#show([kernel, ...this.#list.filter(({ id }) => id !== kernel.id)]);
    this.#tools.tabs.tell('kernels');
  }

  #show(kernels: readonly OwnKernel[]): void {
    this.#tools.store.setState({ kernels: kernels.toSorted(newerFirst) });
  }
}
