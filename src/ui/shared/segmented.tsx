import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { steady, useSteady } from './steady.ts';

interface Props<Id extends string> {
  readonly label: string;
  /** Titles, by what they choose. */
  readonly options: Readonly<Partial<Record<Id, string>>>;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** Two or three ways to look at the same thing. */
export function Segmented<Id extends string>({ label, options, value, onChange }: Props<Id>) {
  const ids = Object.keys(options) as Id[];
  const choose = useSteady((key: string) => {
    const chosen = ids.find((id) => id === key);
    if (chosen !== undefined) onChange(chosen);
  });
  return <Steady {...{ label, options, value }} onChange={choose} />;
}

const Steady = steady(function Drawn({ label, options, value, onChange }: Props<string>) {
  const ids = Object.keys(options);
  return (
    <ToggleButtonGroup
      className="segmented"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = ids.find((id) => keys.has(id));
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {ids.map((id) => (
        <ToggleButton key={id} id={id} className="segmented-item">
          {options[id]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
});
