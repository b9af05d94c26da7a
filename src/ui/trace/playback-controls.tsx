import { whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { SPEEDS, usePlayback, playback } from './playback.ts';
import { StepSlider } from './step-slider.tsx';
import { TickField } from './tick-field.tsx';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({
  id: String(speed),
  title: speed === 1 ? '1 step/s' : `${whole(speed)} steps/s`,
}));

/** Play, and every way to move the cursor. */
export function PlaybackControls() {
  const steps = usePlayback(({ layout }) => layout?.stops.length ?? 0);
  const atFirst = usePlayback((state) => state.position === 0);
  const atLast = usePlayback(({ layout, position }) => position + 1 === layout?.stops.length);
  const playing = usePlayback((state) => state.playing);
  const speed = usePlayback((state) => state.speed);
  const { seek, advance, advanceInProcess, advanceToBarrier, advanceToTick, setPlaying, setSpeed } =
    playback();
  const none = steps === 0;
  const last = Math.max(0, steps - 1);
  return (
    <div className="playback" role="group" aria-label="Playback">
      <IconButton
        icon="first"
        label="First step"
        keys="Home"
        onPress={() => seek(0)}
        isDisabled={none}
      />
      <IconButton
        icon="back"
        label="Step back"
        keys="ArrowLeft"
        onPress={() => advance(-1)}
        isDisabled={none || atFirst}
      />
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        keys="Space"
        onPress={() => setPlaying(!playing)}
        isDisabled={none}
      />
      <IconButton
        icon="forward"
        label="Step forward"
        keys="ArrowRight"
        onPress={() => advance(1)}
        isDisabled={none || atLast}
      />
      <IconButton
        icon="last"
        label="Last step"
        keys="End"
        onPress={() => seek(last)}
        isDisabled={none}
      />
      <span className="playback-jumps">
        <IconButton
          icon="barrierBack"
          label="Barrier before"
          keys="["
          onPress={() => advanceToBarrier(-1)}
          isDisabled={none}
        />
        <IconButton
          icon="barrier"
          label="Next barrier"
          keys="]"
          onPress={() => advanceToBarrier(1)}
          isDisabled={none}
        />
        <IconButton
          icon="tickBack"
          label="Tick before"
          keys=","
          onPress={() => advanceToTick(-1)}
          isDisabled={none}
        />
        <IconButton
          icon="tick"
          label="Next tick"
          keys="."
          onPress={() => advanceToTick(1)}
          isDisabled={none}
        />
        <IconButton
          icon="messageBack"
          label="Message before of this process"
          keys="Shift+ArrowLeft"
          onPress={() => advanceInProcess(-1)}
          isDisabled={none}
        />
        <IconButton
          icon="message"
          label="Next message of this process"
          keys="Shift+ArrowRight"
          onPress={() => advanceInProcess(1)}
          isDisabled={none}
        />
      </span>
      <StepSlider last={last} isDisabled={none} />
      <TickField />
      <SelectField
        label="Speed"
        labelShown={false}
        options={SPEED_OPTIONS}
        value={String(speed)}
        onChange={(id) => {
          const chosen = SPEEDS.find((each) => String(each) === id);
          if (chosen) setSpeed(chosen);
        }}
      />
    </div>
  );
}
