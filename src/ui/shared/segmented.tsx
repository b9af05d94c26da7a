import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

interface Props<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** Two or three ways to look at the same thing. */
export function Segmented<Id extends string>({ label, options, value, onChange }: Props<Id>) {
  return (
    <ToggleButtonGroup
      className="segmented"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id));
        if (chosen) onChange(chosen.id);
      }}
    >
      {options.map(({ id, label: words }) => (
        <ToggleButton key={id} id={id} className="segmented-item">
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
