import { IconButton } from '../shared/icon-button.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { type Heights, HEIGHT_NOTES } from './sequence-axis.ts';
import { STRETCHED } from './stretch.ts';

const HEIGHTS: Readonly<Record<Heights, string>> = { message: 'By message', time: 'By time' };

interface Props {
  readonly heights: Heights;
  readonly onHeights: (heights: Heights) => void;
  /** Makes ticks higher or lower, by a factor. */
  readonly onStretch: (factor: number) => void;
}

/** Chooses the meaning of heights. */
export function SequenceHead({ heights, onHeights, onStretch }: Props) {
  return (
    <div className="sequence-head">
      <Segmented label="Heights" options={HEIGHTS} value={heights} onChange={onHeights} />
      <span className="sequence-note">{HEIGHT_NOTES[heights]}</span>
      {heights === 'time' && (
        <>
          <IconButton
            icon="zoomOut"
            label="Lower ticks"
            keys={['S']}
            onPress={() => onStretch(1 / STRETCHED)}
          />
          <IconButton
            icon="zoomIn"
            label="Higher ticks"
            keys={['W']}
            onPress={() => onStretch(STRETCHED)}
          />
        </>
      )}
    </div>
  );
}
