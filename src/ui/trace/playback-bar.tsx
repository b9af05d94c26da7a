import { whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { SPEEDS } from './cursor.ts';
import { moves } from './moves.ts';
import { StepSlider } from './step-slider.tsx';
import { TickField } from './tick-field.tsx';
import { ENDS, JUMPS, PLAY, STEPS, type TraceAction } from './trace-actions.ts';
import { traceStore, useCurrentEvent, useTraceState } from './trace-state.ts';
import { usePlayed } from './use-played.ts';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({
  id: String(speed),
  label: speed === 1 ? '1 step/s' : `${whole(speed)} steps/s`,
}));

/** Play, and every way to move the cursor. */
export function PlaybackBar() {
  const playing = useTraceState((state) => state.playing);
  const speed = useTraceState((state) => state.speed);
  const [first, last] = ENDS;
  const [back, forward] = STEPS;
  const play = playing ? ({ ...PLAY, icon: 'pause', label: 'Pause' } as const) : PLAY;
  return (
    <div className="playback" role="group" aria-label="Playback">
      {[first, back, play, forward, last].map((action) => (
        <TraceButton key={action.id} action={action} />
      ))}
      <span className="playback-jumps">
        {JUMPS.map((action) => (
          <TraceButton key={action.id} action={action} />
        ))}
      </span>
      <Whereabouts />
      <SelectField
        label="Speed"
        labelShown={false}
        options={SPEED_OPTIONS}
        value={String(speed)}
        onChange={(id) => {
          const chosen = SPEEDS.find((each) => String(each) === id);
          if (chosen) traceStore.setState({ speed: chosen });
        }}
      />
    </div>
  );
}

function TraceButton({ action }: { readonly action: TraceAction }) {
  const isDisabled = !useTraceState(() => action.isEnabled());
  return <IconButton {...action} onPress={action.run} isDisabled={isDisabled} />;
}

/** Where the cursor is in the steps and in model time. */
function Whereabouts() {
  const steps = useTraceState(({ layout }) => layout?.stops.length ?? 0);
  const endTick = useTraceState(({ layout }) => layout?.trace.endTick ?? 0);
  const position = useTraceState((state) => state.seen.position);
  const tick = useCurrentEvent()?.tick ?? 0;
  const isDisabled = steps === 0;
  return (
    <>
      <StepSlider
        last={Math.max(0, steps - 1)}
        isDisabled={isDisabled}
        live={traceStore}
        position={position}
        onScrub={(to) => moves.seek(to, true)}
      />
      <TickField tick={tick} endTick={endTick} isDisabled={isDisabled} onTick={moves.seekTick} />
    </>
  );
}

/** Plays the run that the page shows. */
export function usePlaying(): void {
  const playing = useTraceState((state) => state.playing);
  const speed = useTraceState((state) => state.speed);
  usePlayed(playing, speed, moves.advance);
}
