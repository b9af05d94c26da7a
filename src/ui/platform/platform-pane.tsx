import { MACHINES, sheetOf } from '../../device/index.ts';
import {
  type ConstantName,
  CONSTANTS,
  isOnMachine,
  MACHINE_SEMANTICS,
  PRESETS,
  presetValues,
  SEMANTICS,
  semanticsOf,
} from '../../platform/index.ts';
import {
  type MachineSettings,
  presetIn,
  readMachine,
  USUAL_MACHINE_SETTINGS,
} from '../../session/kept/machine-settings.ts';
import { PROBING } from '../../session/jobs/probing.ts';
import { probedMachine } from '../../session/kept/probed-machine.ts';
import { isStale } from '../../session/outdated.ts';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Button } from 'react-aria-components';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { useMaximised } from '../shared/maximised.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { NumberField } from '../shared/number-field.tsx';
import { type Option, SelectField } from '../shared/select-field.tsx';
import { open } from '../shared/opened.ts';
import { usePageLayout } from '../shared/page-layout.ts';
import { MachineClose } from '../top-bar/machine-bar.tsx';
import { ConstantSlider, paceInWords } from './constant-slider.tsx';
import { MachineTable } from './machine-table.tsx';
import './platform-pane.css';
import { PlatformPicture } from './platform-picture.tsx';
import { setFilter } from '../trace/moves.ts';
import { traceStore, useTraceState } from '../trace/trace-state.ts';
import { PlatformStage } from './platform-stage.tsx';
import { StageControls, StageLegend } from './stage-controls.tsx';

const PRESET_OPTIONS = PRESETS.map(({ id, label, source }) => ({ id, label, help: source }));

/** The machine the kernel is tuned for: its constants and its picture. */
export function PlatformPane() {
  const semantics = useSessionState((state) => state.settings.semantics);
  return isOnMachine(semantics) ? <RealMachine /> : <AbstractPlatform />;
}

/** Every machine: abstract ones count time in ticks. */
const MACHINE_OPTIONS: readonly Option<string>[] = [
  ...SEMANTICS.filter(({ id }) => !isOnMachine(id)).map(({ id, machineLabel, help }) => ({
    id,
    label: machineLabel,
    help,
  })),
  ...MACHINES.map(({ id, label, vendor, family }) => ({ id, label, help: `${vendor}, ${family}` })),
];

const OWN = 'own';
const NAMED = 'named';

/** A described machine, beside the presets. */
function namedOption(machine: MachineSettings): Option<string> | undefined {
  const { name } = machine;
  const help = `As it was described; the rest is of the ${presetIn(machine).label}`;
  return name === undefined ? undefined : { id: NAMED, label: name, help };
}

/** The machine that was probed, beside its data sheet. */
function useProbed() {
  const { recallProbing } = useCommands();
  useEffect(recallProbing, [recallProbing]);
  const view = useJob(PROBING);
  const chosen = useSessionState(({ settings }) => settings.machine) ?? USUAL_MACHINE_SETTINGS;
  const name = view.facts?.name ?? '';
  const sheet = sheetOf(name) ?? presetIn(chosen);
  const machine = view.phase === 'running' ? undefined : probedMachine(view, sheet);
  const help = `Your own GPU, as it was probed; the rest is of the data sheet of ${sheet.label}`;
  return machine && { machine, option: { id: OWN, label: `${name}, probed`, help } };
}

/** The machine, and the way back to the text. */
function PlatformHead({ children }: { readonly children?: ReactNode }) {
  const { setMachine, setOwnMachine, setSemantics } = useCommands();
  const { semantics, machine = USUAL_MACHINE_SETTINGS } = useSessionState(
    ({ settings }) => settings,
  );
  const own = useProbed();
  const isOwn = own !== undefined && JSON.stringify(own.machine) === JSON.stringify(machine);
  const named = namedOption(machine);
  const preset = isOwn ? OWN : (named?.id ?? presetIn(machine).id);
  const more = [named, own?.option].filter((option) => option !== undefined);
  return (
    <header className="pane-head">
      <SelectField
        label="Machine"
        options={[...MACHINE_OPTIONS, ...more]}
        value={isOnMachine(semantics) ? preset : semantics}
        onChange={(id) => {
          if (id === OWN && own) return setOwnMachine(own.machine);
          if (id === NAMED) return setOwnMachine(machine);
          const abstract = SEMANTICS.find((each) => each.id === id);
          if (abstract) return setSemantics(abstract.id);
          setSemantics(MACHINE_SEMANTICS);
          setMachine(id);
        }}
      />
      <span className="spacer" />
      {children}
      <MachineClose />
      <FillButton id="platform" />
    </header>
  );
}

