import { Button, Input, Label, TextField, ToggleButton } from 'react-aria-components';
import { count } from '../../base/words.ts';
import { isOnMachine, semanticsOf } from '../../platform/index.ts';
import {
  labelIn,
  presetIn,
  readMachine,
  USUAL_MACHINE_SETTINGS,
} from '../../session/kept/machine-settings.ts';
import type { SessionState } from '../../session/state.ts';
import { Icon } from '../shared/icons.tsx';
import { open, useOpened } from '../shared/opened.ts';
import { usePageLayout } from '../shared/page-layout.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';

/** The machine in a few words: `Abstract machine, 2 units of 4`. */
function machineInWords({ settings }: SessionState): string {
  const { semantics, machine: chosen = USUAL_MACHINE_SETTINGS, constants } = settings;
  if (isOnMachine(semantics)) {
    const preset = presetIn(chosen);
    const { machine = preset.machine } = readMachine(chosen);
    return `${labelIn(chosen)}, ${count(machine.units, 'unit')}`;
  }
  const { NU, NP, NS, WR } = constants;
  const { machineLabel, runsWarps } = semanticsOf(semantics);
  const elements = runsWarps === true ? `${NS.trim()} × ${WR.trim()}` : NP.trim();
  return `${machineLabel}, ${NU.trim()} units of ${elements}`;
}

/** On which machine, and how large an input. */
export function MachineBar() {
  const words = useSessionState(machineInWords);
  const isOpen = useOpened(({ machine }) => machine);
  const isKept = usePageLayout(({ machine }) => machine);
  return (
    <>
      <span className="soft-text">on</span>
      <ToggleButton
        className="select-button machine-chip"
        aria-label={`Machine: ${words}`}
        isSelected={isOpen && !isKept}
        isDisabled={isKept}
        onChange={(machine) => open({ machine })}
      >
        <Icon name="screen" size={14} />
        <span className="one-line clipped">{words}</span>
        <Icon name="chevron" size={14} />
      </ToggleButton>
      {!isKept && <SizeField />}
    </>
  );
}

/** The size of the input. */
function SizeField() {
  const { setConstant } = useCommands();
  const size = useSessionState(({ settings }) => settings.constants.size);
  const problem = useSessionState(({ derived }) => derived.problems.size);
  return (
    <TextField
      className="size-field inline-row"
      value={size}
      isInvalid={problem !== undefined}
      onChange={(value) => setConstant('size', value)}
      autoComplete="off"
    >
      <Label className="soft-text">size</Label>
      <Input
        className="number-input"
        inputMode="numeric"
        spellCheck={false}
        {...(problem !== undefined && { title: problem })}
      />
    </TextField>
  );
}

/** Closes the machine in the text's place. */
export function MachineClose() {
  const isKept = usePageLayout(({ machine }) => machine);
  if (isKept) return null;
  return (
    <Button className="button small" onPress={() => open({ machine: false })}>
      Back to the text
    </Button>
  );
}
