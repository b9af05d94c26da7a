import { PanelMessage } from '../shared/panel-message.tsx';
import { PickMap } from './pick-map.tsx';
import { usePicking } from './picking.ts';
import { PlayedStage } from './played-stage-pane.tsx';
import { useSealed } from './seal.ts';

/** In the place of answer, results and run, until a task has its answer. */
export function SealedPane() {
  const { seal, onSteer } = useSealed();
  const isPicking = usePicking(({ cells }) => cells.length > 0);
  if (seal === 'steered' && onSteer)
    return <PlayedStage onSteer={onSteer} empty="The run that you choose is played here." />;
  return isPicking ? (
    <PickMap />
  ) : (
    <PanelMessage icon="lock" title="Not before you have answered">
      What comes out is shown here once you have said what you expect.
    </PanelMessage>
  );
}
