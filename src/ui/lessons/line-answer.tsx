import { useState } from 'react';
import { Button, Radio, RadioGroup } from 'react-aria-components';
import type { Answer } from '../../lessons/index.ts';

interface Props {
  readonly kernelText: string;
  readonly isJudging: boolean;
  readonly onAnswer: (answer: Answer) => void;
}

/** The kernel's lines, one of which goes wrong. */
export function LineAnswer({ kernelText, isJudging, onAnswer }: Props) {
  const [line, setLine] = useState<string | null>(null);
  const lines = kernelText
    .split('\n')
    .map((text, at) => ({ text, line: at + 1 }))
    .filter(({ text }) => text.trim() !== '' && !text.startsWith('#pragma'));
  return (
    <div className="lesson-answer">
      <RadioGroup
        className="line-choices"
        aria-label="The line that goes wrong"
        value={line}
        onChange={setLine}
      >
        {lines.map((each) => (
          <Radio key={each.line} className="line-choice" value={String(each.line)}>
            <span className="stage-number">{each.line}</span>
            <code>{each.text}</code>
          </Radio>
        ))}
      </RadioGroup>
      <Button
        className="button primary"
        isDisabled={isJudging || line === null}
        onPress={() => onAnswer({ kind: 'line', line: Number(line) })}
      >
        It is this line
      </Button>
    </div>
  );
}
