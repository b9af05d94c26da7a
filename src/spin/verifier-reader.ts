import { packedTrail } from '../base/packed-trail.ts';
import { ColumnReader } from './columns.ts';
import { hasOutOfMemory, type PanProgress, parsePanReport, parseProgress } from './pan-output.ts';
import type { OnEvent, TrailFile } from './toolchain-event.ts';
import type { ProgramRun, VerifierOptions, VerifierRun } from './verifier-run.ts';

const progressInterval = 100; // ms
/** Lines kept from the start and the end, where the report is. */
const linesKept = { first: 2000, last: 20_000 };

/** Unwinds a run that ran out of patience. */
export class GivenUp extends Error {}

/** Reads a verifier's output and files, wherever it runs. */
export class VerifierReader {
  readonly #options: Pick<VerifierOptions, 'patience' | 'outputPrefix'>;
  readonly #onEvent: OnEvent;
  readonly #stdout = lineLog();
  readonly #output = new Set<string>();
  readonly #trails: TrailFile[] = [];
  readonly #columns: ColumnReader | undefined;
  #lastProgress: PanProgress | undefined;
  #heardAt = performance.now();
  #reportedAt = Number.NEGATIVE_INFINITY;
  #rowsToldAt = performance.now();

  constructor(
    { columns, ...options }: Pick<VerifierOptions, 'patience' | 'outputPrefix' | 'columns'>,
    onEvent: OnEvent,
  ) {
    this.#options = options;
    this.#onEvent = onEvent;
    this.#columns = columns === undefined ? undefined : new ColumnReader(columns);
  }

  /** A line of standard output. @throws {GivenUp} */
  line(line: string): void {
    const { patience = Infinity, outputPrefix } = this.#options;
    if (this.#columns?.read(line) === true) return this.#row(this.#columns.rows);
    const progress = parseProgress(line);
    if (progress) {
      this.#lastProgress = progress;
      const now = performance.now();
      if (now - this.#heardAt > patience * 1000) throw new GivenUp();
      if (now - this.#reportedAt < progressInterval) return;
      this.#reportedAt = now;
      return this.#onEvent({ kind: 'search', progress });
    }
    this.#stdout.push(line);
    if (outputPrefix === undefined || !line.startsWith(outputPrefix) || this.#output.has(line))
      return;
    this.#output.add(line);
    this.#heardAt = performance.now();
    this.#onEvent({ kind: 'output', line });
  }

  /** A finished file. */
  file(name: string, bytes: Uint8Array): void {
    const trail = { name, packed: packedTrail(bytes) };
    // With `-i` a shorter trail replaces a longer one.
    const old = this.#trails.findIndex((t) => t.name === name);
    if (old >= 0) this.#trails.splice(old, 1);
    this.#trails.push(trail);
    this.#heardAt = performance.now();
    this.#onEvent({ kind: 'trail', trail });
  }

  ended(run: ProgramRun): VerifierRun {
    const lines = this.#stdout.lines();
    const outOfMemory = run.outcome === 'out-of-memory' || hasOutOfMemory(lines);
    return {
      ...run,
      outcome: outOfMemory ? 'out-of-memory' : run.outcome,
      report: parsePanReport(lines),
      lastProgress: this.#lastProgress,
      trails: this.#trails,
      output: [...this.#output],
      columns: this.#columns?.columns(),
      stdout: lines,
    };
  }

  #row(rows: number): void {
    // A clock is dear compared with a line.
    if (rows % 64 !== 0) return;
    const now = performance.now();
    if (now - this.#rowsToldAt < progressInterval) return;
    this.#rowsToldAt = now;
    this.#onEvent({ kind: 'rows', rows });
  }
}

/** A longer line comes in parts, so that none fills the memory. */
const LONGEST_LINE = 2 ** 20;

/** Cuts a stream of UTF-8 into lines. */
export function lineSplitter(onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    write(bytes: Uint8Array): void {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      if (rest.length > LONGEST_LINE) this.end();
    },
    end(): void {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}

/** Keeps the first and last lines of any text. */
function lineLog() {
  const first: string[] = [];
  let last: string[] = [];
  return {
    push(line: string): void {
      if (first.length < linesKept.first) first.push(line);
      else last.push(line);
      if (last.length > 2 * linesKept.last) last = last.slice(-linesKept.last);
    },
    lines: () => [...first, ...last],
  };
}
