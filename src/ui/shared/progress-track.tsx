import { ProgressBar } from 'react-aria-components';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly of: number;
  readonly className?: string;
  readonly words?: string;
  readonly wordsClass?: string;
}

/** A bar that fills from the left. */
export function ProgressTrack({ label, value, of, className = '', words, wordsClass = '' }: Props) {
  return (
    <ProgressBar
      className={`progress ${className}`}
      aria-label={label}
      value={value}
      maxValue={Math.max(1, of)}
      valueLabel={words}
    >
      {({ percentage }) => (
        <>
          <div className="bar-track">
            <div className="bar-fill" style={{ left: 0, width: `${percentage ?? 0}%` }} />
          </div>
          {words !== undefined && <span className={wordsClass}>{words}</span>}
        </>
      )}
    </ProgressBar>
  );
}
