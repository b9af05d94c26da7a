/** The kernel part of a search space; sizes are Python expressions. */
export interface KernelSpecification {
  readonly name: string;
  readonly file: string;
  /** Work-items in all and in a group, by dimension. */
  readonly globalSize: readonly string[];
  readonly localSize: readonly string[];
}

interface WrittenParameter {
  readonly name: string;
  readonly values: readonly number[];
  readonly usual?: number | undefined;
}

interface WrittenCondition {
  readonly names: readonly string[];
  /** In Python. */
  readonly expression: string;
}

const DIMENSIONS = ['X', 'Y', 'Z'] as const;

const sizes = (expressions: readonly string[]): object =>
  Object.fromEntries(DIMENSIONS.map((name, at) => [name, expressions[at] ?? '1']));

/** A search space in the community's T1 format 1.0.0, valid against its schema. */
export function searchSpaceText(
  { name, file, globalSize, localSize }: KernelSpecification,
  parameters: readonly WrittenParameter[],
  conditions: readonly WrittenCondition[],
): string {
  const document = {
    General: { BenchmarkName: name, FormatVersion: 1, OutputFormat: 'JSON' },
    ConfigurationSpace: {
      TuningParameters: parameters.map(({ name: Name, values, usual = values[0] }) => ({
        Name,
        Type: 'int',
        Values: `[${values.join(', ')}]`,
        ...(usual !== undefined && { Default: usual }),
      })),
      Conditions: conditions.map(({ names, expression: Expression }) => ({
        Expression,
        Parameters: names,
      })),
    },
    KernelSpecification: {
      Language: 'OpenCL',
      KernelName: name,
      KernelFile: file,
      GlobalSizeType: 'OpenCL',
      GlobalSize: sizes(globalSize),
      LocalSize: sizes(localSize),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A condition listing rows: `(WG, TS) in [(16, 4), (32, 8)]`. */
export function listingOf(names: readonly string[], rows: readonly (readonly number[])[]): string {
  const tuple = (words: readonly (string | number)[]): string =>
    words.length === 1 ? String(words[0]) : `(${words.join(', ')})`;
  return `${tuple(names)} in [${rows.map(tuple).join(', ')}]`;
}
