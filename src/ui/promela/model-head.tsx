import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import type { Commands } from '../../session/core.ts';
import { missingFiles, type ModelDocument } from '../../session/promela/model-document.ts';
import { MODEL_EXAMPLES } from '../../session/promela/model-examples.ts';
import type { ModelReading } from '../../session/promela/model-view.ts';
import { Icon } from '../shared/icons.tsx';
import { KernelPicker } from '../workspace/kernel-picker.tsx';
import { withExample } from './model-actions.ts';

interface Props extends Pick<
  Commands,
  'setModelDefines' | 'setModelFile' | 'openModel' | 'openEarlierModel'
> {
  readonly document: ModelDocument;
  readonly earlier: readonly ModelDocument[];
  readonly reading: ModelReading;
  readonly onOpen: () => void;
}

/** The model's name, preprocessor words and SPIN's messages. */
export function ModelHead(props: Props) {
  const { document, earlier, reading, onOpen } = props;
  const { setModelDefines, setModelFile, openModel, openEarlierModel } = props;
  const { example, text, files, defines } = document;
  const isExample = MODEL_EXAMPLES.some((one) => one.id === example && one.text === text);
  const missing = useMemo(() => missingFiles(document), [document]);
  const sections = useMemo(
    () => [
      {
        title: 'Earlier models',
        options: earlier.map(({ name }, at) => ({ id: `earlier-${at}`, label: name })),
      },
      {
        title: 'Examples',
        options: MODEL_EXAMPLES.map(({ id, label, help }) => ({ id, label, help })),
      },
    ],
    [earlier],
  );
  return (
    <div className="model-head row">
      <KernelPicker
        label="Model"
        sections={sections}
        value={isExample && example !== undefined ? example : null}
        placeholder={document.name}
        onChoose={(id) => {
          const found = MODEL_EXAMPLES.find((one) => one.id === id);
          if (found) return openModel(`${id}.pml`, withExample(found));
          const left = earlier[Number(id.replace('earlier-', ''))];
          if (left) openEarlierModel(left.text);
        }}
      />
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
