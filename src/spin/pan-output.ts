/** Pure parsers of pan's output in SPIN 6.5.2 (`wrapup`, `wrap_stats`, `snapshot`, `uerror` in
 * pangen1.h). Unreadable text becomes an error with that text, never a wrong number. */

import { SPIN_VERSION } from './spin-version.ts';

/** Progress, rounded to 3 digits by pan. */
export interface PanProgress {
  readonly states: number;
  readonly transitions: number;
  /** Longest path so far, in steps. */
  readonly depth: number;
  /** Megabytes (2^20 bytes) that pan has asked for. */
  readonly memoryMB: number;
}

/** pan's words for each kind of error. */
const KINDS = [
  ['assertion violated', 'assertion'],
  ['invalid end state', 'invalid-end-state'],
  ['accept', 'acceptance-cycle'],
  ['non-progress cycle', 'non-progress-cycle'],
  ['end state in claim', 'claim'],
  ['depth limit', 'depth-limit'],
  ['', 'other'],
] as const;

export const PROBLEM_KINDS = KINDS.map(([, kind]) => kind);

export type PanProblemKind = (typeof KINDS)[number][1];

/** A finding: `pan:1: assertion violated (x>0) (at depth 21)`. */
export interface PanProblem {
  readonly kind: PanProblemKind;
  /** pan's words, without its number and depth. */
  readonly message: string;
  readonly depth: number;
}

export interface PanReport extends PanProgress {
  readonly search: 'full' | 'hash-compact' | 'bitstate';
  /** False after an error, out of memory, or a limit. */
  readonly completed: boolean;
  /** Some path hit the depth limit (`-m`); states below are unseen. */
  readonly depthTruncated: boolean;
  readonly outOfMemory: boolean;
  /** Completed, no depth limit hit, states stored in full: only then does "no errors" prove
   * anything. */
  readonly exhaustive: boolean;
  readonly errors: number;
  readonly statesMatched: number;
  readonly atomicSteps: number;
  readonly problems: readonly PanProblem[];
  /** Trail files in writing order. */
  readonly trails: readonly string[];
}

export type ParsedReport =
  | { readonly ok: true; readonly report: PanReport }
  /** `tail`: the last lines of the report. */
  | { readonly ok: false; readonly reason: string; readonly tail: readonly string[] };

const progressLine =
  /^Depth=\s*(\d+) States=\s*(\S+) Transitions=\s*(\S+) (?:Nodes=\s*\d+ )?Memory=\s*(\d+(?:\.\d+)?)/;

/** Reads a progress line; undefined for others. */
export function parseProgress(line: string): PanProgress | undefined {
  const found = progressLine.exec(line);
  if (!found) return undefined;
  const [depth, states, transitions, memoryMB] = found.slice(1).map(Number);
  const numbers = { depth, states, transitions, memoryMB };
  return Object.values(numbers).every((n) => n !== undefined && Number.isFinite(n))
    ? (numbers as PanProgress)
    : undefined;
}

/** Reads `pan:1: MESSAGE (at depth 21)`; undefined for others. */
export function parseProblem(line: string): PanProblem | undefined {
  const found = /^pan:\d+: (.*) \(at depth (-?\d+)\)$/.exec(line);
  if (!found) return undefined;
  const message = found[1] ?? '';
  const kind = KINDS.find(([start]) => message.startsWith(start))?.[1] ?? 'other';
  return { kind, message, depth: Number(found[2]) };
}

/** Counters and their patterns. */
const FIGURES = {
  states: /^\s*(\S+) states, stored\b/,
  statesMatched: /^\s*(\S+) states, matched$/,
  transitions: /^\s*(\S+) transitions \(= /,
  atomicSteps: /^\s*(\S+) atomic steps$/,
  memoryMB: /^\s*(\d+\.\d+)\t(?:total actual memory usage|memory usage \(Mbyte\))$/,
};

/** Parses a verification report from standard output. */
export function parsePanReport(lines: readonly string[]): ParsedReport {
  const fail = (reason: string): ParsedReport => ({ ok: false, reason, tail: lines.slice(-20) });
  const find = (pattern: RegExp): RegExpExecArray | undefined => {
    for (const line of lines) {
      const found = pattern.exec(line);
      if (found) return found;
    }
    return undefined;
  };
  const has = (pattern: RegExp): boolean => find(pattern) !== undefined;

  const version = find(/^\(Spin Version (\S+)/);
  if (!version) return fail('there is no report');
  if (version[1] !== SPIN_VERSION)
    return fail(`a report of SPIN ${version[1]}, where ${SPIN_VERSION} is known`);
  const search = find(/^(Full|Bit) statespace search for:|^Hash-Compact \d+ search for:/);
  const vector = find(/^State-vector \d+ byte, depth reached (\d+), errors: (\d+)$/);
  if (!search || !vector) return fail('the report is not complete');

  const numbers = { states: 0, statesMatched: 0, transitions: 0, atomicSteps: 0, memoryMB: 0 };
  let exactCounts = true;
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) {
    const text = find(FIGURES[name])?.[1];
    const value = Number(text ?? Number.NaN);
    if (!Number.isFinite(value) || value < 0) return fail(`the report has no readable ${name}`);
    numbers[name] = value;
    exactCounts &&= name === 'memoryMB' || /^\d+$/.test(text ?? '');
  }
  const visited = find(/states, stored \((\S+) visited\)$/);
  const { states, statesMatched, transitions } = numbers;
  if (exactCounts && !visited && states + statesMatched !== transitions) {
    return fail(`the counts of the report do not add up: ${states} + ${statesMatched}`);
  }

  const lookedFor = [
    /^\tassertion violations\t[+-]/,
    /^\tinvalid end states\t[+-]/,
    /^\t(?:acceptance {3}cycles|non-progress cycles|cycle checks) +\t[+-]/,
  ];
  if (!lookedFor.every(has)) return fail('the report does not say what was looked for');

  const kind = search[0].startsWith('Bit') ? 'bitstate' : search[1] ? 'full' : 'hash-compact';
  const completed = !has(/^Warning: Search (?:not completed|incomplete)$/);
  // After `-i` reduces the depth, pan no longer reports truncation.
  const depthTruncated = has(/^error: max search depth too small$|^pan: reducing search depth to /);
  const outOfMemory = hasOutOfMemory(lines);
  return {
    ok: true,
    report: {
      search: kind,
      completed,
      depthTruncated,
      outOfMemory,
      exhaustive: completed && !depthTruncated && !outOfMemory && kind === 'full',
      errors: Number(vector[2]),
      ...numbers,
      depth: Number(vector[1]),
      problems: lines.map(parseProblem).filter((p) => p !== undefined),
      trails: lines.flatMap((line) => /^pan: wrote (\S+)$/.exec(line)?.[1] ?? []),
    },
  };
}

/** True if pan reports out of memory or its compiled limit. */
export function hasOutOfMemory(lines: readonly string[]): boolean {
  return lines.some((line) => /^pan: (?:out of memory|reached -DMEMLIM bound)$/.test(line));
}
