import { useState } from 'react';
import { Button, Input, Label, Radio, RadioGroup, TextField } from 'react-aria-components';
import type { Answer } from '../../lessons/index.ts';

interface Props {
  readonly isBusy: boolean;
  readonly onAnswer: (answer: Answer) => void;
}

/** In ticks. */
export function TicksAnswer({ isBusy, onAnswer }: Props) {
  const [typed, setTyped] = useState('');
  const ticks = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : undefined;
  return (
    <form
      className="lesson-answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (ticks !== undefined && !isBusy) onAnswer({ kind: 'ticks', ticks });
      }}
    >
      <TextField className="row" value={typed} onChange={setTyped}>
        <Label>Ticks</Label>
        <Input className="lesson-input" inputMode="numeric" />
      </TextField>
      <Button className="button primary" type="submit" isDisabled={isBusy || ticks === undefined}>
        Tune, and see
      </Button>
    </form>
  );
}

/** Where something stops: at which barrier, or nowhere. */
export function StopAnswer({
  kernelText,
  isBusy,
  onAnswer,
}: Props & { readonly kernelText: string }) {
  const [line, setLine] = useState<string>();
  const barriers = barriersIn(kernelText);
  return (
    <div className="lesson-answer">
      <RadioGroup
        className="lesson-choices column"
        aria-label="Where it stops"
        value={line ?? null}
        onChange={setLine}
      >
        {barriers.map((each) => (
          <Radio key={each.line} className="lesson-choice" value={String(each.line)}>
            It stops at line {each.line}: <code>{each.text}</code>
          </Radio>
        ))}
        <Radio className="lesson-choice" value="end">
          It comes to its end
        </Radio>
      </RadioGroup>
      <Button
        className="button primary"
        isDisabled={isBusy || line === undefined}
        onPress={() => onAnswer({ kind: 'stop', line: line === 'end' ? undefined : Number(line) })}
      >
        Tune, and see
      </Button>
    </div>
  );
}

/** The barriers of a text with their lines, remarks left out. */
function barriersIn(text: string): { readonly line: number; readonly text: string }[] {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (remark) =>
    remark.replaceAll(/[^\n]/g, ' '),
  );
  return bare
    .split('\n')
    .flatMap((line, at) =>
      /\b(work_group_)?barrier\s*\(/.test(line) ? [{ line: at + 1, text: line.trim() }] : [],
    );
}
