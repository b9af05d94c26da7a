import * as v from 'valibot';
import { Button, Menu, MenuTrigger, Popover } from 'react-aria-components';
import type { CompilerView } from '../../session/state.ts';
import { keptStore } from '../shared/kept-store.ts';
import { Icon } from '../shared/icons.tsx';
import { MenuChoice, MenuSwitches } from '../shared/menu-sections.tsx';
import { type Option, SelectField } from '../shared/select-field.tsx';

/** Older versions kept `on` or `off`. */
interface Hints {
  readonly shown: boolean;
  /** After each access too, not only as bars. */
  readonly inWords?: boolean;
}

export const useHints = keptStore<Hints>(
  'overtime-cost-hints',
  v.union([
    v.object({ shown: v.boolean(), inWords: v.exactOptional(v.boolean()) }),
    v.pipe(
      v.picklist(['on', 'off']),
      v.transform((word) => ({ shown: word === 'on' })),
    ),
  ]),
  { shown: true },
);

export const showHints = (shown: boolean) => useHints.setState({ shown });

interface Props<Id extends string> {
  /** The texts that can be shown. */
  readonly views: readonly Option<Id>[];
  readonly shown: Id;
  readonly onShow: (id: Id) => void;
  readonly compiler: CompilerView;
  readonly isChecked: boolean;
  readonly onChecked: (on: boolean) => void;
}

/** The text that is shown, and what is written into the kernel. */
export function TextsMenu<Id extends string>(props: Props<Id>) {
  const { views, shown, onShow, compiler, isChecked, onChecked } = props;
  const { shown: hints, inWords = false } = useHints();
  const title = views.find(({ id }) => id === shown)?.label ?? '';
  const inKernel = [
    {
      id: 'costs',
      label: 'Show costs',
      help: 'Bars of what each line costs a work-item',
      isOn: hints,
    },
    {
      id: 'words',
      label: 'Costs in words',
      help: 'After each access and call, with where they are from',
      isOn: inWords,
    },
    { id: 'clang', label: 'Check with clang', help: CLANG[compiler.phase], isOn: isChecked },
  ];
  return (
    <MenuTrigger>
      <Button className="select-button texts-button" aria-label={`Text: ${title}, or another`}>
        {title}
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className="popover" offset={4} placement="bottom start">
        <Menu className="list-box" aria-label="Texts">
          <MenuChoice isBare title="Text" options={views} chosen={shown} onChoose={onShow} />
          <MenuSwitches
            isBare
            title="In the kernel"
            options={inKernel}
            onChange={(isOn) => {
              useHints.setState({ shown: isOn('costs'), inWords: isOn('words') });
              if (isOn('clang') !== isChecked) onChecked(isOn('clang'));
            }}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const CLANG: Readonly<Record<CompilerView['phase'], string>> = {
  none: 'Have clang check the kernel too: 18 MB, once. It does so by itself after a run that needed it',
  waiting: 'clang checks the kernel once you pause',
  running: 'clang is checking the kernel',
  ended: 'clang has checked the kernel',
  failed: 'clang could not be fetched or run; it is tried again after the next edit',
};

interface PickerProps {
  readonly kernels: readonly string[];
  readonly name: string | undefined;
  readonly onChange: (name: string) => void;
}

/** Which kernel is tuned, where the text has several. */
export function KernelPicker({ kernels, name, onChange }: PickerProps) {
  if (kernels.length < 2) return null;
  return (
    <div className="kernel-picker row note">
      <SelectField
        label="Kernel to tune"
        options={kernels.map((id) => ({ id, label: id }))}
        value={name ?? null}
        onChange={onChange}
      />
      <span>of {kernels.length} in this text</span>
    </div>
  );
}
