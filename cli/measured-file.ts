import { domainValues } from '../src/front/configurations.ts';
import {
  chooseColumns,
  type ChosenColumns,
  type Measured,
  MOST_BYTES,
  readMeasured,
} from '../src/measured/index.ts';
import { fileName, readBytes } from './files.ts';
import { UsageError } from './usage-error.ts';
import type { KernelInput } from './posed-text.ts';

/** Parameters with the values that they may take. */
export type Parameters = readonly { readonly name: string; readonly values: readonly number[] }[];

export const parametersOf = ({ problem }: KernelInput): Parameters =>
  problem.kernel.parameters.map(({ name, domain }) => ({
    name,
    values: domainValues(domain, { ...problem.constants }),
  }));

/** `time` names the times' column, unless a parameter has that name. */
const isTimeColumn = (name: string, parameters: Parameters): boolean =>
  name === 'time' && !parameters.some((parameter) => parameter.name === 'time');

export interface MeasuredFile {
  readonly measured: Measured;
  readonly columns: Extract<ChosenColumns, { readonly ok: true }>;
}

/** A file's content, by its name in messages. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const bytesOf = (path: string): NamedBytes => ({
  name: fileName(path),
  bytes: readBytes(path, MOST_BYTES),
});

export const readMeasuredFile = (
  path: string,
  named: readonly (readonly [string, string])[],
  parameters: Parameters,
): Promise<MeasuredFile> => measuredIn(bytesOf(path), named, parameters);

/** The measured times of a file, and which of its columns is which parameter.
 * @param named pairs of `--columns` @throws {UsageError} */
export async function measuredIn(
  { name: file, bytes }: NamedBytes,
  named: readonly (readonly [string, string])[],
  parameters: Parameters,
  mayBeEmpty = false,
): Promise<MeasuredFile> {
  const timeColumn = named.find(([left]) => isTimeColumn(left, parameters))?.[1];
  const read = await readMeasured(bytes, { timeColumn, mayBeEmpty });
  if (!read.ok) throw new UsageError(`${file}: ${read.message}`);
  const pairs = named.filter(([left]) => !isTimeColumn(left, parameters));
  const columns = chooseColumns(read.value, parameters, pairs);
  if (columns.ok) return { measured: read.value, columns };
  throw new UsageError(`${file}: ${columns.message} Say which with --columns PARAMETER=COLUMN.`);
}
