import type { ReactNode } from 'react';
import {
  Button,
  Header,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { TickedText } from '../shared/menu-sections.tsx';
import type { Option } from '../shared/select-field.tsx';
import { steady } from '../shared/steady.ts';

/** Kernels to choose from, under a heading. */
export interface KernelSection {
  readonly title: string;
  readonly options: readonly Option<string>[];
}

interface Props {
  readonly label: string;
  readonly sections: readonly KernelSection[];
  /** The option that is open; null where it is none of them. */
  readonly value: string | null;
  /** Then shown on the button. */
  readonly placeholder: string;
  readonly onChoose: (id: string) => void;
  /** Above the list: what it lists. */
  readonly head?: ReactNode;
}

/** One of the user's own kernels, or of others. */
export const KernelPicker = steady(function KernelPicker(props: Props) {
  const { label, sections, value, placeholder, onChoose, head } = props;
  return (
    <Select
      className="select example"
      value={value}
      placeholder={placeholder}
      onChange={(key) => {
        if (typeof key === 'string' && key !== value) onChoose(key);
      }}
    >
      <Label className="select-label note">{label}</Label>
      <Button className="select-button">
        <SelectValue className="select-value clipped" />
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className="popover" offset={4}>
        {head}
        <ListBox className="list-box" items={sections.filter(({ options }) => options.length > 0)}>
          {({ title, options }) => (
            <ListBoxSection id={title}>
              <Header className="section-head note strong-text">{title}</Header>
              {options.map((option) => (
                <ListBoxItem
                  key={option.id}
                  id={option.id}
                  className="list-item"
                  textValue={option.label}
                >
                  <TickedText {...option} />
                </ListBoxItem>
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
});
