import * as v from 'valibot';
import { withAdvice } from '../../base/message.ts';
import { nativeFromPage, nativeState, openModel } from '../../checker/index.ts';
import { embeddedCOf, plainModel, type Tuning } from '../../promela/index.ts';
import type { CallOptions, Toolchain } from '../../spin/toolchain.ts';
import type { JobTools } from '../jobs/jobs.ts';
import { keepIn, keptIn } from '../kept/page-storage.ts';
import type { SessionTools } from '../tools.ts';
import { sourceOf } from './model-document.ts';
import type { ModelQuestion } from './model-view.ts';
import { nativeMemory, type NativeView } from './native-view.ts';

const KEY = 'overtime.native.1';

const keptSchema = v.object({
  token: v.exactOptional(v.pipe(v.string(), v.maxLength(100))),
  isAllowed: v.fallback(v.boolean(), false),
  isOn: v.fallback(v.boolean(), false),
  memory: v.fallback(v.pipe(v.string(), v.maxLength(20)), ''),
});

const NOT_HERE =
  'This page does not know a machine that searches for it: start Overtime on yours (npm start, or the package) and open the address that it prints, with all that stands behind #.';

/** Where a model is searched. */
export interface SearchPlace {
  readonly toolchain: Toolchain;
  readonly memoryMB: number;
  /** Another toolchain to the same place. */
  readonly beside: (toolchain: Toolchain) => Toolchain;
  /** A sentence on it, where the user has asked for another than the page. */
  readonly note?: string | undefined;
}

/** The model's own C has not been allowed yet. */
export class AsksForC extends Error {
  readonly c: readonly string[];

  constructor(c: readonly string[]) {
    super('The model has C of its own.');
    this.c = c;
  }
}

/** Searches of models by the machine that serves the page. */
export function createNativeSearches(
  { store, storage, native }: Pick<SessionTools, 'store' | 'storage' | 'native'>,
  isAllowed: (c: readonly string[]) => boolean,
) {
  let kept = keptIn(storage, KEY, keptSchema) ?? v.parse(keptSchema, {});
  const view = (): NativeView => store.getState().native;
  const set = (change: Partial<NativeView>): void =>
    store.setState(({ native: before }) => ({ native: { ...before, ...change } }));
  const keep = (change: Partial<typeof kept>): void => {
    kept = { ...kept, ...change };
    keepIn(storage, KEY, JSON.stringify(kept));
  };
  const server = () => native && kept.token !== undefined && { ...native, token: kept.token };

  /** Asks the machine what it has; true where it answers. */
  async function look(): Promise<boolean> {
    const there = server();
    if (!there) {
      set({ machine: undefined, lacks: NOT_HERE });
      return false;
    }
    try {
      const state = await nativeState(there);
      if ('lacks' in state) set({ machine: undefined, lacks: state.lacks });
      else set({ machine: state, lacks: undefined });
      return true;
    } catch (error) {
      set({ machine: undefined, lacks: withAdvice(error) });
      return false;
    }
  }

  function turn(isOn: boolean): void {
    keep({ isOn });
    set({ isOn });
  }

  /** Takes another start's token; one made up by a link does not replace one that works. */
  async function takeToken(token: string): Promise<void> {
    const before = kept.token;
    if (before === undefined) keep({ token });
    else kept = { ...kept, token };
    if (await look()) return keep({ token });
    if (before === undefined) return;
    kept = { ...kept, token: before };
    await look();
  }

  set({ isOn: kept.isOn && kept.isAllowed, memory: kept.memory });
  const looked = native?.token === undefined ? look() : takeToken(native.token);

  return {
    commands: {
      /** Models are searched by this machine, or in the page. */
      async setNative(isOn: boolean): Promise<void> {
        if (!isOn) return turn(false);
        if (!view().machine) await look();
        if (!view().machine) return;
        if (kept.isAllowed) turn(true);
        else set({ isAsking: true });
      },
      takeNativeToken: takeToken,
      /** The user's decision, asked for once. */
      answerNative(isYes: boolean): void {
        set({ isAsking: false });
        if (!isYes) return;
        keep({ isAllowed: true });
        turn(true);
      },
      setNativeMemory(memory: string): void {
        keep({ memory: memory.slice(0, 20) });
        set({ memory: kept.memory });
      },
    },
    /** Where a model is searched, once its C has been looked at after preprocessing, so that no macro hides it.
     * @throws {AsksForC} where the user has not let it run. */
    async searching(
      { toolchain, memoryMB }: Pick<JobTools, 'toolchain' | 'memoryMB'>,
      question: ModelQuestion,
      call: CallOptions,
      tuning?: Tuning,
    ): Promise<SearchPlace> {
      const { text } = await openModel(toolchain, sourceOf(question), call);
      const c = embeddedCOf(text);
      if (c.length > 0 && !isAllowed(c)) throw new AsksForC(c);
      const page = { toolchain, memoryMB, beside: (other: Toolchain) => other };
      await looked;
      const { isOn, machine, lacks = NOT_HERE } = view();
      if (!isOn) return page;
      const there = server();
      if (!there || !machine) return { ...page, note: `Searched in WebAssembly: ${lacks}` };
      const why = notNatively(text, question);
      if (why !== undefined)
        return { ...page, note: `Searched in WebAssembly, its sandbox, since ${why}.` };
      const beside = (other: Toolchain): Toolchain =>
        nativeFromPage(other, there, machine.compiler, tuning);
      const note = `Searched natively on this machine, compiled by ${machine.compiler}.`;
      return { toolchain: beside(toolchain), memoryMB: nativeMemory(view()), beside, note };
    },
  };
}

export type Searching = ReturnType<typeof createNativeSearches>['searching'];

/** Why a model stays in the sandbox. */
function notNatively(text: string, { files }: Pick<ModelQuestion, 'files'>): string | undefined {
  if (Object.keys(files).length > 0) return 'it has files of its own';
  const plain = plainModel(text);
  return plain.ok ? undefined : plain.why;
}
