import { expect, test } from 'vitest';
import type { Toolchain } from '../../spin/toolchain.ts';
import { createStore } from 'zustand/vanilla';
import { type Job, jobOf, type JobTable, type JobView } from './job.ts';
import { createJobs, type JobTools, type Jobs } from './jobs.ts';
import { Cancelled } from '../../base/failure.ts';
import type { SessionTools } from '../tools.ts';

interface Counted extends JobView {
  readonly of: string;
  readonly done: number;
}

type Tools = Pick<SessionTools, 'toolchain' | 'memoryMB'>;

const COUNTED: Job<Counted> = { id: 'counted', none: { phase: 'none', of: '', done: 0 } };

/** A job stepped by the test, with all its published views. */
class Counting {
  readonly tools: JobTools[] = [];
  readonly #jobs: Jobs;
  readonly #steps: { next: () => void; fail: (error: Error) => void }[] = [];

  constructor(tools: Tools, views: Counted[]) {
    const store = createStore<{ readonly jobs: JobTable }>(() => ({ jobs: {} }));
    store.subscribe((state) => void views.push(jobOf(state, COUNTED)));
    this.#jobs = createJobs({ ...tools, store }, tools.toolchain);
  }

  async start(of: string, steps: number): Promise<void> {
    await this.#jobs.start(COUNTED, { of }, (tools) => this.#count(tools, steps));
  }

  cancel(): void {
    this.#jobs.cancel(COUNTED);
  }

  forget(): void {
    this.#jobs.forget(COUNTED);
  }

  async *#count(tools: JobTools, steps: number): AsyncGenerator<Partial<Counted>, void> {
    this.tools.push({ ...tools });
    for (let done = 1; done <= steps; done += 1) {
      await new Promise<void>((next, fail) => this.#steps.push({ next, fail }));
      if (tools.signal.aborted) throw new Cancelled();
      yield { done };
    }
  }

  /** Lets the longest waiting job take a step, or fail. */
  async step(error?: Error): Promise<void> {
    const waiting = this.#steps.shift();
    if (error) waiting?.fail(error);
    else waiting?.next();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function setUp(changes: Partial<Tools> = {}) {
  const views: Counted[] = [];
  const toolchains: Toolchain[] = [];
  const toolchain = (): Toolchain => {
    const created = {} as Toolchain;
    toolchains.push(created);
    return created;
  };
  const job = new Counting({ toolchain, memoryMB: () => 64, ...changes }, views);
  return { job, views, toolchains };
}

test('a job publishes each of its changes, and its end', async () => {
  const { job, views } = setUp();
  const ended = job.start('a', 2);
  await job.step();
  await job.step();
  await ended;
  expect(views).toEqual([
    { phase: 'running', of: 'a', done: 0 },
    { phase: 'running', of: 'a', done: 1 },
    { phase: 'running', of: 'a', done: 2 },
    { phase: 'ended', of: 'a', done: 2 },
  ]);
});

test('one worker does all jobs, each within the memory that is set when it starts', async () => {
  let memoryMB = 64;
  const { job, toolchains } = setUp({ memoryMB: () => memoryMB });
  await job.start('a', 0);
  memoryMB = 32;
  await job.start('b', 0);
  expect(job.tools.map((tools) => tools.memoryMB)).toEqual([64, 32]);
  expect(toolchains).toHaveLength(1);
  expect(job.tools.map(({ toolchain }) => toolchain)).toEqual([toolchains[0], toolchains[0]]);
});

test('a cancelled job keeps what it has found', async () => {
  const { job, views } = setUp();
  const ended = job.start('a', 2);
  await job.step();
  job.cancel();
  await job.step();
  await ended;
  expect(views.at(-1)).toEqual({ phase: 'cancelled', of: 'a', done: 1 });
});

test('the next job takes the place of one that still runs', async () => {
  const { job, views } = setUp();
  const first = job.start('a', 1);
  const second = job.start('b', 1);
  await job.step();
  await first;
  await job.step();
  await second;
  expect(views.map(({ of, phase }) => `${of} ${phase}`)).toEqual([
    'a running',
    'b running',
    'b running',
    'b ended',
  ]);
});

test('a forgotten job says no more', async () => {
  const { job, views } = setUp();
  const ended = job.start('a', 1);
  job.forget();
  await job.step();
  await ended;
  expect(views.map(({ phase }) => phase)).toEqual(['running', 'none']);
});

test('what goes wrong is published, also before the first step', async () => {
  const { job, views } = setUp();
  const ended = job.start('a', 1);
  await job.step(new Error('out of luck'));
  await ended;
  expect(views.at(-1)).toEqual({ phase: 'failed', of: 'a', done: 0, message: 'out of luck' });

  const without = setUp({
    toolchain() {
      throw new Error('no workers here');
    },
  });
  await without.job.start('a', 1);
  expect(without.views.at(-1)).toMatchObject({ phase: 'failed', message: 'no workers here' });
});
