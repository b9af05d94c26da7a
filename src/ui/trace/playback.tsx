import type { ComponentType, ReactNode } from 'react';
import { whole } from '../shared/format.ts';
import { SelectField } from '../shared/select-field.tsx';
import { type Moving, SPEEDS } from './cursor.ts';
import { ENDS, PLAY, STEPS, type TraceAction } from './trace-actions.ts';

interface Props extends Pick<Moving, 'playing' | 'speed'> {
  /** The fastest that it can go. */
  readonly fastest?: Moving['speed'];
  readonly onSpeed: (speed: Moving['speed']) => void;
  /** A button that knows whether its action is possible now. */
  readonly Move: ComponentType<{ readonly action: TraceAction }>;
  /** Between the buttons and the slider. */
  readonly jumps?: readonly TraceAction[];
  /** Where the cursor is. */
  readonly children: ReactNode;
}

/** Play, and every way to move the cursor of a run. */
export function Playback(props: Props) {
  const { playing, speed, fastest = Infinity, onSpeed, Move, jumps = [], children } = props;
  const [first, last] = ENDS;
  const [back, forward] = STEPS;
  const play = playing ? ({ ...PLAY, icon: 'pause', label: 'Pause' } as const) : PLAY;
  const speeds = SPEEDS.filter((each) => each <= fastest);
  const button = (action: TraceAction) => <Move key={action.id} action={action} />;
  return (
    <div className="playback" role="group" aria-label="Playback">
      {[first, back, play, forward, last].map(button)}
      {jumps.length > 0 && <span className="playback-jumps">{jumps.map(button)}</span>}
      {children}
      <SelectField
        label="Speed"
        labelShown={false}
        options={speeds.map((each) => ({
          id: String(each),
          label: each === 1 ? '1 step/s' : `${whole(each)} steps/s`,
        }))}
        value={String(speed)}
        onChange={(id) => {
          const chosen = speeds.find((each) => String(each) === id);
          if (chosen) onSpeed(chosen);
        }}
      />
    </div>
  );
}
