import { Button } from 'react-aria-components';
import { approximately } from '../../base/ticks.ts';
import { count, whole } from '../../base/words.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { SPEEDS } from './cursor.ts';
import { moves } from './moves.ts';
import { StepSlider } from './step-slider.tsx';
import { TickField } from './tick-field.tsx';
import { ENDS, JUMPS, PLAY, STEPS, TIME_JUMPS, type TraceAction } from './trace-actions.ts';
import { traceStore, useTraceState } from './trace-state.ts';
import { usePlayed } from './use-played.ts';

/** Play, and every way to move the cursor. */
export function PlaybackBar() {
  const playing = useTraceState((state) => state.playing);
  const speed = useTraceState((state) => state.speed);
  const hasTime = useTraceState(({ layout }) => !layout || layout.run.timed !== undefined);
  const [first, last] = ENDS;
  const [back, forward] = STEPS;
  const play = playing ? ({ ...PLAY, icon: 'pause', label: 'Pause' } as const) : PLAY;
  const button = (action: TraceAction) => <Move key={action.id} action={action} />;
  return (
    <div className="playback" role="group" aria-label="Playback">
      {[first, back, play, forward, last].map(button)}
      <span className="playback-jumps">
        {[...(hasTime ? TIME_JUMPS : []), ...JUMPS].map(button)}
      </span>
      <Whereabouts />
      <SelectField
        label="Speed"
        labelShown={false}
        options={SPEEDS.map((each) => ({
          id: String(each),
          label: each === 1 ? '1 step/s' : `${whole(each)} steps/s`,
        }))}
        value={String(speed)}
        onChange={(id) => {
          const chosen = SPEEDS.find((each) => String(each) === id);
          if (chosen) traceStore.setState({ speed: chosen });
        }}
      />
    </div>
  );
}

function Move({ action }: { readonly action: TraceAction }) {
  const isDisabled = !useTraceState(() => action.isEnabled());
  return <IconButton {...action} onPress={action.run} isDisabled={isDisabled} />;
}

/** Where the cursor is in the steps, and in model time or in words. */
function Whereabouts() {
  const mark = useTraceState((state) => state.mark);
  const layout = useTraceState((state) => state.layout);
  const { position, event } = useTraceState((state) => state.seen);
  const steps = layout?.stops.length ?? 0;
  const isDisabled = steps === 0;
  const timed = layout?.run.timed;
  const tick = timed && event < timed.count ? timed.tickAt(event) : 0;
  return (
    <>
      <StepSlider
        last={Math.max(0, steps - 1)}
        isDisabled={isDisabled}
        live={traceStore}
        position={position}
        onScrub={(to) => moves.seek(to, true)}
      />
      {layout && !timed ? (
        <PlaceInWords />
      ) : (
        <>
          {mark !== null && (
            <output className="measured-ticks" data-testid="measured-ticks">
              {`${count(Math.abs(approximately(tick) - mark), 'tick')} from tick ${whole(mark)}`}
            </output>
          )}
          <TickField
            tick={tick}
            endTick={timed?.endTick ?? 0}
            isDisabled={isDisabled}
            onTick={moves.seekTick}
          />
        </>
      )}
    </>
  );
}

/** The step by its number, round the loop, and buttons to the places worth one. */
function PlaceInWords() {
  const run = useTraceState(({ layout }) => layout?.run);
  const event = useTraceState((state) => state.seen.event);
  const rounds = useTraceState((state) => state.rounds);
  if (!run) return null;
  const { loop, landmarks, steps } = run;
  const isInLoop = loop && event >= loop.first;
  const ofLoop = isInLoop
    ? `, in the cycle${rounds > 0 ? `, round ${whole(rounds + 1)}` : ''}`
    : ', before the cycle';
  return (
    <>
      <span className="run-place" data-testid="run-place">
        {`step ${whole(run.numberAt(event))} of ${whole(steps)}${loop ? ofLoop : ''}`}
      </span>
      {landmarks.map(({ words, event: to }) => (
        <Button key={words} className="button small" onPress={() => moves.seekEvent(to)}>
          {words}
        </Button>
      ))}
    </>
  );
}

/** Plays the run that the page shows. */
export function usePlaying(): void {
  const playing = useTraceState((state) => state.playing);
  const speed = useTraceState((state) => state.speed);
  usePlayed(playing, speed, moves.advance);
}
