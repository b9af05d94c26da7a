import { stepsOf } from '../base/packed-trail.ts';
import { compareTicks, type Ticks } from '../base/ticks.ts';
import { type Emit, type FoundPath, runEvents, type SearchPurpose } from './events.ts';
import { unlessEnded } from './search.ts';
import { keyOf } from './configuration.ts';
import { type Plan, SwarmPlan } from './swarm-plan.ts';
import {
  type Configuration,
  type Fault,
  figuresOf,
  type Finish,
  type Found,
  NO_PROGRESS,
  type SearchProgress,
  type SearchReport,
  type Trail,
  type Verifier,
} from './verifier.ts';

/** Milliseconds between progress events of all workers together. */
const BETWEEN_EVENTS = 100;

/** Knowledge shared by a swarm's workers. */
export class SwarmState {
  readonly plan: SwarmPlan;
  best: Found | undefined;
  fault: Fault | undefined;
  searches = 0;
  outOfMemory = false;
  /** The best path of each configuration. */
  readonly #times = new Map<string, Finish>();
  /** The best replayed path of each configuration. */
  readonly #replayed = new Map<string, FoundPath>();
  readonly #emit: Emit;
  readonly #started = performance.now();
  #done = NO_PROGRESS;
  readonly #running = new Map<number, SearchProgress>();
  #toldAt = Number.NEGATIVE_INFINITY;
  #changed: (() => void)[] = [];

  constructor(verifier: Verifier, workers: number, seed: number, emit: Emit) {
    this.plan = new SwarmPlan(workers, seed, verifier.configurations());
    this.#emit = emit;
  }

  /** Settles when a search has ended. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve));
  }

  progress(worker: number, plan: Plan, progress: SearchProgress): void {
    this.#running.set(worker, progress);
    const now = performance.now();
    if (now - this.#toldAt < BETWEEN_EVENTS) return;
    this.#toldAt = now;
    const all = [this.#done, ...this.#running.values()];
    const sum = (name: keyof SearchProgress): number =>
      all.reduce((total, each) => total + each[name], 0);
    const together: SearchProgress = {
      states: sum('states'),
      transitions: sum('transitions'),
      depth: Math.max(...all.map(({ depth }) => depth)),
      memoryMB: sum('memoryMB'),
      seconds: (now - this.#started) / 1000,
    };
    this.#emit({ type: 'progress', ...question(plan), progress: together });
  }

  found(found: Found): void {
    const { time, values } = found.finish;
    const key = keyOf(values);
    const before = this.#times.get(key);
    if (!before || compareTicks(time, before.time) < 0) {
      this.#times.set(key, found.finish);
      const done = this.#times.size;
      const results = [{ values, status: 'sampled' as const, time }];
      this.#emit({ type: 'configurations', results, done, total: done });
    }
    const order = this.best ? compareTicks(time, this.best.finish.time) : -1;
    const shorter = order === 0 && lengthOf(found.trail) < lengthOf(this.best?.trail);
    if (order > 0 || (order === 0 && !shorter)) return;
    this.best = found;
    this.#emit({ type: 'best', finish: found.finish, trail: found.trail });
    if (order === 0) return;
    this.#emit({ type: 'interval', low: -1, high: time });
    this.#emit({ type: 'stage', text: `Searching for anything faster than ${time} ticks` });
    const reached = (wanted: Configuration): boolean =>
      this.#times.get(keyOf(wanted))?.time === this.best?.finish.time;
    this.plan.improved({ time, seconds: found.seconds, reached });
  }

  /** Called for finished and interrupted searches alike. */
  ended(worker: number, plan: Plan, report: SearchReport): void {
    const { states, transitions, verdict } = report;
    this.#running.delete(worker);
    const { states: before, transitions: taken } = this.#done;
    this.#done = { ...this.#done, states: before + states, transitions: taken + transitions };
    this.searches += 1;
    this.fault ??= report.fault;
    if (report.cut === 'memory') this.outOfMemory = true;
    this.plan.ended(plan, report);
    const swarm = { worker, seed: plan.seed };
    const isCut = report.cut === 'cancelled';
    const run = { ...question(plan), verdict, ...figuresOf(report), swarm };
    runEvents(run, isCut).forEach(this.#emit);
    for (const wake of this.#changed.splice(0)) wake();
  }

  /** Replays a trail to check the search's claim. */
  async replay(verifier: Verifier, { finish, trail }: Found, signal: AbortSignal): Promise<void> {
    if (!trail || signal.aborted) return;
    const end = await unlessEnded(verifier.replayFinish(trail, signal), signal);
    if (!end) return;
    if (compareTicks(end.time, finish.time) !== 0) {
      throw new Error(`a trail of ${finish.time} ticks takes ${end.time} when it is replayed`);
    }
    const path = { ...finish, steps: stepsOf(trail.packed) };
    const key = keyOf(finish.values);
    const before = this.#replayed.get(key);
    if (!before || byTime(path, before) < 0) this.#replayed.set(key, path);
  }

  /** Replayed paths by time, then steps; one per configuration. */
  paths(): FoundPath[] {
    return [...this.#replayed.values()].sort(byTime);
  }

  /** The best path found of each configuration. */
  finishes(): Finish[] {
    return [...this.#times.values()];
  }
}

export const byTime = (left: FoundPath, right: FoundPath): number =>
  compareTicks(left.time, right.time) || left.steps - right.steps;

/** Translates a plan into a search. */
const question = ({ bound }: Plan): { purpose: SearchPurpose; bound: Ticks | null } =>
  typeof bound === 'string'
    ? { purpose: 'termination', bound: null }
    : { purpose: 'over-time', bound };

const lengthOf = (trail: Trail | undefined): number =>
  trail ? stepsOf(trail.packed) : Number.POSITIVE_INFINITY;
