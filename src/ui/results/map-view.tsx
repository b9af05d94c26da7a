import { type ComponentProps, memo, Suspense, useMemo, useRef, useState } from 'react';
import { Button, ToggleButton, Tooltip, TooltipTrigger } from 'react-aria-components';
import { EXPORTERS } from '../../exchange/index.ts';
import type { Commands } from '../../session/core.ts';
import type { Derived } from '../../session/derive.ts';
import type { MeasuredView } from '../../session/measured/measured-view.ts';
import type { ResultsView } from '../../session/run/results-table.ts';
import type { Run } from '../../session/run/run.ts';
import type { Configuration } from '../../tuning/index.ts';
import { useComparison } from '../measured/use-comparison.ts';
import { useMissing } from '../missing/missing-bar.tsx';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { fetched } from '../shared/fetched.tsx';
import { Icon } from '../shared/icons.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { open } from '../shared/opened.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { short } from '../shared/large-numbers.ts';
import { useSize, useThrottled } from '../shared/hooks.ts';
import { AxisChoice } from './axis-choice.tsx';
import { css, isWide, viridisRgb } from './color-scale.ts';
import { ConfigurationMap } from './configuration-map.tsx';
import { configurationColumns, ConfigurationsTable } from './configurations-table.tsx';
import { type MapData, mapData, type Ranges } from './map-data.ts';
import { useMapLines, useMapLook } from './map-look.ts';
import { type Metric, METRIC_LABELS, METRICS, metricValues, MODEL } from './map-metric.ts';
import { schedulesOf } from './proof-actions.ts';
import { noMapInWords } from './runs-words.ts';
import { toCsv } from '../shared/table.tsx';
import { saveMade } from '../workspace/exchange-actions.ts';
import { useViewTools } from './view-tools.tsx';

const LinesChart = memo(fetched(() => import('./lines-chart.tsx'), 'LinesChart'));

const LINES = 'Lines along each parameter';

/** CSS pixels needed for lines in both directions. */
const BOTH = 230;

interface Props extends Pick<Commands, 'showTraceOf' | 'exportedFile'> {
  readonly onSchedules: (values: Configuration) => void;
  readonly configurations: ResultsView;
  readonly isRunning: boolean;
  /** The hand is on a constant: the next answer is about to come. */
  readonly isPassing: boolean;
  /** Parts of a past run that were not kept. */
  readonly unkept: Run['unkept'];
  /** The configuration whose trace is open. */
  readonly open: Configuration | undefined;
  readonly derived: Derived;
  /** Faults of the kernel itself. */
  readonly spoiled: string | undefined;
  readonly measured: MeasuredView;
}

/** The map over two parameters, with lines along each. */
export function MapView(props: Props) {
  const { configurations, isRunning, unkept } = props;
  // Very many are drawn less often while they come in.
  const results = useThrottled(configurations, configurations.size > 20_000 ? 1000 : 60);
  if (results.size > 0 && results.names.length === 0) return <Alone />;
  if (results.size > 0) return <Known {...props} results={results} />;
  if (isRunning) {
    return (
      <PanelMessage icon="hourglass" title="No configuration is known yet">
        Times appear here as they are found.
      </PanelMessage>
    );
  }
  const noMap = noMapInWords(unkept);
  return (
    <PanelMessage
      icon="dice"
      title={noMap === undefined ? 'No times yet' : 'The map of this run is not kept'}
    >
      {noMap ?? 'Press Tune to see the time of every configuration.'}
    </PanelMessage>
  );
}

/** A kernel without a parameter has no map. */
function Alone() {
  const { missing } = useMissing();
  return (
    <PanelMessage icon="dice" title="There is one configuration only">
      {missing ? (
        <Button className="button" onPress={() => open({ missing: true })}>
          What can be tuned?
        </Button>
      ) : (
        'A map shows the values of parameters: #pragma tuner param NAME = {2, 4, 8}'
      )}
    </PanelMessage>
  );
}

