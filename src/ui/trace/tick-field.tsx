import { useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { approximately } from '../../base/ticks.ts';
import type { Trace } from '../../trace/index.ts';
import { whole } from '../../base/words.ts';
import { toTypeInto } from '../shared/hooks.ts';

interface Props {
  /** At the cursor, and at the end of the run. */
  readonly tick: Trace['endTick'];
  readonly endTick: Trace['endTick'];
  readonly isDisabled: boolean;
  readonly onTick: (tick: number) => void;
}

/** Where the cursor is in model time. Pressed, it takes a tick to jump to. */
export function TickField({ tick, endTick, isDisabled, onTick }: Props) {
  const [typed, setTyped] = useState<string>();
  const jump = (): void => {
    setTyped(undefined);
    const wanted = Number((typed ?? '').replaceAll(/[,\s]/g, ''));
    if (typed === undefined || typed.trim() === '' || !Number.isFinite(wanted)) return;
    onTick(Math.max(0, Math.min(wanted, approximately(endTick))));
  };
  return (
    <div className="tick-readout" data-testid="tick-readout">
      {typed === undefined ? (
        <Button
          className="tick-button"
          aria-label={`tick ${whole(tick)} of ${whole(endTick)}, jump to another`}
          isDisabled={isDisabled}
          onPress={() => setTyped('')}
        >
          {isDisabled ? '' : `tick ${whole(tick)} of ${whole(endTick)}`}
        </Button>
      ) : (
        <TextField
          className="compact-field"
          aria-label="Jump to tick"
          value={typed}
          onChange={setTyped}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') jump();
            if (event.key === 'Escape') setTyped(undefined);
          }}
        >
          <Input
            ref={toTypeInto}
            inputMode="numeric"
            placeholder={`tick, 0 to ${whole(endTick)}`}
          />
        </TextField>
      )}
    </div>
  );
}
