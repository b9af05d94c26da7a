import { Button } from 'react-aria-components';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { Icon } from '../shared/icons.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import './reading-bar.css';
import { readingInWords } from './reading-words.ts';

/** Progress of reading a long kernel, with cancel and resume. */
export function ReadingBar() {
  const { cancelReading, readKernel } = useCommands();
  const isReading = useSessionState(({ derived }) => derived.isReading === true);
  const isUnread = useSessionState(({ derived }) => derived.isUnread === true);
  const reading = useSessionState((state) => state.reading);
  if (isUnread)
    return (
      <div className="reading-bar row note">
        <Icon name="warning" size={14} />
        <span className="grow" role="status">
          The kernel has not been read.
        </span>
        <Button className="button small" onPress={readKernel}>
          Read it
        </Button>
      </div>
    );
  if (!isReading) return null;
  return (
    <div className="reading-bar row note">
      {/* The percentages are not announced one by one. */}
      <span className="visually-hidden" role="status">
        Reading the kernel: it is long
      </span>
      <ProgressTrack
        className="reading-progress row"
        label="Reading the kernel"
        value={(reading?.share ?? 0) * 100}
        of={100}
        words={readingInWords(reading)}
        wordsClass="reading-words"
      />
      <Button className="button small stop" onPress={cancelReading} aria-label="Cancel reading">
        Cancel
      </Button>
    </div>
  );
}
