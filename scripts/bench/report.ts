import * as v from 'valibot';

const cell = v.union([v.string(), v.number(), v.null()]);

const tableSchema = v.object({ columns: v.array(v.string()), rows: v.array(v.array(cell)) });

const targetSchema = v.object({
  text: v.string(),
  /** In words. */
  measured: v.string(),
  met: v.boolean(),
});

/** The findings of one part of the bench. */
export const sectionSchema = v.object({
  name: v.string(),
  title: v.string(),
  /** The measurement and its method, in a sentence or two. */
  method: v.string(),
  tables: v.array(tableSchema),
  targets: v.array(targetSchema),
  seconds: v.number(),
  quick: v.boolean(),
  /** Processes wanting a core over the last minute, before and after: far above the bench's own,
   * times are worth little. */
  load: v.tuple([v.number(), v.number()]),
});
export type Section = v.InferOutput<typeof sectionSchema>;
/** A part's own report. */
export type Findings = Pick<Section, 'title' | 'method' | 'tables' | 'targets'>;

export const benchSchema = v.object({
  machine: v.object({ cores: v.number(), memoryGB: v.number(), node: v.string() }),
  sections: v.array(sectionSchema),
});
export type Bench = v.InferOutput<typeof benchSchema>;

export const target = (
  text: string,
  measured: string,
  met: boolean,
): Section['targets'][number] => ({ text, measured, met });

/** Seconds or a ratio, as a table shows it. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

const shown = (value: v.InferOutput<typeof cell>): string =>
  value === null
    ? '–'
    : typeof value === 'number'
      ? value.toLocaleString('en', { maximumFractionDigits: 3 })
      : value;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const markdownTable = ({ columns, rows }: Section['tables'][number]): string =>
  [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(shown)))].join(
    '\n',
  );

/** The page of the results. */
export function markdown({ machine, sections }: Bench): string {
  const parts = sections.map((section) => {
    const { title, method, tables, targets, seconds, load, quick } = section;
    const [before, after] = load;
    return [
      `## ${title}`,
      method,
      ...tables.map(markdownTable),
      ...(targets.length > 0
        ? [
            markdownTable({
              columns: ['target', 'measured', ''],
              rows: targets.map(({ text, measured, met }) => [
                text,
                measured,
                met ? 'met' : 'missed',
              ]),
            }),
          ]
        : []),
      `Took ${seconds.toFixed(0)} s${quick ? ', quick' : ''}; load of the machine ${before.toFixed(1)} before, ${after.toFixed(1)} after.`,
    ].join('\n\n');
  });
  return `${[
    '# Measurements',
    `Made by \`npm run -s bench\` on a machine with ${machine.cores} cores and ${machine.memoryGB} GB, Node ${machine.node}. The figures are also in [bench.json](bench.json). Times depend on the machine and on what else runs on it; ratios are of programs that were run in turn, several times each, the quickest run of each compared.`,
    ...parts,
  ].join('\n\n')}\n`;
}