function Known({
  results,
  derived,
  isPassing,
  spoiled,
  open,
  measured,
  showTraceOf,
  onSchedules,
  exportedFile,
}: Props & { readonly results: ResultsView }) {
  const { names } = results;
  const { shown, chart, tools } = useViewTools(
    'configurations',
    () => toCsv(configurationColumns(names), results),
    'chart',
    true,
    // The table has its own CSV.
    EXPORTERS.filter(({ of, ending }) => of !== 'list' && ending !== '.csv').map((exporter) => ({
      ...exporter,
      save: () => void saveMade(exportedFile(exporter)),
    })),
  );
  const { axes, slices } = useMapLook();
  const [ranges, setRanges] = useState<Ranges>({});
  const [scale, setScale] = useState<'log' | 'linear'>();
  const [first = '', second] = names;
  const known = axes && names.includes(axes.x) && (axes.y === undefined || names.includes(axes.y));
  const { x, y } = known ? axes : { x: first, y: second };
  const [chosen, setMetric] = useState<Metric['id']>('model');
  const beside = useComparison(measured, results)?.beside;
  const hasMeasured = beside !== undefined && beside.points.length > 0;
  const metric = (hasMeasured && METRICS.find(({ id }) => id === chosen)) || MODEL;
  const data = useMemo(
    () =>
      mapData(results, { x, y, slices, ranges }, beside && metricValues(metric, results, beside)),
    [results, x, y, slices, ranges, beside, metric],
  );
  const wide = isWide(data.least, data.most);
  const log = (scale ?? (wide ? 'log' : 'linear')) === 'log';
  // If all deadlock there are no times for lines.
  const timed = !Number.isNaN(data.most) && metric.id === 'model';
  const wantsLines = useMapLines(({ isOn }) => isOn);
  const hasLines = timed && wantsLines;
  const narrowed = Object.keys(ranges).length > 0;
  const onRanges = (more: Ranges): void => setRanges({ ...ranges, ...more });
  return (
    <div className="results-view">
      <div className="view-tools row">
        <AxisChoice
          results={results}
          axes={{ x, y }}
          slices={slices}
          onAxes={(next) => useMapLook.setState({ axes: next })}
          onSlices={(next) => useMapLook.setState({ slices: next })}
        />
        {narrowed && (
          <Button
            className="button small"
            aria-label={`All of ${[x, y].filter((name) => name !== undefined).join(' and ')}`}
            onPress={() => setRanges({})}
          >
            All
          </Button>
        )}
        {/* It has its place before there is a trace: the charts must not jump. */}
        <IconButton
          icon="schedules"
          label={
            open
              ? schedulesOf(open)
              : 'Search all schedules of a configuration, once its trace is open'
          }
          isDisabled={derived.obstacle !== undefined || !open}
          onPress={() => open && onSchedules(open)}
        />
        <span className="spacer" />
        {spoiled !== undefined && (
          <span className="map-spoiled" data-testid="map-spoiled">
            <Icon name="warning" size={14} />
            {spoiled}
          </span>
        )}
        {shown === 'chart' && (
          <>
            {hasMeasured && (
              <Segmented
                label="What the map shows"
                options={METRIC_LABELS}
                value={metric.id}
                onChange={setMetric}
              />
            )}
            <MapLegend data={data} metric={metric} spoiled={spoiled} />
            <Segmented
              label="Scale of time"
              options={{ linear: 'linear', log: 'log' }}
              value={log ? 'log' : 'linear'}
              onChange={setScale}
            />
            {timed && (
              <TooltipTrigger delay={400}>
                <ToggleButton
                  className="icon-button small"
                  aria-label={LINES}
                  isSelected={wantsLines}
                  onChange={(isOn) => useMapLines.setState({ isOn })}
                >
                  <Icon name="lines" />
                </ToggleButton>
                <Tooltip className="tooltip" offset={4}>
                  {LINES}
                </Tooltip>
              </TooltipTrigger>
            )}
          </>
        )}
        {tools}
      </div>
      {shown === 'table' ? (
        <ConfigurationsTable results={results} spoiled={spoiled} onOpen={showTraceOf} />
      ) : (
        <div
          ref={chart}
          className={`map-and-lines${hasLines ? '' : ' only-map'}${spoiled === undefined ? '' : ' spoiled'}`}
        >
          <div className="map-frame">
            <ConfigurationMap
              data={data}
              results={results}
              metric={metric}
              spoiled={spoiled}
              open={open}
              onOpen={showTraceOf}
              onSchedules={onSchedules}
              onRanges={onRanges}
            />
          </div>
          {hasLines && (
            <ErrorBoundary what="the chart">
              <Lines
                isPassing={isPassing}
                data={data}
                log={log && data.least > 0}
                onRanges={onRanges}
              />
            </ErrorBoundary>
          )}
        </div>
      )}
    </div>
  );
}

/** Bright is fast. */
function MapLegend({
  data: { least, most },
  metric,
  spoiled,
}: {
  readonly data: MapData;
  readonly metric: Metric;
  readonly spoiled: string | undefined;
}) {
  if (Number.isNaN(least)) return null;
  const stops = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]
    .map((share) => css(viridisRgb(1 - share)))
    .join(', ');
  // A long time in short: the whole is its title.
  const brief = (value: number): string => {
    const full = metric.short(value);
    return full.length <= 9 ? full : short(value);
  };
  return (
    <span className="map-legend">
      <span title={metric.words(least)}>{brief(least)}</span>
      <span className="map-scale" style={{ background: `linear-gradient(90deg, ${stops})` }} />
      <span title={metric.words(most)}>
        {brief(most)}
        {metric.words(most).slice(metric.short(most).length)}
      </span>
      {metric.id === 'model' && spoiled === undefined && (
        <span title="A cell with a dot is proved; a hatched one cannot run">● proved</span>
      )}
    </span>
  );
}

/** Lines along one axis, or both if there is room. */
function Lines({
  isPassing,
  ...latest
}: Omit<ComponentProps<typeof LinesChart>, 'along'> & { readonly isPassing: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  // They take ten times as long as the map, which follows the hand on a constant, and wait for its rest.
  const [resting, setResting] = useState(latest);
  if (!isPassing && resting.data !== latest.data) setResting(latest);
  const { data, ...props } = isPassing ? resting : latest;
  const { height } = useSize(frame);
  const [along, setAlong] = useState<'x' | 'y'>('x');
  const both = data.y !== undefined && height >= BOTH;
  const shown = both ? (['x', 'y'] as const) : ([data.y === undefined ? 'x' : along] as const);
  return (
    <div ref={frame} className={isPassing ? 'lines column outdated' : 'lines column'}>
      {data.y !== undefined && !both && (
        <div className="lines-choice">
          <Segmented
            label="Parameter along the axis"
            options={{ x: `by ${data.x}`, y: `by ${data.y}` }}
            value={along}
            onChange={setAlong}
          />
        </div>
      )}
      {shown.map((direction) => (
        <Suspense key={direction} fallback={<div className="chart-frame whole small-text" />}>
          <div className="chart-frame whole small-text">
            <LinesChart data={data} along={direction} {...props} />
          </div>
        </Suspense>
      ))}
    </div>
  );
}
