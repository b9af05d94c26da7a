import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { TrailFiles } from '../../checker/index.ts';
import type { KernelLines } from '../../trace/index.ts';
import { type Picture, sideBySide } from '../drawing/picture.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { useMaximised } from '../shared/maximised.ts';
import { THREE_COLUMNS } from '../shared/page-layout.ts';
import { Segmented } from '../shared/segmented.tsx';
import { SidePanels } from '../shared/side-panels.tsx';
import { useNarrow } from '../theme/text-size.ts';
import { DifferenceLine } from './compare.tsx';
import type { Track } from './cursor.ts';
import { FilterButton } from './filter-button.tsx';
import { FindField } from './find-field.tsx';
import { Inspector, type InspectorTab } from './inspector.tsx';
import { Messages } from './messages.tsx';
import { leave, moves, setFilter, setLayout } from './moves.ts';
import { OnlyButton } from './only-button.tsx';
import { PlaybackBar } from './playback-bar.tsx';
import { SaveMenu } from './save-menu.tsx';
import { Sentence } from './sentence.tsx';
import type { SequencePicture } from './sequence-chart.tsx';
import type { SequenceLayout } from './sequence-layout.ts';
import { PROMELA } from './trace-actions.ts';
import './trace-pane.css';
import { traceStore, useCardStyle, useTraceState, useTraceView } from './trace-state.ts';

/** The chart beside the messages. */
interface SecondChart {
  readonly title: string;
  readonly content: ReactNode;
  /** To be saved as it is seen. */
  readonly picture?: RefObject<Picture | null>;
}

interface Props {
  /** Keeps the panels' sizes. */
  readonly id: string;
  readonly label: string;
  readonly isSmall?: boolean;
  /** The run that is shown is another's while this one is laid out. */
  readonly own: Track | undefined;
  readonly lines: KernelLines;
  readonly second: SecondChart;
  /** In the place of both charts, where the run can be played on the stage. */
  readonly stage?: ReactNode;
  readonly tabs: readonly InspectorTab[];
  /** The first of them to be open. */
  readonly tab?: string;
  /** In the place of the charts while there is no run. */
  readonly message: ReactNode;
  readonly head?: ReactNode;
  /** Between the words and the charts. */
  readonly notes?: ReactNode;
  readonly foot?: ReactNode;
  /** What the run is of, left of the charts. */
  readonly beside?: ReactNode;
  /** Lets the pane fill the window. */
  readonly fill: ReactNode;
  readonly isOutdated?: boolean;
  readonly onLine?: (line: number) => void;
  readonly trailFiles?: () => TrailFiles | undefined;
}

