import { Input, Label, TextField } from 'react-aria-components';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly help: string;
  readonly native: string;
  readonly onChange: (typed: string) => void;
}

/** A number of a search, with SPIN's word for it. */
export const NumberLine = ({ label, value, placeholder, help, native, onChange }: Props) => (
  <div className="model-option">
    <TextField className="model-number row" value={value} onChange={onChange}>
      <Label>{label}</Label>
      <Input
        className="text-input small-text"
        inputMode="numeric"
        {...(placeholder && { placeholder })}
      />
    </TextField>
    <span className="model-help note">
      {help} <code>{native}</code>
    </span>
  </div>
);
