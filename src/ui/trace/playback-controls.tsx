import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import type { Ticks } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { SPEEDS, usePlayback, playback } from './playback.ts';
import { TickField } from './tick-field.tsx';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({
  id: String(speed),
  title: speed === 1 ? '1 step/s' : `${whole(speed)} steps/s`,
}));

interface Props {
  readonly tick: Ticks;
  readonly endTick: Ticks;
}

/** Play, and every way to move the cursor. */
export function PlaybackControls({ tick, endTick }: Props) {
  const steps = usePlayback(({ layout }) => layout?.stops.length ?? 0);
  const position = usePlayback((state) => state.position);
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
        isDisabled={none || position === 0}
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
        isDisabled={none || position === last}
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
      <Slider
        className="slider"
        aria-label="Step of the run"
        minValue={0}
        maxValue={Math.max(1, last)}
        value={position}
        isDisabled={none}
        onChange={seek}
      >
        <SliderTrack className="slider-track">
          {({ state }) => (
            <>
              <div
                className="slider-fill"
                style={{ width: `${state.getThumbPercent(0) * 100}%` }}
              />
              <SliderThumb className="slider-thumb" />
            </>
          )}
        </SliderTrack>
      </Slider>
      <TickField tick={tick} endTick={endTick} isDisabled={none} />
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
