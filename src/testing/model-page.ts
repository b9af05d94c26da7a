import { readFileSync } from 'node:fs';
import { createSessionWith, type Session } from '../session/core.ts';
import type { SessionState } from '../session/state.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { memoryHistory, storageOf, world } from './session.ts';
import { jobOf } from '../session/jobs/job.ts';
import { MODEL_CHECK, MODEL_TUNING, MODEL_RECHECK } from '../session/promela/model-view.ts';

/** The text of a model of examples/promela. */
export const exampleModel = (id: string): string =>
  readFileSync(new URL(`../../examples/promela/${id}.pml`, import.meta.url), 'utf8');

/** Pages with all tools for foreign models, sharing them. */
export async function modelPages() {
  const toolchains = await Promise.all([1, 2, 3].map(() => createNodeToolchain()));
  return {
    /** A page, which keeps what another one had kept. */
    async page(
      kept = new Map([['overtime.visited', 'yes']]),
      history = memoryHistory(),
    ): Promise<Session> {
      let next = 0;
      const [first] = toolchains;
      if (!first) throw new Error('there is no toolchain');
      const session = createSessionWith(
        world({
          toolchain: () => toolchains[next++ % toolchains.length] ?? first,
          storage: storageOf(kept),
          tabStorage: storageOf(kept),
          history,
          hasCompiler: () => true,
          pause: () => Promise.resolve(),
        }),
      );
      await Promise.resolve();
      return session;
    },
    dispose: () => toolchains.forEach((each) => each.dispose()),
  };
}

/** Waits until something is so. */
/** A model with the views of its jobs. */
export const knownOf = (state: SessionState) => ({
  ...state.model,
  check: jobOf(state, MODEL_CHECK),
  tuning: jobOf(state, MODEL_TUNING),
  recheck: jobOf(state, MODEL_RECHECK),
});

export const until = (
  { store }: Session,
  isSo: (state: SessionState) => boolean,
): Promise<ReturnType<typeof knownOf>> =>
  new Promise((resolve) => {
    const look = (state: SessionState): void => {
      if (!isSo(state)) return;
      stop();
      resolve(knownOf(state));
    };
    const stop = store.subscribe(look);
    look(store.getState());
  });

export const isOver = (phase: string): boolean => phase !== 'none' && phase !== 'running';
