import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { whole } from '../../base/words.ts';
import { type Stage as StageOf, stageOf, StagePlayer, valueRun } from '../../trace/index.ts';
import type { ValueTrace } from '../../values/index.ts';
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
import { stepInWords } from './stage-words.ts';
import { type StageMoves, useStageMoves } from './steps.ts';
import { Strip } from './strip.tsx';
import { Wires } from './wires.tsx';

interface Props {
  readonly trace: ValueTrace;
  /** The kernel's. */
  readonly text: string;
  readonly title: string;
  /** Races are not marked. */
  readonly hidesVerdict?: boolean;
  readonly choice?: Choice | undefined;
  /** Beside the buttons. */
  readonly children?: ReactNode;
}

/** A run of values, played: items with their code, memory as cells, all steps. */
export function Stage({ trace, text, title, hidesVerdict = false, choice, children }: Props) {
  const run = useMemo(() => valueRun(trace), [trace]);
  useEffect(() => load(run), [run]);
  const stage = useMemo(() => stageOf(trace, text), [trace, text]);
  const player = useMemo(() => new StagePlayer(stage), [stage]);
  const isLoaded = useTraceState(({ layout }) => layout?.run === run);
  const seen = useTraceState((state) => state.seen.event);
  const at = isLoaded ? Math.min(seen, trace.events.length) - 1 : -1;
  const state = useMemo(() => player.stateAt(at), [player, at]);
  const moving = useStageMoves(stage, at, choice);
  const section = useRef<HTMLElement>(null);
  useListeners(section, { keydown: (event) => stageKey(event, moving, choice) });
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const shown = { stage, state, hidesVerdict };
  const hasColumns = width > 0 && fits(stage, width);
  return (
    <section ref={section} className="stage-frame" aria-label={title}>
      <StageTools moving={moving} choice={choice} isEmpty={stage.steps.length === 0}>
        {children}
      </StageTools>
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
        <StageMemory {...shown} />
      </div>
      <Foot {...shown} at={at} />
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

interface FootProps {
  readonly stage: StageOf;
  readonly state: ReturnType<StagePlayer['stateAt']>;
  readonly hidesVerdict: boolean;
  readonly at: number;
}

/** The step in words, and all steps. */
function Foot({ stage, state, hidesVerdict, at }: FootProps) {
  const fast = useTraceState(isFast);
  const position = useTraceState((now) => now.seen.position);
  const last = stage.trace.events.length;
  return (
    <footer className="stage-foot">
      <p>
        <strong
          data-testid="trace-sentence"
          role="status"
          aria-live={fast ? 'off' : 'polite'}
          title={stepInWords(stage, state, hidesVerdict)}
        >
          {stepInWords(stage, state, hidesVerdict)}
        </strong>
        <span className="soft-text" data-testid="run-place">
          step {whole(state.step + 1)} of {whole(stage.steps.length)}
        </span>
      </p>
      <Strip stage={stage} step={at < 0 ? -1 : state.step} />
      <StepSlider
        last={last}
        isDisabled={last === 0}
        live={traceStore}
        position={position}
        onScrub={(to) => moves.seek(to, true)}
      />
    </footer>
  );
}
