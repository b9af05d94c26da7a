import { IconButton } from '../shared/icon-button.tsx';
import { moves } from './moves.ts';
import { Playback } from './playback.tsx';
import { StepSlider } from './step-slider.tsx';
import { TickField } from './tick-field.tsx';
import { JUMPS, type TraceAction } from './trace-actions.ts';
import { traceStore, useCurrentEvent, useTraceState } from './trace-state.ts';
import { usePlayed } from './use-played.ts';

/** Play, and every way to move the cursor. */
export function PlaybackBar() {
  const playing = useTraceState((state) => state.playing);
  const speed = useTraceState((state) => state.speed);
  return (
    <Playback
      {...{ playing, speed, Move }}
      jumps={JUMPS}
      onSpeed={(next) => traceStore.setState({ speed: next })}
    >
      <Whereabouts />
    </Playback>
  );
}

function Move({ action }: { readonly action: TraceAction }) {
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
