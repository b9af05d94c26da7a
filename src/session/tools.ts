import type { SessionEnvironment } from './environment.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createPosing, type Posing } from './reading/posing.ts';
import type { Store } from './state.ts';
import { heard } from './tool-log.ts';

/** Shared by a session's parts: state, tools and derivation. */
export interface SessionTools
  extends
    Omit<SessionEnvironment, 'reader' | 'memoryMB'>,
    Pick<Posing, 'derivation' | 'pose' | 'problemAtOnce' | 'problemOf' | 'reading' | 'settled'> {
  readonly store: Store;
  readonly jobs: Jobs;
  /** MB that one job's verifiers may use now. */
  readonly memoryMB: () => number;
  /** Drops pending displays, as the page turns elsewhere. */
  readonly leave: () => void;
  readonly onLeave: (cancel: () => void) => void;
}

/** @returns the tools, and extras for the page's start. */
export function createTools(environment: SessionEnvironment, store: Store) {
  const posing = createPosing({ ...environment, store });
  const leaving: (() => void)[] = [];
  const toolchain = () => heard(environment.toolchain(), store);
  const memoryMB = () => store.getState().settings.limits?.memoryMB ?? environment.memoryMB;
  const jobs = createJobs({ ...environment, store, toolchain, memoryMB }, environment.toolchain);
  const tools: SessionTools = {
    ...environment,
    ...posing,
    store,
    jobs,
    toolchain,
    memoryMB,
    leave: () => leaving.forEach((cancel) => cancel()),
    onLeave: (cancel) => void leaving.push(cancel),
  };
  return { tools, posing };
}
