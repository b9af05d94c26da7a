import * as v from 'valibot';
import { numberOf, readCsv, readJson, Unreadable } from '../measured/index.ts';
import type { Listed, Write } from './exporter.ts';
import { type Outcome, outcomeOf, Refused } from './refused.ts';
import { type KernelSpecification, listingOf, searchSpaceText } from './t1-document.ts';
import { specificationOf } from './t1-write.ts';

/** The formats in which other tools take a shortlist.
 * - T1: the search space of the FAIR benchmark hub: the values that occur, and a condition.
 * - Kernel Tuner: `tune_params` and `restrictions` for `tune_kernel`, in Python.
 * - CSV: a row for each configuration, with the time of the model. */
export type ShortlistFormat = 't1' | 'kernel-tuner' | 'csv';

export const writeList =
  (format: ShortlistFormat): Write =>
  ({ subject, list }) =>
    outcomeOf(() => {
      if (!list || list.configurations.length === 0)
        throw new Refused('No minimum was proved, so there is no list.');
      const { claim, configurations } = list;
      const { name } = subject;
      const kernel = subject.of<KernelSpecification>({
        kernel: ({ kernel: of, constants }) => ({ ...specificationOf(of, constants), name }),
        model: () => ({ name, file: name, globalSize: ['1'], localSize: ['WG'] }),
      });
      const text = writeShortlist(format, configurations, { kernel, claim });
      // Measurements rely on it, so it is read back first.
      const read = readShortlist(format, text);
      if (!read.ok || read.value.length !== configurations.length)
        throw new Error(`the shortlist in ${format} cannot be read back`);
      return text;
    });

/** Writes at least one configuration.
 * @param about describes them in one line. */
export function writeShortlist(
  format: ShortlistFormat,
  list: readonly Listed[],
  about: { readonly kernel: KernelSpecification; readonly claim: string },
): string {
  const names = Object.keys(list[0]?.values ?? {});
  const rows = list.map(({ values }) => names.map((name) => values[name] ?? 0));
  const claim = about.claim.replace(/\s+/g, ' ');
  switch (format) {
    case 't1':
      return searchSpaceText(
        about.kernel,
        names.map((name, at) => ({
          name,
          values: valuesOf(rows, at),
          usual: list[0]?.values[name],
        })),
        [{ names, expression: listingOf(names, rows) }],
      );
    case 'kernel-tuner':
      return [
        `# ${about.kernel.name.replace(/\s+/g, ' ')}: ${claim}`,
        'tune_params = {',
        ...names.map((name, at) => `    "${name}": [${valuesOf(rows, at).join(', ')}],`),
        '}',
        `restrictions = ["${listingOf(names, rows)}"]`,
        '',
      ].join('\n');
    case 'csv':
      return [
        `# ${claim}`,
        [...names, TICKS].join(','),
        ...list.map(({ time }, row) => [...(rows[row] ?? []), time ?? ''].join(',')),
        '',
      ].join('\n');
  }
}

const TICKS = 'model_time';

/** Distinct values of a column, ascending. */
const valuesOf = (rows: readonly (readonly number[])[], at: number): number[] =>
  [...new Set(rows.map((row) => row[at] ?? 0))].sort((left, right) => left - right);

type Values = Readonly<Record<string, number>>;

const t1Schema = v.object({
  ConfigurationSpace: v.object({ Conditions: v.array(v.object({ Expression: v.string() })) }),
});

/** Reads what `writeShortlist` has written. */
export function readShortlist(format: ShortlistFormat, text: string): Outcome<readonly Values[]> {
  try {
    return { ok: true, value: configurationsIn(format, text) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message };
    throw error;
  }
}

function configurationsIn(format: ShortlistFormat, text: string): Values[] {
  if (format === 'csv') {
    const { columns, times } = readCsv(text, TICKS);
    return [...times.keys()].map((row) =>
      Object.fromEntries(columns.map(({ name, values }) => [name, values[row] ?? 0])),
    );
  }
  if (format === 'kernel-tuner') {
    const [, condition] = /^restrictions = \["(.*)"\]$/m.exec(text) ?? [];
    if (condition === undefined) throw new Unreadable('It has no line of restrictions.');
    return listedIn(condition);
  }
  const { value } = readJson(text);
  if (!v.is(t1Schema, value)) throw new Unreadable('It is no search space (T1) with conditions.');
  const lists = value.ConfigurationSpace.Conditions.map(({ Expression }) => Expression);
  const listing = lists.find((expression) => expression.includes(' in ['));
  if (listing === undefined) throw new Unreadable('None of its conditions lists configurations.');
  return listedIn(listing);
}

/** The configurations that a condition lists. */
function listedIn(condition: string): Values[] {
  const [, left = '', right = ''] = /^(.*?) in \[(.*)\]$/.exec(condition.trim()) ?? [];
  const words = (text: string): string[] =>
    text
      .replace(/[()]/g, '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  const names = words(left);
  if (names.length === 0 || !names.every((name) => /^\w+$/.test(name)))
    throw new Unreadable('Its condition does not list the values of parameters.');
  const numbers = words(right).map((word) => {
    const value = numberOf(word);
    if (value === undefined)
      throw new Unreadable(`Its condition lists ${word}, which is no number.`);
    return value;
  });
  if (numbers.length % names.length !== 0)
    throw new Unreadable('Its condition lists configurations that lack a value.');
  const rows: Values[] = [];
  for (let at = 0; at < numbers.length; at += names.length)
    rows.push(Object.fromEntries(names.map((name, index) => [name, numbers[at + index] ?? 0])));
  return rows;
}
