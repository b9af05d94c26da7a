import { Button } from 'react-aria-components';
import type { FreeInput } from '../../values/index.ts';

interface Props {
  readonly free: FreeInput;
  readonly place: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Values that a press goes through; more of them are typed. */
const MOST_PRESSED = 10;

/** An element of the input: the next value by a press, or a field. */
export function InputField({ free: { name, low, high }, place, value, onChange }: Props) {
  const label = `Input ${name}[${place}]`;
  if (high - low < MOST_PRESSED)
    return (
      <Button
        className="stage-input"
        aria-label={`${label}: ${value}. Another value, from ${low} to ${high}`}
        onPress={() => onChange(value < high ? value + 1 : low)}
      >
        {value}
      </Button>
    );
  return (
    <input
      className="stage-input"
      type="number"
      aria-label={`${label}, from ${low} to ${high}`}
      min={low}
      max={high}
      defaultValue={value}
      key={value}
      onChange={({ target }) => {
        const next = target.valueAsNumber;
        if (Number.isInteger(next) && next >= low && next <= high) onChange(next);
      }}
    />
  );
}
