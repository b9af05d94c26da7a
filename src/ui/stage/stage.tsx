import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { whole } from '../../base/words.ts';
import type { Played, Stage as StageOf, StageState } from '../../trace/index.ts';
import { useListeners, useSize } from '../shared/hooks.ts';
import { isFast } from '../trace/cursor.ts';
import { load, moves } from '../trace/moves.ts';
import { StepSlider } from '../trace/step-slider.tsx';
import '../trace/trace-pane.css';
import { traceStore, useTraceState } from '../trace/trace-state.ts';
import type { Choice } from './choice.ts';
import { Columns } from './columns.tsx';
import { Lanes } from './lanes.tsx';
import { StageMemory } from './memory.tsx';
import './stage.css';
import { StageTools } from './stage-tools.tsx';
import { type StageMoves, useStageMoves } from './steps.ts';
import { Strip } from './strip.tsx';
import { Wires } from './wires.tsx';

interface Props {
  readonly played: Played;
  readonly title: string;
  /** Races are not marked. */
  readonly hidesVerdict?: boolean;
  readonly choice?: Choice | undefined;
  /** A player stands around it already. */
  readonly isFramed?: boolean;
  /** Beside the buttons. */
  readonly children?: ReactNode;
}

/** A run, played: items with their code, memory as cells, all steps. */
export function Stage(props: Props) {
  const { played, title, hidesVerdict = false, choice, isFramed = false, children } = props;
  const { run, stage } = played;
  useEffect(() => load(run), [run]);
  const isLoaded = useTraceState(({ layout }) => layout?.run === run);
  const seen = useTraceState((state) => state.seen.event);
  const at = isLoaded ? seen : 0;
  const state = useMemo(() => played.stateAt(at), [played, at]);
  const moving = useStageMoves(stage, at, choice);
  const section = useRef<HTMLElement>(null);
  useListeners(section, { keydown: (event) => stageKey(event, moving, choice) });
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const shown = { stage, state, hidesVerdict };
  const hasColumns = width > 0 && fits(stage, width);
  return (
    <section ref={section} className="stage-frame" aria-label={title}>
      {!isFramed && (
        <StageTools moving={moving} choice={choice} isEmpty={stage.steps.length === 0}>
          {children}
        </StageTools>
      )}
      <div ref={frame} className="stage-body" tabIndex={0} role="group" aria-label="Stage">
        {hasColumns ? (
          <>
            <Columns {...shown} buttons={moving.buttons} />
            <Wires {...shown} around={frame} />
          </>
        ) : (
          <Lanes {...shown} buttons={moving.buttons} />
        )}
        {stage.folded > 0 && <p className="soft-text">and {whole(stage.folded)} more</p>}
        {stage.arrays.length > 0 && <StageMemory {...shown} choice={choice} />}
      </div>
      <footer className="stage-foot">
        {isFramed ? (
          <Place {...{ stage, state }} />
        ) : (
          <p>
            <Words words={played.wordsOf(state, hidesVerdict)} />
            <Place {...{ stage, state }} />
          </p>
        )}
        <Strip stage={stage} place={state.place} />
        {!isFramed && <Slider isEmpty={stage.steps.length === 0} />}
      </footer>
    </section>
  );
}

/** Pixels of a letter of the code, and of what stands beside it. */
const LETTER = 7.9;
const BESIDE = 66;
const GAP = 16;

const fits = ({ items, lines }: StageOf, width: number): boolean => {
  const longest = Math.max(10, ...lines.map(({ text }) => text.length));
  return (width - 48) / items.length - GAP > BESIDE + LETTER * longest;
};

/** Keys of the stage: a digit steps that item. */
function stageKey(event: KeyboardEvent, moving: StageMoves, choice: Choice | undefined): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement)
    return;
  const isDigit = /^\d$/.test(event.key);
  const act = isDigit
    ? moving.buttons[Number(event.key)]
    : { canStep: true, onStep: keysOf(moving, choice)[event.key] };
  if (act?.canStep !== true || !act.onStep) return;
  event.preventDefault();
  event.stopPropagation();
  act.onStep();
}

const keysOf = (
  { back, on, first, isChosen }: StageMoves,
  choice: Choice | undefined,
): Readonly<Record<string, (() => void) | undefined>> => ({
  ArrowRight: on,
  ArrowLeft: back,
  Home: first,
  End: () => moves.seek(Infinity),
  a: choice && isChosen ? () => choice.onChoose(choice.together) : undefined,
  Backspace: choice?.canGoBack === true ? choice.onBack : undefined,
});

/** The step in words, read out at each. */
function Words({ words }: { readonly words: string }) {
  const fast = useTraceState(isFast);
  return (
    <strong
      data-testid="trace-sentence"
      role="status"
      aria-live={fast ? 'off' : 'polite'}
      title={words}
    >
      {words}
    </strong>
  );
}

interface PlaceProps {
  readonly stage: StageOf;
  readonly state: StageState;
}

function Place({ stage, state }: PlaceProps) {
  const { steps, length, hasTime } = stage;
  return (
    <span className="soft-text" data-testid="run-place">
      {hasTime && `tick ${whole(state.place)} of ${whole(length)}, `}
      step {whole(state.step + 1)} of {whole(steps.length)}
    </span>
  );
}

function Slider({ isEmpty }: { readonly isEmpty: boolean }) {
  const position = useTraceState((now) => now.seen.position);
  const last = useTraceState(({ layout }) => (layout?.stops.length ?? 1) - 1);
  return (
    <StepSlider
      last={last}
      isDisabled={isEmpty}
      live={traceStore}
      position={position}
      onScrub={(to) => moves.seek(to, true)}
    />
  );
}
