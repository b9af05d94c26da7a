import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ResultsView } from '../../session/index.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { useSize } from '../shared/use-size.ts';
import { useThrottled } from '../shared/use-throttled.ts';
import { AxisChoice } from './axis-choice.tsx';
import { ChartTools, type ChartView } from './chart-tools.tsx';
import { isWide } from './color-scale.ts';
import { ConfigurationMap } from './configuration-map.tsx';
import { ConfigurationsTable } from './configurations-table.tsx';
import { linesData } from './lines-data.ts';
import { mapData, type Ranges, type Slices } from './map-data.ts';
import { MapLegend } from './map-legend.tsx';
import { noMapInWords } from './runs-words.ts';
import { SchedulesButton } from './schedules-button.tsx';

const LinesChart = lazy(() =>
  import('./lines-chart.tsx').then((module) => ({ default: module.LinesChart })),
);

/** How high the panel must be for lines in both directions, in CSS pixels. */
const BOTH = 230;

/** Times of all configurations: the map over two parameters, and lines along each of them. */
export function ConfigurationsView() {
  const configurations = useSessionState((state) => state.run.configurations);
  const running = useSessionState((state) => state.run.phase === 'running');
  const noMap = noMapInWords(useSessionState((state) => state.run.unkept));
  // Very many are drawn less often while they come in.
  const results = useThrottled(configurations, configurations.size > 20_000 ? 1000 : 60);
  if (results.size === 0) {
    return running ? (
      <PanelMessage icon="hourglass" title="No configuration is known yet">
        Times appear here as they are found.
      </PanelMessage>
    ) : (
      <PanelMessage
        icon="dice"
        title={noMap === undefined ? 'No times yet' : 'The map of this run is not kept'}
      >
        {noMap ?? 'Press Tune to see the time of every configuration.'}
      </PanelMessage>
    );
  }
  return <Known results={results} />;
}

function Known({ results }: { readonly results: ResultsView }) {
  const { showTraceOf, searchSchedules } = useCommands();
  const open = useSessionState((state) => state.trace.values);
  const [view, setView] = useState<ChartView>('chart');
  const [axes, setAxes] = useState<{ readonly x: string; readonly y: string | undefined }>();
  const [slices, setSlices] = useState<Slices>({});
  const [ranges, setRanges] = useState<Ranges>({});
  const [scale, setScale] = useState<'log' | 'linear'>();
  const chart = useRef<HTMLDivElement>(null);
  const { names } = results;
  const [first = '', second] = names;
  const known = axes && names.includes(axes.x) && (axes.y === undefined || names.includes(axes.y));
  const { x, y } = known ? axes : { x: first, y: second };
  const data = useMemo(
    () => mapData(results, { x, y, slices: without(slices, x, y), ranges }),
    [results, x, y, slices, ranges],
  );
  const wide = isWide(data.least, data.most);
  const log = (scale ?? (wide ? 'log' : 'linear')) === 'log';
  // Where every run deadlocks there are no times to draw lines of.
  const timed = !Number.isNaN(data.most);
  const narrowed = Object.keys(ranges).length > 0;
  return (
    <div className="results-view">
      <div className="view-tools">
        <AxisChoice
          results={results}
          x={x}
          y={y}
          slices={slices}
          onAxes={(axes) => setAxes(axes)}
          onSlices={setSlices}
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
        <SchedulesButton values={open} />
        <span className="spacer" />
        {view === 'chart' && (
          <>
            <MapLegend least={data.least} most={data.most} />
            <Segmented
              label="Scale of time"
              options={[
                { id: 'linear', title: 'linear' },
                { id: 'log', title: 'log' },
              ]}
              value={log ? 'log' : 'linear'}
              onChange={setScale}
            />
          </>
        )}
        <ChartTools
          name="configurations"
          view={view}
          onView={setView}
          chart={chart}
          sheet={() => sheetOf(results)}
        />
      </div>
      {view === 'table' ? (
        <ConfigurationsTable results={results} onOpen={showTraceOf} />
      ) : (
        <div ref={chart} className={timed ? 'map-and-lines' : 'map-and-lines only-map'}>
          <div className="map-frame">
            <ConfigurationMap
              data={data}
              results={results}
              open={open}
              onOpen={showTraceOf}
              onSchedules={searchSchedules}
              onRanges={(more) => setRanges({ ...ranges, ...more })}
            />
          </div>
          {timed && (
            <ErrorBoundary what="the chart">
              <Lines
                data={data}
                log={log && data.least > 0}
                onRange={(name, from, to) => setRanges({ ...ranges, [name]: [from, to] })}
              />
            </ErrorBoundary>
          )}
        </div>
      )}
    </div>
  );
}

interface LinesProps {
  readonly data: ReturnType<typeof mapData>;
  readonly log: boolean;
  readonly onRange: (name: string, from: number, to: number) => void;
}

/** Lines along the one axis and along the other, both where there is room. */
function Lines({ data, log, onRange }: LinesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { height } = useSize(frame);
  const [along, setAlong] = useState<'x' | 'y'>('x');
  const both = data.y !== undefined && height >= BOTH;
  const shown = both ? (['x', 'y'] as const) : ([data.y === undefined ? 'x' : along] as const);
  return (
    <div ref={frame} className="lines">
      {data.y !== undefined && !both && (
        <div className="lines-choice">
          <Segmented
            label="Parameter along the axis"
            options={[
              { id: 'x', title: `by ${data.x}` },
              { id: 'y', title: `by ${data.y}` },
            ]}
            value={along}
            onChange={setAlong}
          />
        </div>
      )}
      {shown.map((direction) => (
        <Suspense key={direction} fallback={<div className="chart-frame" />}>
          <div className="chart-frame">
            <LinesOf data={data} along={direction} log={log} onRange={onRange} />
          </div>
        </Suspense>
      ))}
    </div>
  );
}

function LinesOf({ data, along, log, onRange }: LinesProps & { readonly along: 'x' | 'y' }) {
  const lines = useMemo(() => linesData(data, along), [data, along]);
  return (
    <LinesChart data={lines} log={log} onRange={(from, to) => onRange(lines.axis, from, to)} />
  );
}

/** Slices of parameters that are no axes. */
function without(slices: Slices, x: string, y: string | undefined): Slices {
  return Object.fromEntries(Object.entries(slices).filter(([name]) => name !== x && name !== y));
}

/** All configurations as they stand in a file. */
function sheetOf(results: ResultsView) {
  const { names } = results;
  function* rows(): Generator<(string | number | bigint)[]> {
    for (const { values, time, status, reason } of results) {
      yield [...names.map((name) => values[name] ?? ''), time ?? '', status, reason ?? ''];
    }
  }
  return { head: [...names, 'ticks', 'status', 'reason'], rows: rows() };
}
