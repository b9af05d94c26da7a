import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import { Icon } from './icons.tsx';
import { steady, useSteady } from './steady.ts';

interface Props {
  /** Its class. */
  readonly kind: 'constant' | 'limit';
  readonly label: string;
  /** Spoken after the label. */
  readonly about?: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly unit: string;
  readonly meaning: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A number with unit and meaning. A problem takes the meaning's place. */
export const NumberField = ({ onChange, ...shown }: Props) => (
  <Steady {...shown} onChange={useSteady(onChange)} />
);

const Steady = steady(function Drawn(props: Props) {
  const { kind, label, about, value, placeholder = '', unit, meaning, problem, onChange } = props;
  return (
    <TextField
      className={kind}
      value={value}
      isInvalid={problem !== undefined}
      onChange={onChange}
      autoComplete="off"
    >
      <Label className="number-name">
        {label}
        {about !== undefined && <span className="visually-hidden">, {about}</span>}
      </Label>
      <span className="number-field">
        <Input
          className="number-input"
          inputMode="numeric"
          placeholder={placeholder}
          spellCheck={false}
        />
        <span className="number-unit note" aria-hidden="true">
          {unit}
        </span>
      </span>
      {problem === undefined ? (
        <Text slot="description" className="number-meaning note">
          {meaning}
        </Text>
      ) : (
        <FieldError className="number-problem">
          <Icon name="error" size={12} />
          {problem}
        </FieldError>
      )}
    </TextField>
  );
});