/** A real machine, of the device semantics. */
function RealMachine() {
  const commands = useCommands();
  const settings = useSessionState((state) => state.settings.machine) ?? USUAL_MACHINE_SETTINGS;
  const size = useSessionState((state) => state.settings.constants.size);
  const problems = useSessionState((state) => state.derived.machineProblems);
  const sizeProblem = useSessionState((state) => state.derived.problems.size);
  const { stage, isPlayed } = useStage();
  const preset = presetIn(settings);
  const { machine = preset.machine } = readMachine(settings);
  const isChanged = Object.keys(settings.changed).length > 0;
  return (
    <section className="pane platform" aria-label="Platform">
      <PlatformHead>
        <Button className="button link" onPress={() => open({ dialog: 'another-gpu' })}>
          Another GPU
        </Button>
        {isChanged && (
          <Button className="button link" onPress={() => commands.setMachine(preset.id)}>
            Reset all
          </Button>
        )}
      </PlatformHead>
      {isPlayed && <StageControls />}
      <div className={isPlayed ? 'platform-body played' : 'platform-body'}>
        <MachineTable
          preset={preset}
          changed={settings.changed}
          problems={problems}
          onChange={commands.setMachineValue}
          size={{
            value: size,
            problem: sizeProblem,
            onChange: (value) => commands.setConstant('size', value),
          }}
        />
        <PlatformPicture
          devices={1}
          units={machine.units}
          elements={machine.schedulers * machine.lanes}
        >
          {stage}
        </PlatformPicture>
      </div>
      {isPlayed && <StageLegend />}
    </section>
  );
}

function AbstractPlatform() {
  const commands = useCommands();
  const values = useSessionState((state) => state.settings.constants);
  const semantics = useSessionState((state) => state.settings.semantics);
  const text = useSessionState((state) => state.settings.kernelText);
  const pace = useSessionState((state) => state.pace);
  const isKept = usePageLayout(({ machine }) => machine);
  const problems = useSessionState((state) => state.derived.problems);
  const { stage, isPlayed } = useStage();
  const { constants: used, runsWarps: hasWarps } = semanticsOf(semantics);
  const schedulers = drawable(values.NS, problems.NS);
  const lanes = drawable(values.WR, problems.WR);
  // Constants in use or in error must be seen.
  const shown = CONSTANTS.filter(
    ({ name }) =>
      used.includes(name) || problems[name] !== undefined || new RegExp(`\\b${name}\\b`).test(text),
  );
  return (
    <section className="pane platform" aria-label="Platform">
      <PlatformHead>
        <SelectField
          label="Preset"
          options={PRESET_OPTIONS}
          value={presetOf(values)}
          placeholder="Your own"
          onChange={commands.applyPreset}
        />
      </PlatformHead>
      {isPlayed && <StageControls />}
      <div className={isPlayed ? 'platform-body played' : 'platform-body'}>
        <div className="constants" role="group" aria-label="Constants of the platform">
          {!isKept && <p className="drag-words soft-text">{paceInWords(pace)}</p>}
          {shown.map(({ name, meaning, unit }) => (
            <Fragment key={name}>
              <NumberField
                kind="constant"
                label={name}
                about={meaning}
                value={values[name]}
                unit={unit}
                meaning={meaning}
                problem={problems[name]}
                onChange={(value) => commands.setConstant(name, value)}
              />
              {!isKept && <ConstantSlider {...commands} name={name} value={values[name]} />}
            </Fragment>
          ))}
        </div>
        <PlatformPicture
          devices={drawable(values.ND, problems.ND)}
          units={drawable(values.NU, problems.NU)}
          elements={hasWarps ? schedulers * lanes : drawable(values.NP, problems.NP)}
        >
          {stage}
        </PlatformPicture>
      </div>
      {isPlayed && <StageLegend />}
    </section>
  );
}

/** The platform at work, as long as the run that is open is one of it; played where it fills the window. */
function useStage(): { readonly stage: ReactNode; readonly isPlayed: boolean } {
  const isOfOther = useSessionState(isStale);
  const layout = useTraceState((state) => state.layout);
  const only = useTraceState(({ filter }) => filter.only);
  // Beneath the hand the machine itself is looked at.
  const isPassing = useSessionState(({ run }) => run.isPassing === true);
  const isFilling = useMaximised(({ pane }) => pane === 'platform');
  const trace = layout?.run.timed;
  if (isOfOther || isPassing || !trace) return { stage: undefined, isPlayed: false };
  const { stops } = layout;
  const stage = <PlatformStage {...{ trace, stops, only }} live={traceStore} onOnly={showOnly} />;
  return { stage, isPlayed: isFilling };
}

const showOnly = (only: ReadonlySet<number>): void => setFilter({ only });

/** The preset whose constants these are; the size of the input is no part of it. */
function presetOf(values: Readonly<Record<ConstantName, string>>): string | null {
  const found = PRESETS.find((preset) => {
    const constants = presetValues(preset);
    return CONSTANTS.every(
      ({ name }) => name === 'size' || values[name].trim() === String(constants[name]),
    );
  });
  return found?.id ?? null;
}

/** A count to draw; a value that does not do is drawn as one. */
function drawable(typed: string, problem: string | undefined): number {
  const value = Number(typed);
  return problem === undefined && Number.isInteger(value) && value >= 1 ? value : 1;
}
