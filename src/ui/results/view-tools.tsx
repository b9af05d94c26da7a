import { useRef, useState } from 'react';
import { download } from '../shared/download.ts';
import { IconMenu } from '../shared/icon-menu.tsx';
import { report } from '../shared/problems.ts';
import { Segmented } from '../shared/segmented.tsx';
import { exportSvg, toPng } from '../drawing/page-svg.ts';

type Shown = 'chart' | 'table';

/** A file of another kind that a view writes. */
interface OtherFile {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly save: () => void;
}

/** A table in a chart's place, and files of both. `chart` goes on the chart's element. */
export function useViewTools(
  name: string,
  csv: () => string,
  first: Shown = 'chart',
  hasChart = true,
  others: readonly OtherFile[] = [],
) {
  const [wanted, setWanted] = useState<Shown>(first);
  const chart = useRef<HTMLDivElement>(null);
  const shown = hasChart ? wanted : 'table';
  const save = async (format: string): Promise<void> => {
    const other = others.find(({ id }) => id === format);
    if (other) return other.save();
    const file = `overtime-${name}.${format}`;
    if (format === 'csv') return download(file, csv(), 'text/csv');
    if (!chart.current) return undefined;
    const svg = exportSvg(chart.current, `Overtime: ${name}`);
    return format === 'svg'
      ? download(file, svg, 'image/svg+xml')
      : download(file, await toPng(svg));
  };
  const tools = (
    <div className="chart-tools inline-row">
      <Segmented
        label={`View of the ${name}`}
        options={{ chart: 'Chart', table: 'Table' }}
        value={shown}
        onChange={setWanted}
      />
      <IconMenu
        className="small"
        icon="cloud"
        label={`Export the ${name}`}
        options={[...FORMATS, ...others]}
        disabled={shown === 'table' ? ['svg', 'png'] : []}
        onChoose={(format) => void save(format).catch(report)}
      />
    </div>
  );
  return { shown, chart, tools };
}

const FORMATS = [
  { id: 'csv', label: 'CSV', help: 'The figures, all of them' },
  { id: 'svg', label: 'SVG', help: 'The chart, to print or to edit' },
  { id: 'png', label: 'PNG', help: 'The chart as a picture' },
] as const;
