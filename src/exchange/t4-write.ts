import { toJson } from '../base/json-text.ts';
import type { ConfigurationResult, Status } from '../tuning/index.ts';

/** What results are of, and what made them. */
export interface ResultsAbout {
  readonly kernel: string;
  /** How time is counted, and at which level. */
  readonly semantics: string;
  readonly level: string;
  /** The constants of the platform or the machine. */
  readonly platform: Readonly<Record<string, number | string>>;
  /** `overtime 0.1.0` and the like. */
  readonly tools: readonly string[];
  readonly date: Date;
}

/** What the schema calls a configuration without a time. */
const INVALIDITY: Readonly<Record<Status, string>> = {
  proved: 'correct',
  bounded: 'timeout',
  sampled: 'correct',
  cancelled: 'timeout',
  'out-of-memory': 'runtime',
  deadlock: 'runtime',
  invalid: 'constraints',
};

/** Results in the T4 format of the auto-tuning community, version 1.0.0: one for each configuration, with its
 * time in ticks of the model and how sure it is. The file is valid against the schema of results, and its
 * `metadata` against that of metadata. */
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
        ...{ timestamp, configuration: values, objectives: ['time'], times: {} },
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
    hardware: {
      hardware_description: [{ name: 'Overtime model', semantics, level, ...platform }],
    },
    environment: { requirements: tools },
  };
  return `{\n"schema_version": "1.0.0",\n"metadata": ${toJson(metadata)},\n"results": [\n${lines.join(',\n')}\n]}\n`;
}

const TICKS = 'ticks';
const ABOUT =
  'Times in ticks of a model that was checked with SPIN, not measured on a device. The measurement status says how sure each is.';
