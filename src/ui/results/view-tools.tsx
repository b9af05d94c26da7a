import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import { download } from '../shared/download.ts';
import { Icon } from '../shared/icons.tsx';
import { useProblems } from '../shared/problems.ts';
import { Segmented } from '../shared/segmented.tsx';
import { type Sheet, toCsv } from '../shared/csv.ts';
import { exportSvg, toPng } from '../drawing/page-svg.ts';

type Shown = 'chart' | 'table';

interface Tools {
  readonly shown: Shown;
  /** For the element that holds the chart. */
  readonly chart: RefObject<HTMLDivElement | null>;
  /** What the user chooses and saves with; it belongs at the end of the view's tools. */
  readonly tools: ReactNode;
}

interface Options {
  /** What is shown at first. */
  readonly first?: Shown;
  readonly hasChart?: boolean;
}

/** What every chart has: a table in its place, and files of both. `name` is what it is of, as in
 * `configurations`. */
export function useViewTools(
  name: string,
  sheet: () => Sheet,
  { first = 'chart', hasChart = true }: Options = {},
): Tools {
  const [wanted, setWanted] = useState<Shown>(first);
  const chart = useRef<HTMLDivElement>(null);
  const shown = hasChart ? wanted : 'table';
  const save = async (format: string): Promise<void> => {
    const file = `overtime-${name}.${format}`;
    if (format === 'csv') return download(file, toCsv(sheet()), 'text/csv');
    if (!chart.current) return undefined;
    const svg = exportSvg(chart.current, `Overtime: ${name}`);
    return format === 'svg'
      ? download(file, svg, 'image/svg+xml')
      : download(file, await toPng(svg));
  };
  const tools = (
    <div className="chart-tools">
      <Segmented
        label={`View of the ${name}`}
        options={{ chart: 'Chart', table: 'Table' }}
        value={shown}
        onChange={setWanted}
      />
      <MenuTrigger>
        <Button className="icon-button small" aria-label={`Export the ${name}`}>
          <Icon name="cloud" size={14} />
        </Button>
        <Popover className="popover" offset={4} placement="bottom end">
          <Menu
            className="list-box"
            aria-label={`Export the ${name}`}
            disabledKeys={shown === 'table' ? ['svg', 'png'] : []}
            onAction={(key) => {
              save(String(key)).catch(useProblems.getState().report);
            }}
          >
            {FORMATS.map(({ id, label, help }) => (
              <MenuItem key={id} id={id} className="list-item plain" textValue={label}>
                <Text slot="label">{label}</Text>
                <Text slot="description">{help}</Text>
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
  return { shown, chart, tools };
}

const FORMATS = [
  { id: 'csv', label: 'CSV', help: 'The figures, all of them' },
  { id: 'svg', label: 'SVG', help: 'The chart, to print or to edit' },
  { id: 'png', label: 'PNG', help: 'The chart as a picture' },
];
