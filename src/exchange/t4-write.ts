import { toJson } from '../base/json-text.ts';
import type { ConfigurationResult, Status } from '../tuning/index.ts';
import type { Write } from './exporter.ts';
import { outcomeOf, Refused } from './refused.ts';

/** Describes the results' subject and maker. */
export interface ResultsAbout {
  readonly kernel: string;
  /** Semantics and level. */
  readonly semantics: string;
  readonly level: string;
  /** The constants of the platform or the machine. */
  readonly platform: Readonly<Record<string, number | string>>;
  /** `overtime 0.1.0` and the like. */
  readonly tools: readonly string[];
  readonly date: Date;
}

/** The schema's words for a missing time. */
const INVALIDITY: Readonly<Record<Status, string>> = {
  proved: 'correct',
  bounded: 'timeout',
  sampled: 'correct',
  cancelled: 'timeout',
  'out-of-memory': 'runtime',
  deadlock: 'runtime',
  invalid: 'constraints',
};

/** Results in the T4 format 1.0.0: ticks and certainty per configuration. Valid against the
 * community's schemas, `metadata` included. */
export function writeResults(
  results: Iterable<ConfigurationResult>,
  { kernel, semantics, level, platform, tools, date }: ResultsAbout,
): string {
  const timestamp = date.toISOString();
  const lines: string[] = [];
  for (const { values, status, time, reason } of results) {
    const isTimed = time !== undefined;
    lines.push(
      toJson({
        timestamp,
        configuration: values,
        objectives: ['time'],
        times: {},
        invalidity: isTimed ? 'correct' : INVALIDITY[status],
        correctness: isTimed ? 1 : 0,
        measurements: [
          ...(isTimed ? [{ name: 'time', value: time, unit: TICKS }] : []),
          { name: 'status', value: status, unit: '' },
          ...(reason === undefined ? [] : [{ name: 'reason', value: reason, unit: '' }]),
        ],
      }),
    );
  }
  const metadata = {
    timeunit: TICKS,
    zenodo: { title: `Model times of ${kernel}`, description: ABOUT },
    hardware: { hardware_description: [{ name: 'Overtime model', semantics, level, ...platform }] },
    environment: { requirements: tools },
  };
  return `{\n"schema_version": "1.0.0",\n"metadata": ${toJson(metadata)},\n"results": [\n${lines.join(',\n')}\n]}\n`;
}

const TICKS = 'ticks';
const ABOUT =
  'Times in ticks of a model that was checked with SPIN, not measured on a device. The measurement status says how sure each is.';

/** Drops configurations without information. */
export function timed(results: Iterable<ConfigurationResult>): readonly ConfigurationResult[] {
  const all = [...results];
  if (all.length === 0) throw new Refused('No time of any configuration is known yet.');
  return all;
}

/** Results as the hub's file. */
export const writeAnswer: Write = ({ subject, results, tools, date, preset }) =>
  outcomeOf(() => {
    const about = subject.of<Pick<ResultsAbout, 'kernel' | 'semantics' | 'level' | 'platform'>>({
      kernel: ({ kernel, semantics, model, constants, machine }) => ({
        kernel: kernel.name,
        semantics,
        level: model.level,
        platform: machine
          ? { size: constants.size, ...(preset !== undefined && { preset }), ...machine }
          : { ...constants },
      }),
      model: () => ({
        kernel: subject.name,
        semantics: 'of the model',
        level: 'of the model',
        platform: {},
      }),
    });
    return writeResults(timed(results), { ...about, tools, date });
  });
