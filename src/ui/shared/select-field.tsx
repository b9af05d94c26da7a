import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import { Icon } from './icons.tsx';
import { TickedText } from './menu-sections.tsx';
import { steady, useSteady } from './steady.ts';

export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly help?: string;
}

interface Props<Id extends string> {
  readonly label: string;
  /** Otherwise only assistive technology has it. */
  readonly labelShown?: boolean;
  readonly options: readonly Option<Id>[];
  /** The option chosen, or null where the state matches none of them. */
  readonly value: Id | null;
  /** Without a choice. */
  readonly placeholder?: string;
  readonly onChange: (id: Id) => void;
  readonly className?: string;
}

/** A choice of a few, each explained in a line. */
export function SelectField<Id extends string>({ onChange, ...shown }: Props<Id>) {
  const choose = useSteady((key: string) => {
    const chosen = shown.options.find(({ id }) => id === key);
    if (chosen) onChange(chosen.id);
  });
  return <Steady {...shown} onChange={choose} />;
}

const Steady = steady(function Drawn(props: Props<string>) {
  const { label, labelShown = true, options, value, placeholder = 'Choose', onChange } = props;
  return (
    <Select
      className={`select ${props.className ?? ''}`}
      value={value}
      placeholder={placeholder}
      onChange={(key) => onChange(String(key))}
    >
      <Label className={labelShown ? 'select-label note' : 'visually-hidden'}>{label}</Label>
      <Button className="select-button">
        <SelectValue className="select-value clipped" />
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className="popover" offset={4}>
        <ListBox className="list-box" items={options}>
          {(option) => (
            <ListBoxItem id={option.id} className="list-item" textValue={option.label}>
              <TickedText {...option} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
});
