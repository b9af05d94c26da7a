import { Header, MenuItem, MenuSection, Text } from 'react-aria-components';
import { Icon } from './icons.tsx';

interface Entry<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly help?: string | undefined;
}

/** An entry of a menu or list that is ticked where it is chosen. */
export const TickedText = ({ label, help }: Pick<Entry<string>, 'label' | 'help'>) => (
  <>
    <Icon name="check" size={14} />
    <Text slot="label">{label}</Text>
    {help !== undefined && <Text slot="description">{help}</Text>}
  </>
);

interface Shown<E> {
  readonly title: string;
  /** The title is read out only. */
  readonly isBare?: true;
  readonly options: readonly E[];
}

const itemsOf = (options: readonly Entry<string>[]) =>
  options.map(({ id, label, help }) => (
    <MenuItem key={id} id={id} className="list-item" textValue={label}>
      <TickedText label={label} help={help} />
    </MenuItem>
  ));

const Title = ({ title, isBare }: Pick<Shown<unknown>, 'title' | 'isBare'>) =>
  isBare !== true && <Header className="menu-title note strong-text">{title}</Header>;

/** One of a few. */
export function MenuChoice<Id extends string>({
  chosen,
  onChoose,
  ...shown
}: Shown<Entry<Id>> & { readonly chosen: Id; readonly onChoose: (id: Id) => void }) {
  return (
    <MenuSection
      aria-label={shown.title}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const option = shown.options.find(({ id }) => keys !== 'all' && keys.has(id));
        if (option) onChoose(option.id);
      }}
    >
      <Title {...shown} />
      {itemsOf(shown.options)}
    </MenuSection>
  );
}

/** Some of a few. */
export const MenuSwitches = <Id extends string>({
  onChange,
  ...shown
}: Shown<Entry<Id> & { readonly isOn: boolean }> & {
  readonly onChange: (isOn: (id: Id) => boolean) => void;
}) => (
  <MenuSection
    aria-label={shown.title}
    selectionMode="multiple"
    selectedKeys={shown.options.filter(({ isOn }) => isOn).map(({ id }) => id)}
    onSelectionChange={(keys) => onChange((id) => keys === 'all' || keys.has(id))}
  >
    <Title {...shown} />
    {itemsOf(shown.options)}
  </MenuSection>
);
