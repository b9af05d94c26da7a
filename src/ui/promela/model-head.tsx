import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import type { Commands } from '../../session/core.ts';
import { missingFiles, type ModelDocument } from '../../session/promela/model-document.ts';
import type { ModelReading } from '../../session/promela/model-view.ts';
import { Icon } from '../shared/icons.tsx';

interface Props extends Pick<Commands, 'setModelDefines' | 'setModelFile'> {
  readonly document: ModelDocument;
  readonly reading: ModelReading;
  readonly onOpen: () => void;
}

/** The model's files, preprocessor words and SPIN's messages. */
export function ModelHead(props: Props) {
  const { document, reading, onOpen, setModelDefines, setModelFile } = props;
  const { files, defines } = document;
  const missing = useMemo(() => missingFiles(document), [document]);
  return (
    <div className="model-head row">
      <Button className="button small" onPress={onOpen}>
        Open .pml
      </Button>
      <label className="model-defines inline-row note">
        -D
        <input
          className="text-input small-text"
          aria-label="Macros, as NAME=VALUE"
          placeholder="N=4 DEBUG"
          value={defines}
          spellCheck={false}
          onChange={(event) => setModelDefines(event.target.value)}
        />
      </label>
      {Object.keys(files).map((name) => (
        <span key={name} className="model-file small-text">
          {name}
          <Button
            className="icon-button"
            aria-label={`Take ${name} away`}
            onPress={() => setModelFile(name, undefined)}
          >
            <Icon name="close" size={12} />
          </Button>
        </span>
      ))}
      {missing.length > 0 && (
        <span className="model-said inline-row small-text" role="status">
          <Icon name="warning" size={14} />
          {`It includes ${missing.join(', ')}: open or drop ${missing.length > 1 ? 'these files' : 'this file'} too.`}
        </span>
      )}
      {missing.length === 0 && reading.note !== undefined && (
        <span className="model-said inline-row small-text" role="status">
          <Icon name={reading.phase === 'failed' ? 'error' : 'info'} size={14} />
          {reading.note}
        </span>
      )}
    </div>
  );
}
