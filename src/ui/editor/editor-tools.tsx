import * as v from 'valibot';
import {
  ToggleButton,
  type ToggleButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import type { CompilerView } from '../../session/state.ts';
import { keptStore } from '../shared/kept-store.ts';
import { SelectField } from '../shared/select-field.tsx';

/** Older versions kept `on` or `off`. */
export const useHints = keptStore<{ readonly shown: boolean }>(
  'overtime-cost-hints',
  v.union([
    v.object({ shown: v.boolean() }),
    v.pipe(
      v.picklist(['on', 'off']),
      v.transform((word) => ({ shown: word === 'on' })),
    ),
  ]),
  { shown: true },
);

export const showHints = (shown: boolean) => useHints.setState({ shown });

interface Props {
  readonly compiler: CompilerView;
  readonly isChecked: boolean;
  readonly onChecked: (on: boolean) => void;
}

export function EditorTools({ compiler, isChecked, onChecked }: Props) {
  const { shown: hints } = useHints();
  return (
    <div className="editor-tools">
      <Toggle
        label="Show costs"
        about="Write what each access and call costs into the kernel"
        isSelected={hints}
        onChange={showHints}
      >
        costs
      </Toggle>
      <Toggle
        label="Check with clang"
        about={CLANG[compiler.phase]}
        isSelected={isChecked}
        onChange={onChecked}
      >
        clang
      </Toggle>
    </div>
  );
}

const CLANG: Readonly<Record<CompilerView['phase'], string>> = {
  none: 'Have clang check the kernel too: 18 MB, once. It does so by itself after a run that needed it',
  waiting: 'clang checks the kernel once you pause',
  running: 'clang is checking the kernel',
  ended: 'clang has checked the kernel',
  failed: 'clang could not be fetched or run; it is tried again after the next edit',
};

type ToggleProps = Pick<ToggleButtonProps, 'isSelected' | 'onChange'> & {
  readonly label: string;
  readonly about: string;
  readonly children: string;
};

function Toggle({ label, about, ...rest }: ToggleProps) {
  return (
    <TooltipTrigger delay={400}>
      <ToggleButton className="tool-toggle note" aria-label={label} {...rest} />
      <Tooltip className="tooltip" offset={4}>
        {about}
      </Tooltip>
    </TooltipTrigger>
  );
}

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
