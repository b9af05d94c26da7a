import { Button, FileTrigger } from 'react-aria-components';
import type { Commands } from '../../session/core.ts';
import type { RelativeTimes } from '../../session/measured/measured-view.ts';
import type { Known } from '../../session/measured/next.ts';
import { report } from '../shared/problems.ts';
import { MEASURED_TYPES } from './measured-types.ts';
import { relativeInWords } from './next-words.ts';

interface Props extends Pick<Commands, 'importRelative' | 'removeRelative'> {
  readonly relative: RelativeTimes | undefined;
  readonly known: Known;
}

/** The same kernel's times on another GPU. */
export function RelativeRow({ relative, known, importRelative, removeRelative }: Props) {
  const importFile = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) importRelative(file).catch(report);
  };
  return (
    <div className="next-relative">
      {relative?.unkept !== undefined && <p className="measured-note note">{relative.unkept}</p>}
      {relative && known.relative && (
        <p data-testid="relative">{relativeInWords(known.relative, known)}</p>
      )}
      <div className="row">
        <FileTrigger acceptedFileTypes={MEASURED_TYPES} onSelect={importFile}>
          <Button className="button small">
            {relative ? 'Another file' : 'Times of another GPU'}
          </Button>
        </FileTrigger>
        {relative && (
          <Button className="button small" onPress={removeRelative}>
            Go on without it
          </Button>
        )}
      </div>
    </div>
  );
}
