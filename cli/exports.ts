import { writeFileSync } from 'node:fs';
import { messageOf } from '../src/base/message.ts';
import { type Problem, problemConfigurations } from '../src/checker/index.ts';
import {
  readShortlist,
  shortlistFormatOf,
  specificationOf,
  writeResults,
  writeSearchSpace,
  writeShortlist,
} from '../src/exchange/index.ts';
import type { ConfigurationResult, Shortlist, TuningResult } from '../src/tuning/index.ts';
import { UsageError } from './command.ts';
import { VERSIONS } from './versions.ts';

/** What a run has come to. */
interface Ended {
  /** What its kernel is called where it is spoken of. */
  readonly name: string;
  /** Absent where a Promela model was tuned. */
  readonly problem?: Problem | undefined;
  readonly result: TuningResult;
  readonly configurations: readonly ConfigurationResult[];
}

type Export = (ended: Ended) => string;

/** Which file has what, by the end of its name. */
function exportOf(path: string, within: number | undefined): Export {
  if (/\.t1\.json$/i.test(path)) return searchSpace;
  if (/\.t4\.json$/i.test(path)) return results;
  const format = shortlistFormatOf(path);
  if (format === 'csv' && within === undefined) return table;
  if (!format)
    throw new UsageError(
      `--export ${path}: its name should end in .T1.json (the search space), .T4.json (the results), .csv, or with --within .json (T1) or .py (Kernel Tuner)`,
    );
  if (within === undefined)
    throw new UsageError(
      `--export ${path} needs --within: it writes the list of configurations. Without it there are .T1.json (the search space), .T4.json and .csv (the results)`,
    );
  return (ended) => shortlist(path, format, ended);
}

/** Writes files of what a run has come to; their names say which.
 * @throws {UsageError} where a name says nothing, or later where a file cannot be written. */
export function exportsTo(
  paths: readonly string[],
  within: number | undefined,
): readonly ((ended: Ended) => void)[] {
  return paths.map((path) => {
    const make = exportOf(path, within);
    return (ended) => {
      const text = refusing(path, () => make(ended));
      try {
        writeFileSync(path, text);
      } catch (error) {
        throw new UsageError(`--export ${path} cannot be written: ${messageOf(error)}`);
      }
    };
  });
}

class NothingToWrite extends Error {}

function refusing(path: string, make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (error instanceof NothingToWrite) throw new UsageError(`--export ${path}: ${error.message}`);
    throw error;
  }
}

function problemIn({ problem }: Ended): Problem {
  if (problem) return problem;
  throw new NothingToWrite('a Promela model has no search space of its own');
}

const searchSpace: Export = (ended) => {
  const problem = problemIn(ended);
  const written = writeSearchSpace(
    problem.kernel,
    problem.constants,
    problemConfigurations(problem),
  );
  if (written.ok) return written.value;
  throw new NothingToWrite(written.message);
};

/** The times that a run told, and those of its best. */
function known({ result, configurations }: Ended): readonly ConfigurationResult[] {
  const { minTime: time, optima, status } = result;
  const all = new Map<string, ConfigurationResult>();
  for (const one of configurations) all.set(JSON.stringify(one.values), one);
  if (time !== undefined)
    for (const values of optima) all.set(JSON.stringify(values), { values, status, time });
  if (all.size === 0) throw new NothingToWrite('no time of any configuration is known');
  return [...all.values()];
}

const results: Export = (ended) => {
  const { name, problem } = ended;
  return writeResults(known(ended), {
    kernel: problem?.kernel.name ?? name,
    semantics: problem?.semantics ?? 'of the model',
    level: problem?.model.level ?? 'of the model',
    platform: { ...problem?.constants },
    tools: [`overtime ${VERSIONS.overtime}`, `spin ${VERSIONS.spin}`],
    date: new Date(),
  });
};

const table: Export = (ended) => {
  const rows = known(ended);
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return [
    [...names, 'model_time', 'status'].join(','),
    ...rows.map(({ values, time, status }) =>
      [...names.map((name) => values[name] ?? ''), time ?? '', status].join(','),
    ),
    '',
  ].join('\r\n');
};

function shortlist(
  path: string,
  format: NonNullable<ReturnType<typeof shortlistFormatOf>>,
  { name, problem, result }: Ended,
): string {
  const list = result.shortlist;
  if (!list) throw new NothingToWrite('no minimum was proved, so there is no list');
  const kernel = problem
    ? { ...specificationOf(problem.kernel, problem.constants), name }
    : { name, file: name, globalSize: ['1'], localSize: ['WG'] };
  const text = writeShortlist(format, list.configurations, { kernel, claim: claimOf(list) });
  // Whoever measures relies on it: it is read back before it is handed over.
  const read = readShortlist(format, text);
  if (!read.ok || read.value.length !== list.configurations.length)
    throw new Error(`the shortlist for ${path} cannot be read back`);
  return text;
}

/** What is known of a shortlist, in a sentence. */
export function claimOf({ within, limit, complete, configurations }: Shortlist): string {
  const these = `${configurations.length} configurations take ${limit} ticks at most, ${within} times the minimum`;
  return complete ? `${these}: proved, no other does.` : `${these}; there may be others.`;
}
