import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { type Speed, SPEEDS } from './playback.ts';

interface Props {
  readonly steps: number;
  readonly position: number;
  readonly tick: number;
  readonly endTick: number;
  readonly playing: boolean;
  readonly speed: Speed;
  readonly onSeek: (position: number) => void;
  readonly onStep: (by: number) => void;
  readonly onPlaying: (playing: boolean) => void;
  readonly onSpeed: (speed: Speed) => void;
}

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ id: String(speed), title: `${speed} steps/s` }));

export function PlaybackControls(props: Props) {
  const { steps, position, tick, endTick, playing, speed, onSeek, onStep } = props;
  const none = steps === 0;
  const last = Math.max(0, steps - 1);
  const readout = `tick ${whole(tick)} of ${whole(endTick)}`;
  return (
    <div className="playback" role="group" aria-label="Playback">
      <IconButton
        icon="first"
        label="First step"
        keys="Home"
        onPress={() => onSeek(0)}
        isDisabled={none}
      />
      <IconButton
        icon="back"
        label="Step back"
        keys="ArrowLeft"
        onPress={() => onStep(-1)}
        isDisabled={none || position === 0}
      />
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        keys="Space"
        onPress={() => props.onPlaying(!playing)}
        isDisabled={none}
      />
      <IconButton
        icon="forward"
        label="Step forward"
        keys="ArrowRight"
        onPress={() => onStep(1)}
        isDisabled={none || position === last}
      />
      <IconButton
        icon="last"
        label="Last step"
        keys="End"
        onPress={() => onSeek(last)}
        isDisabled={none}
      />
      <Slider
        className="slider"
        aria-label="Step of the run"
        minValue={0}
        maxValue={Math.max(1, last)}
        value={position}
        isDisabled={none}
        onChange={onSeek}
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
      <span className="tick-readout" data-testid="tick-readout">
        {none ? '' : readout}
      </span>
      <SelectField
        label="Speed"
        labelShown={false}
        options={SPEED_OPTIONS}
        value={String(speed)}
        onChange={(id) => {
          const chosen = SPEEDS.find((each) => String(each) === id);
          if (chosen) props.onSpeed(chosen);
        }}
      />
    </div>
  );
}
