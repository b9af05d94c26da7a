import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkModel, promelaModel, perform } from '../src/checker/index.ts';
import { createNodeToolchain, spawnNodeWorker } from '../src/spin/node-toolchain.ts';
import type { WorkerHandle } from '../src/spin/job-runner.ts';
import type { Toolchain, ToolchainEvent } from '../src/spin/toolchain.ts';
import type { MethodId, SearchProgress, TuningEvent } from '../src/tuning/index.ts';
import { answer } from './answer.ts';
import { answerInJson, answerInText, EXIT } from './model-report.ts';
import { tuned } from './tuned.ts';
import { isLong } from '../src/testing/amounts.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

/** 226,981 states in each of its searches. */
const COUNTERS = `byte a[3];
active [3] proctype p() { end: do :: a[_pid] < 30 -> a[_pid]++ od }
ltl low { [] (a[0] <= 30) }
ltl sum { [] (a[1] <= 30) }
`;
const BREAKS = `byte n;
active proctype p() { do :: n < 200 -> n++; assert(n != 9) :: n > 0 -> n-- od }
active proctype q() { byte i, j; end: do :: i < 250 -> i++ :: j < 250 -> j++ od }
`;
/** Its best is 4, at A = 2; the counters make it long. */
const TUNED = `int time; bool FIN; byte A, x, y, z;
active proctype main() {
  select(A : 0 .. 6);
  time = 8 + (A - 2) * (A - 2) - 4;
  do :: x < 25 -> x++ :: y < 25 -> y++ :: z < 25 -> z++ :: x + y + z >= 60 -> break od;
  FIN = true
}
`;
const TUNING = { parameters: ['A'], objective: 'time', when: 'FIN', goal: 'smallest' } as const;

const LATE = new DOMException('late', 'TimeoutError');

const workers = new Set<WorkerHandle>();
const kill = (): void => {
  for (const each of workers) each.terminate();
  workers.clear();
};

let toolchain: Toolchain;
beforeAll(async () => {
  toolchain = await createNodeToolchain({
    spawn() {
      const worker = spawnNodeWorker();
      workers.add(worker);
      return worker;
    },
  });
});
afterAll(() => toolchain.dispose());

const folder = temporaryFolder();
type End = (how: 'limit' | 'stop' | 'kill') => void;
const stage = (event: ToolchainEvent): string | undefined =>
  event.kind === 'stage' ? event.stage : undefined;

interface Place {
  readonly what: string;
  readonly text?: string;
  readonly memoryMB?: number;
  readonly onEvent?: (event: ToolchainEvent, end: End, ended: number) => void;
  readonly onProgress?: (progress: SearchProgress, end: End, ended: number) => void;
  readonly onResult?: (end: End) => void;
  /** Statuses of its checks. */
  readonly statuses: readonly string[];
  readonly reason: RegExp;
  /** Checks that have figures. */
  readonly known: number;
  readonly isMore?: boolean;
}

const CHECKS: readonly Place[] = [
  {
    what: 'while the model is read',
    onEvent: (_, end) => end('limit'),
    statuses: ['bounded', 'bounded', 'bounded'],
    reason: /^The time limit was reached before the search began\.$/,
    known: 0,
  },
  {
    what: 'while the first verifier is compiled, by the user',
    onEvent: (event, end) => stage(event) === 'compile' && end('stop'),
    text: COUNTERS.replaceAll('30', String(20 + (process.pid % 9))),
    statuses: ['bounded', 'bounded', 'bounded'],
    reason: /^It was stopped before the search began\.$/,
    known: 0,
    isMore: true,
  },
  {
    what: 'as the first search begins',
    onEvent: (event, end) => stage(event) === 'search' && end('limit'),
    statuses: ['bounded', 'bounded', 'bounded'],
    reason: /before the search told of its first states\.$/,
    known: 0,
    isMore: true,
  },
  {
    what: 'in the first search',
    onProgress: ({ states }, end) => states > 0 && end('limit'),
    statuses: ['bounded', 'bounded', 'bounded'],
    reason: /^The time limit was reached\.$/,
    known: 1,
  },
  {
    what: 'in the first search, by the user',
    onProgress: ({ states }, end) => states > 0 && end('stop'),
    statuses: ['bounded', 'bounded', 'bounded'],
    reason: /^It was stopped\.$/,
    known: 1,
    isMore: true,
  },
  {
    what: 'between two checks',
    onResult: (end) => end('limit'),
    statuses: ['holds', 'bounded', 'bounded'],
    reason: /before the search began\.$/,
    known: 1,
  },
  {
    what: 'while the second is written',
    onEvent: (event, end, ended) => ended === 1 && stage(event) === 'generate' && end('limit'),
    statuses: ['holds', 'bounded', 'bounded'],
    reason: /before the search began\.$/,
    known: 1,
    isMore: true,
  },
  {
    what: 'in the second search',
    onProgress: ({ states }, end, ended) => ended === 1 && states > 0 && end('limit'),
    statuses: ['holds', 'bounded', 'bounded'],
    reason: /^The time limit was reached\.$/,
    known: 2,
    isMore: true,
  },
  {
    what: 'after an error was found',
    text: BREAKS,
    onEvent: ({ kind }, end) => kind === 'trail' && end('limit'),
    statuses: ['violated'],
    reason: /^The time limit was reached/,
    known: 0,
  },
  {
    what: 'by the end of its worker, in the second search',
    onProgress: ({ states }, end, ended) => ended === 1 && states > 0 && end('kill'),
    statuses: ['holds', 'bounded', 'holds'],
    reason: /^The worker stopped unexpectedly: the worker ended/,
    known: 3,
  },
  {
    what: 'for lack of memory',
    text: COUNTERS.replaceAll('30', '200'),
    memoryMB: 64,
    statuses: ['out-of-memory', 'out-of-memory', 'out-of-memory'],
    reason: /^The verifier ran out of memory\.$/,
    known: 3,
    isMore: true,
  },
];