/** Player, charts and panels of a run, whoever has made it. All of them follow one cursor. */
export function RunFrame(props: Props) {
  const { id, label, isSmall = false, own, lines, second, tabs, head, notes, foot } = props;
  const { message, isOutdated = false } = props;
  const shown = useTraceState((state) => state.layout);
  const layout = own && shown?.run === own.run ? shown : null;
  const kept = useTraceState((state) => state.kept);
  const { charts: wanted, inspector: chosen, promela = false } = useTraceView();
  const charts = wanted === 'stage' && !props.stage ? 'both' : wanted;
  const style = useCardStyle(lines);
  const isFull = useMaximised(({ pane }) => pane === 'trace');
  // The third column of a wide page is high, and narrower than the charts are together.
  const isColumn = !useNarrow(THREE_COLUMNS - 1) && id === 'trace' && !isFull;
  // On a laptop the charts over time need the room.
  const isWide = !useNarrow(1499) && !isColumn;
  const inspector = !isSmall && (chosen ?? (isWide || id !== 'trace'));
  const sequence = useRef<SequencePicture>(null);
  useEffect(() => {
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  return (
    <section className="trace-pane" aria-label={label}>
      {head}
      <PlaybackBar />
      <div className={id === 'trace' ? 'trace-words' : 'trace-words in-full'}>
        <Sentence lines={lines} onLine={props.onLine} />
        {!isSmall && (
          <Tools
            layout={layout}
            own={own}
            trailFiles={props.trailFiles ?? (() => undefined)}
            seen={() => ({
              picture: sideBySide(
                [sequence.current, second.picture?.current].flatMap((each) => each ?? []),
              ),
              firstEvent:
                sequence.current?.firstEvent() ??
                layout?.stops[traceStore.getState().position] ??
                0,
            })}
          />
        )}
        <Segmented
          label="Charts"
          options={{
            messages: 'Messages',
            time: second.title,
            both: 'Both',
            ...(props.stage !== undefined && { stage: 'Stage' }),
          }}
          value={charts}
          onChange={(next) => useTraceView.setState({ charts: next })}
        />
        {!isSmall && (
          <>
            <IconButton
              icon="code"
              label={PROMELA.label}
              keys={PROMELA.keys}
              isOn={promela}
              onPress={PROMELA.run}
            />
            <ToggleButton
              className="icon-button"
              aria-label="Variables, events and simulation"
              isSelected={inspector}
              onChange={(open) => useTraceView.setState({ inspector: open })}
            >
              <Icon name="list" />
            </ToggleButton>
            {props.fill}
          </>
        )}
      </div>
      {notes}
      {kept && <DifferenceLine own={own} kept={kept} onEvent={moves.seekEvent} />}
      <div className={isOutdated ? 'trace-body outdated' : 'trace-body'}>
        {layout ? (
          <SidePanels
            id={id}
            isStacked={isColumn}
            panels={{
              source: props.beside,
              stage: charts === 'stage' ? props.stage : undefined,
              messages: ['messages', 'both'].includes(charts) ? (
                <Messages layout={layout} picture={sequence} style={style} />
              ) : undefined,
              time: ['time', 'both'].includes(charts) ? second.content : undefined,
              inspector: inspector ? (
                <Inspector layout={layout} lines={lines} tabs={tabs} first={props.tab} />
              ) : undefined,
            }}
            sizes={{
              inspector: 240,
              ...(props.beside !== undefined && { source: '28%' }),
              // Lifelines need more room than lanes.
              ...(charts === 'both' && { messages: messagesShare(inspector, props.beside) }),
            }}
            least={{ inspector: 190 }}
          />
        ) : (
          message
        )}
      </div>
      {layout && foot}
    </section>
  );
}

/** Of the width, where the chart over time stands beside them. */
function messagesShare(inspector: boolean, beside: ReactNode): string {
  if (beside !== undefined) return '32%';
  return inspector ? '45%' : '60%';
}

interface ToolsProps extends Pick<Props, 'own'> {
  readonly layout: SequenceLayout | null;
  readonly trailFiles: () => TrailFiles | undefined;
  readonly seen: () => { readonly picture: Picture; readonly firstEvent: number };
}

/** Find, filter, keep and save. */
function Tools({ layout, own, trailFiles, seen }: ToolsProps) {
  const filter = useTraceState((state) => state.filter);
  const collapse = useTraceState((state) => state.collapse);
  const kept = useTraceState((state) => state.kept);
  return (
    <>
      <FindField isDisabled={!layout} onFind={moves.find} />
      <OnlyButton />
      <FilterButton
        run={layout?.run}
        filter={filter}
        collapse={collapse}
        onFilter={setFilter}
        onCollapse={(next) =>
          setLayout({ collapse: next, filter: { ...filter, lanes: new Set() } })
        }
      />
      {/* The next run is drawn beside the one that is kept. */}
      <IconButton
        icon="pin"
        label={kept ? 'Put the kept run away' : 'Keep this run to compare others with'}
        isOn={kept !== null}
        isDisabled={!own}
        onPress={() => traceStore.setState({ kept: kept ? null : (own ?? null), range: null })}
      />
      <SaveMenu layout={layout} trailFiles={trailFiles} seen={seen} />
    </>
  );
}
