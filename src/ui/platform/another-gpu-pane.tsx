import { useDeferredValue, useMemo, useState } from 'react';
import { Button, FieldError, Input, Label, TextArea, TextField } from 'react-aria-components';
// By itself: the page's first code goes without.
import { type Described, describedMachine } from '../../device/described.ts';
import {
  meaningOf,
  readingInWords,
  restInWords,
  whichInWords,
} from '../../device/described-words.ts';
import { settingsWith } from '../../session/kept/machine-settings.ts';
import { closeDialog } from '../shared/opened.ts';
import { OpenedDialog } from '../shared/page-dialog.tsx';
import { useCommands } from '../shared/session-context.tsx';
import './another-gpu.css';

/** A machine without a preset, by what its tools say of it. */
export function AnotherGpuDialog() {
  const { setOwnMachine } = useCommands();
  const [text, setText] = useState('');
  const [typedName, setTypedName] = useState<string>();
  const read = useDeferredValue(text);
  const found = useMemo(() => describedMachine(read), [read]);
  const described = 'none' in found ? undefined : found;
  const name = typedName ?? described?.name ?? '';
  const problem = 'none' in found && read.trim() !== '' ? found.none : undefined;
  return (
    <OpenedDialog id="another-gpu" title="Another GPU" className="another-gpu">
      <form
        className="column"
        onSubmit={(event) => {
          event.preventDefault();
          if (!described) return;
          const { readings, relative } = described;
          const values = readings.map(({ constant, value }) => [constant, value] as const);
          const own = name.trim();
          setOwnMachine({
            ...settingsWith(relative.preset, values),
            ...(own !== '' && { name: own }),
          });
          closeDialog();
        }}
      >
        <TextField
          className="column"
          value={text}
          isInvalid={problem !== undefined}
          onChange={setText}
          autoComplete="off"
        >
          <Label>
            What <code>nvidia-smi -q</code>, <code>clinfo</code>, <code>rocminfo</code>,{' '}
            <code>deviceQuery</code>, WebGPU or a data sheet says of it
          </Label>
          <TextArea
            className="another-gpu-text mono"
            rows={8}
            placeholder={
              'SMs: 68\nBoost clock: 1.71 GHz\nMemory bandwidth: 760 GB/s\nL2 cache: 5 MB'
            }
            spellCheck={false}
          />
          <FieldError className="another-gpu-problem">{problem}</FieldError>
        </TextField>
        <div role="status" className="column">
          {described ? (
            <Found {...described} />
          ) : (
            <p className="soft-text">It is read in this page and sent nowhere.</p>
          )}
        </div>
        {described && (
          <TextField
            className="column"
            value={name}
            onChange={setTypedName}
            maxLength={80}
            autoComplete="off"
          >
            <Label>Name</Label>
            <Input placeholder={described.relative.preset.label} spellCheck={false} />
          </TextField>
        )}
        <div className="another-gpu-buttons">
          <Button type="submit" className="button primary" isDisabled={!described}>
            Use it
          </Button>
        </div>
      </form>
    </OpenedDialog>
  );
}

function Found(described: Described) {
  return (
    <>
      <h3>{whichInWords(described)}</h3>
      {described.readings.length > 0 && (
        <ul className="another-gpu-read small-text" aria-label="What was read">
          {described.readings.map((reading) => (
            <li key={reading.constant}>
              <span>{meaningOf(reading.constant)}</span>
              <span>{readingInWords(reading)}</span>
              <span className="soft-text">{reading.line}</span>
            </li>
          ))}
        </ul>
      )}
      {restInWords(described).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