describe('a check that is ended', { timeout: 240_000 }, () => {
  it.each(CHECKS.filter(({ isMore }) => isLong || isMore !== true))(
    '$what keeps what is known',
    async ({ text = COUNTERS, memoryMB = 1000, onEvent, onProgress, onResult, ...place }) => {
      const limit = new AbortController();
      let killed = false;
      const end: End = (how) => {
        if (how !== 'kill') limit.abort(how === 'limit' ? LATE : undefined);
        else if (!killed) {
          killed = true;
          kill();
        }
      };
      let ended = 0;
      const found = await checkModel(
        toolchain,
        { text },
        {},
        {
          memoryMB,
          errors: text === BREAKS ? 0 : 1,
          signal: limit.signal,
          onEvent: (event) => onEvent?.(event, end, ended),
          onProgress: (progress) => onProgress?.(progress, end, ended),
          onResult() {
            ended += 1;
            onResult?.(end);
          },
        },
      );
      const { results } = found;
      expect(results.map(({ status }) => status)).toEqual(place.statuses);
      const cut = results.find(({ reason }) => reason !== undefined);
      expect(cut?.reason).toMatch(place.reason);
      const figured = results.filter(
        ({ states, transitions, depth, memoryMB: used }) =>
          Math.min(states, transitions, depth, used) > 0,
      );
      expect(figured.length).toBeGreaterThanOrEqual(place.known);
      const said = JSON.parse(JSON.stringify(answerInJson(found, null, 1))) as typeof found & {
        readonly checks: typeof results;
      };
      expect(said.checks.map(({ status }) => status)).toEqual(place.statuses);
      expect(EXIT[said.status]).toBe(place.statuses.includes('violated') ? 1 : 3);
      const lines = answerInText(found).join('\n');
      for (const { states, check } of results) {
        expect(lines).toContain(`${check.what}: `);
        if (states > 0) expect(lines).toContain(`  ${states} states, `);
      }
      // Nobody takes a search that was cut for one of nothing.
      expect(lines).not.toMatch(/^ {2}0 states/m);
    },
  );
});

interface TunedPlace {
  readonly what: string;
  readonly text?: string;
  readonly method?: MethodId;
  readonly memoryMB?: number;
  readonly onTool?: (event: ToolchainEvent, end: End) => void;
  readonly onEvent?: (event: TuningEvent, end: End) => void;
  readonly status: string;
  /** A best is known, and figures of a search. */
  readonly hasBest?: boolean;
  readonly hasFigures?: boolean;
  readonly reason?: RegExp;
  readonly isMore?: boolean;
}

const isIn = (event: TuningEvent): boolean =>
  event.type === 'progress' && event.progress.states > 3000;

