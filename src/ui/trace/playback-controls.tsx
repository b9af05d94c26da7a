import { whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { SPEEDS, usePlayback, playback } from './playback.ts';
import { StepSlider } from './step-slider.tsx';
import { TickField } from './tick-field.tsx';
import { ENDS, JUMPS, PLAY, STEPS, type TraceAction } from './trace-actions.ts';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({
  id: String(speed),
  title: speed === 1 ? '1 step/s' : `${whole(speed)} steps/s`,
}));

/** Play, and every way to move the cursor. */
export function PlaybackControls() {
  const steps = usePlayback(({ layout }) => layout?.stops.length ?? 0);
  const playing = usePlayback((state) => state.playing);
  const speed = usePlayback((state) => state.speed);
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
      <StepSlider last={Math.max(0, steps - 1)} isDisabled={steps === 0} />
      <TickField />
      <SelectField
        label="Speed"
        labelShown={false}
        options={SPEED_OPTIONS}
        value={String(speed)}
        onChange={(id) => {
          const chosen = SPEEDS.find((each) => String(each) === id);
          if (chosen) playback().setSpeed(chosen);
        }}
      />
    </div>
  );
}

function TraceButton({ action }: { readonly action: TraceAction }) {
  const isDisabled = !usePlayback(() => action.isEnabled());
  return <IconButton {...action} onPress={action.run} isDisabled={isDisabled} />;
}
