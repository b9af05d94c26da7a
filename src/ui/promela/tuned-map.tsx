import { useMemo, useState } from 'react';
import type { ModelTuningView } from '../../session/promela/model-view.ts';
import type { Configuration } from '../../tuning/index.ts';
import { whole } from '../../base/words.ts';
import { useThrottled } from '../shared/hooks.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { AxisChoice } from '../results/axis-choice.tsx';
import { ConfigurationMap } from '../results/configuration-map.tsx';
import { type Axes, mapData, type Ranges } from '../results/map-data.ts';
import { parameterColumns } from '../results/configurations-table.tsx';
import type { Metric } from '../results/map-metric.ts';
import { useViewTools } from '../results/view-tools.tsx';
import { type Column, Table, toCsv } from '../shared/table.tsx';

type Row = ReturnType<ModelTuningView['run']['configurations']['table']['result']>;

interface Props extends ModelTuningView {
  /** The configuration whose run is looked at. */
  readonly open: Configuration | undefined;
  readonly onOpen: (values: Configuration) => void;
}

/** The objective over two parameters of a model. */
export function TunedMap({ run, tuning, open, onOpen }: Props) {
  const results = useThrottled(run.configurations, 100);
  const { names } = results;
  const objective = tuning?.objective ?? 'objective';
  const sign = tuning?.goal === 'largest' ? -1 : 1;
  const [axes, setAxes] = useState<Axes>();
  const [slices, setSlices] = useState<Configuration>({});
  const [ranges, setRanges] = useState<Ranges>({});
  const columns: readonly Column<Row>[] = [
    ...parameterColumns<Row>(names),
    { head: objective, kind: 'number', value: ({ time }) => time ?? '' },
    { head: 'status', kind: 'rest', value: ({ status }) => status },
  ];
  const { shown, chart, tools } = useViewTools('configurations', () => toCsv(columns, results));
  const known: Axes =
    axes && names.includes(axes.x)
      ? axes
      : { x: names[0] ?? '', ...(names[1] !== undefined && { y: names[1] }) };
  const metric: Metric = useMemo(
    () => ({
      id: 'model',
      name: objective,
      objective,
      short: (value) => whole(sign * value),
      words: (value) => `${objective} = ${whole(sign * value)}`,
    }),
    [objective, sign],
  );
  // The map takes the least for the best.
  const values = useMemo(
    () => (sign > 0 ? undefined : results.table.times().map((value) => -value)),
    [results, sign],
  );
  const { x, y } = known;
  const data = useMemo(
    () => mapData(results, { x, ...(y !== undefined && { y }), slices, ranges }, values),
    [results, x, y, slices, ranges, values],
  );
  if (results.size === 0)
    return (
      <PanelMessage icon="dice" title="Nothing is known yet">
        Choose parameters and an objective under Questions, Tune.
      </PanelMessage>
    );
  return (
    <div className="results-view">
      <div className="view-tools row">
        <AxisChoice
          results={results}
          axes={known}
          slices={slices}
          onAxes={setAxes}
          onSlices={setSlices}
        />
        <span className="spacer" />
        {tools}
      </div>
      {shown === 'table' ? (
        <Table label="Configurations" columns={columns} rows={[...results]} />
      ) : (
        <div ref={chart} className="map-and-lines only-map">
          <div className="map-frame">
            <ConfigurationMap
              data={data}
              results={results}
              metric={metric}
              spoiled={undefined}
              open={open}
              onOpen={onOpen}
              onRanges={(more) => setRanges({ ...ranges, ...more })}
            />
          </div>
        </div>
      )}
    </div>
  );
}