const TUNINGS: readonly TunedPlace[] = [
  { what: 'as it begins', onTool: (_, end) => end('limit'), status: 'cancelled', isMore: true },
  {
    what: 'while it is simulated',
    onEvent: ({ type }, end) => type === 'stage' && end('stop'),
    status: 'cancelled',
    reason: /^Ended\./,
  },
  {
    what: 'while its verifier is compiled',
    // No earlier run has kept it.
    text: `${TUNED}\nbyte unused${process.pid};\n`,
    onTool: (event, end) => stage(event) === 'compile' && end('limit'),
    status: 'cancelled',
    isMore: true,
  },
  {
    what: 'as its first search begins',
    onTool: (event, end) => stage(event) === 'search' && end('limit'),
    status: 'cancelled',
    reason: /A simulated run comes to \d+ at A \d, which no search has confirmed\.$/,
  },
  {
    what: 'after its first run',
    onEvent: ({ type }, end) => type === 'best' && end('limit'),
    status: 'cancelled',
    hasBest: true,
    isMore: true,
  },
  {
    what: 'between two searches',
    onEvent: ({ type }, end) => type === 'run' && end('limit'),
    status: 'cancelled',
    hasBest: true,
    hasFigures: true,
  },
  {
    what: 'in a search of everything',
    onEvent: (event, end) => isIn(event) && end('limit'),
    status: 'cancelled',
    hasBest: true,
    hasFigures: true,
  },
  {
    what: 'in a bisection',
    method: 'bisection',
    onEvent: (event, end) => isIn(event) && end('limit'),
    status: 'cancelled',
    hasBest: true,
    hasFigures: true,
    isMore: true,
  },
  {
    what: 'by the end of its worker',
    onEvent: (event, end) => isIn(event) && end('kill'),
    status: 'bounded',
    hasBest: true,
    hasFigures: true,
    reason: /^The worker stopped unexpectedly/,
  },
  {
    what: 'in a swarm',
    method: 'swarm',
    onEvent: ({ type }, end) => type === 'best' && end('stop'),
    status: 'cancelled',
    hasBest: true,
    isMore: true,
  },
];

describe('a tuning that is ended', { timeout: 240_000 }, () => {
  it.each(TUNINGS.filter(({ isMore }) => isLong || isMore !== true))(
    '$what keeps what is known',
    async ({ method = 'branch-and-bound', text = TUNED, onTool, onEvent, ...place }) => {
      const limit = new AbortController();
      const end: End = (how) => (how === 'kill' ? kill() : limit.abort());
      const subject = promelaModel('tuned.pml', { text }, TUNING);
      const checker = subject.open(toolchain, {
        memoryMB: place.memoryMB ?? 1000,
        onEvent: (event) => onTool?.(event, end),
      });
      const { result, runs, configurations } = await tuned(
        (emit) =>
          perform(method, checker, emit, limit.signal, {
            toolchain: createNodeToolchain,
            workers: 1,
            seconds: 20,
          }),
        subject.terms,
        () => 'Ended.',
        (event) => onEvent?.(event, end),
      );
      const said = answer(result, runs, configurations, [], 1);
      expect(said.status).toBe(place.status);
      // A search of nothing is none, and those that were are summed.
      const empty = runs.filter(({ states, verdict }) => states === 0 && verdict !== 'violated');
      expect(empty).toEqual([]);
      const { searched } = said;
      expect(searched?.states).toBe(runs.reduce((all, { states }) => all + states, 0));
      expect(searched?.searches).toBe(runs.length);
      expect(searched?.finished).toBeLessThanOrEqual(runs.length);
      if (place.reason) expect(said.reason).toMatch(place.reason);
      if (place.hasBest === true) {
        expect(said.minTime).toBeGreaterThanOrEqual(4);
        expect(said.optima[0]).toHaveProperty('A');
      }
      if (place.hasFigures === true)
        expect(Math.max(...runs.map(({ states }) => states))).toBeGreaterThan(0);
    },
  );
});

/** A command that is stopped from outside, as by Ctrl+C. */
async function stopped(command: string, args: readonly string[], when: RegExp) {
  const script = join(inject('commands'), 'cli', `${command}.js`);
  const run = spawn(process.execPath, [script, ...args]);
  let [stdout, stderr] = ['', ''];
  run.stdout.on('data', (data) => (stdout += String(data)));
  run.stderr.on('data', (data) => {
    stderr += String(data);
    if (!run.killed && when.test(stderr)) run.kill('SIGINT');
  });
  const status = await new Promise<number | null>((resolve) => run.on('close', resolve));
  return { status, stdout, stderr };
}

describe('Ctrl+C', { timeout: 120_000 }, () => {
  it('leaves what verify knows', async () => {
    const path = join(folder, 'long.pml');
    writeFileSync(path, COUNTERS.replaceAll('30', '250'));
    const { status, stdout } = await stopped('verify', ['--promela', path], /Checking /);
    expect(stdout).toMatch(/^assertions and invalid end states: bounded\n {2}It was stopped/);
    expect(stdout).toMatch(/^bounded \(/m);
    expect(status).toBe(3);
  });

  it.runIf(isLong)('leaves what tune knows', async () => {
    const path = join(folder, 'tuned.pml');
    writeFileSync(path, TUNED.replaceAll('25', '200').replace('60', '190'));
    const words = ['--promela', path, '--parameters', 'A'];
    const { status, stdout } = await stopped('tune', words, /found time = /);
    expect(stdout).toMatch(/^So far: \d of \d searches finished, \d+ states, .* depth \d+/);
    expect(stdout).toMatch(/^cancelled: time = \d+ at A \d It was stopped\./m);
    expect(status).toBe(1);
  });
});
