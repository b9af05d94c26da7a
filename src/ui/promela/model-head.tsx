import type { Commands, ModelDocument, ModelReading } from '../../session/index.ts';

interface Props extends Pick<Commands, 'setModelDefines'> {
  readonly document: ModelDocument;
  readonly reading: ModelReading;
}

/** What the model is called, what it is read with, and what SPIN says of all of it. */
export function ModelHead({ document, reading, setModelDefines }: Props) {
  return (
    <div className="model-head">
      <strong className="model-name" title={document.name}>
        {document.name}
      </strong>
      <label className="model-defines">
        -D
        <input
          className="text-input"
          aria-label="Macros"
          placeholder="N=4 DEBUG"
          value={document.defines}
          spellCheck={false}
          onChange={(event) => setModelDefines(event.target.value)}
        />
      </label>
      {reading.note !== undefined && <span className="model-note">{reading.note}</span>}
    </div>
  );
}
