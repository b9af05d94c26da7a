import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { setPlaying } from '../trace/moves.ts';
import { useTraceState } from '../trace/trace-state.ts';
import type { Choice } from './choice.ts';
import type { StageMoves } from './steps.ts';

interface Props {
  readonly moving: StageMoves;
  readonly choice: Choice | undefined;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

/** Play, back and on; the order, where it is to be chosen. */
export function StageTools({ moving, choice, isEmpty, children }: Props) {
  const playing = useTraceState((state) => state.playing);
  const { canGoBack, canGoOn, back, on, first, isChosen } = moving;
  return (
    <div className="stage-tools">
      <div className="stage-title">{children}</div>
      <IconButton
        icon="first"
        label="To the beginning"
        keys={['Home']}
        isDisabled={!canGoBack}
        onPress={first}
      />
      <IconButton
        icon="back"
        label="One step back"
        keys={['ArrowLeft']}
        isDisabled={!canGoBack}
        onPress={back}
      />
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        isDisabled={isEmpty}
        onPress={() => setPlaying(!playing)}
      />
      <IconButton
        icon="forward"
        label="One step on"
        keys={['ArrowRight']}
        isDisabled={!canGoOn}
        onPress={on}
      />
      {choice && (
        <>
          <Button
            className="button"
            isDisabled={!isChosen || choice.isBusy || choice.ready.length === 0}
            onPress={() => choice.onChoose(choice.together)}
          >
            Step all <kbd aria-hidden>A</kbd>
          </Button>
          <Button
            className="button"
            isDisabled={choice.isBusy || choice.ready.length === 0}
            onPress={choice.onRandom}
          >
            <Icon name="dice" /> Random order
          </Button>
          <Button className="button" isDisabled={!choice.canGoBack} onPress={choice.onBack}>
            Take back
          </Button>
          <Button className="button" isDisabled={!choice.canGoBack} onPress={choice.onRestart}>
            Start over
          </Button>
        </>
      )}
    </div>
  );
}
