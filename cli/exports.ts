import { writeFileSync } from 'node:fs';
import { messageOf } from '../src/base/message.ts';
import type { Tunable } from '../src/checker/index.ts';
import { type Exporter, exporterOf, EXPORTERS } from '../src/exchange/index.ts';
import type { ConfigurationResult, Shortlist, TuningResult } from '../src/tuning/index.ts';
import { UsageError } from './usage-error.ts';
import { VERSIONS } from './versions.ts';

interface Ended {
  readonly subject: Tunable;
  readonly result: TuningResult;
  readonly configurations: readonly ConfigurationResult[];
}

/** `.T4.json (the results (T4)), ...` */
const said = (kinds: readonly Exporter['of'][]): string =>
  EXPORTERS.filter(({ of }) => kinds.includes(of))
    .map(({ ending, help }) => `${ending}: ${help}`)
    .join(', ');

/** Writes a run's results as files whose kinds their names tell.
 * @throws {UsageError} for an unknown kind, or later for a file that cannot be written. */
export function exportsTo(
  paths: readonly string[],
  within: number | undefined,
): readonly ((ended: Ended) => Promise<void>)[] {
  return paths.map((path) => {
    const exporter = exporterOf(path, within !== undefined);
    if (!exporter)
      throw new UsageError(
        `--export ${path}: its name should end in ${said(['space', 'results'])}; or with --within in ${said(['list'])}`,
      );
    if (exporter.of === 'list' && within === undefined)
      throw new UsageError(
        `--export ${path} needs --within: it writes ${exporter.help}. Without it there are ${said(['space', 'results'])}`,
      );
    return (ended) => write(path, exporter, ended);
  });
}

async function write(path: string, exporter: Exporter, ended: Ended): Promise<void> {
  const { subject, result } = ended;
  const list = result.shortlist;
  const made = await exporter.write({
    subject,
    results: known(ended),
    list: list && { claim: claimOf(list), configurations: list.configurations },
    tools: [`overtime ${VERSIONS.overtime}`, `spin ${VERSIONS.spin}`],
    date: new Date(),
  });
  if (!made.ok) throw new UsageError(`--export ${path}: ${made.message}`);
  try {
    writeFileSync(path, made.value);
  } catch (error) {
    throw new UsageError(`--export ${path} cannot be written: ${messageOf(error)}`);
  }
}

/** The times told by a run, and its best's. */
function known({ result, configurations }: Ended): readonly ConfigurationResult[] {
  const { minTime: time, optima, status } = result;
  const all = new Map<string, ConfigurationResult>();
  for (const one of configurations) all.set(JSON.stringify(one.values), one);
  if (time !== undefined)
    for (const values of optima) all.set(JSON.stringify(values), { values, status, time });
  return [...all.values()];
}

/** In a sentence. */
export function claimOf({ within, limit, complete, configurations }: Shortlist): string {
  const these = `${configurations.length} configurations take ${limit} ticks at most, ${within} times the minimum`;
  return complete ? `${these}: proved, no other does.` : `${these}; there may be others.`;
}
