import { Button, FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import { ALL_MACHINE_FIELDS, type Machine } from '../../device/index.ts';
import type {
  MachineProblems,
  MachineSettings,
  presetIn,
} from '../../session/kept/machine-settings.ts';
import { Icon } from '../shared/icons.tsx';
import { Segmented } from '../shared/segmented.tsx';
import './machine-table.css';

interface Props extends Pick<MachineSettings, 'changed'> {
  readonly preset: ReturnType<typeof presetIn>;
  readonly problems: MachineProblems;
  /** @param value as typed; undefined for that of the preset. */
  readonly onChange: (name: keyof Machine, value: string | undefined) => void;
  /** The size of the input. */
  readonly size: Typed;
}

interface Typed {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Groups, by their first constant. */
const PARTS: Readonly<Partial<Record<keyof Machine, string>>> = {
  units: 'Device and units',
  floating: 'Schedulers',
  residentItems: 'What is resident on a unit',
  l1Width: 'First cache and local memory',
  l2Width: 'Second cache and memory',
  unroll: 'Compiler',
};

const COMPILERS = { predicates: 'predicates', branches: 'branches' } as const;

/** The constants of a real machine, each with its unit and where it is from. */
export function MachineTable({ preset, changed, problems, onChange, size }: Props) {
  const { machine, sources, label } = preset;
  const compiler = changed['compiler'] === undefined ? machine.compiler : changed['compiler'];
  return (
    <div className="machine" role="group" aria-label={`Constants of the machine: ${label}`}>
      <Row meaning="Elements of the input" unit="elements" source="your choice" {...size} />
      {ALL_MACHINE_FIELDS.map(({ name, meaning, unit }) => (
        <div key={name} className="machine-part">
          {PARTS[name] !== undefined && <h3>{PARTS[name]}</h3>}
          <Row
            meaning={meaning}
            unit={unit}
            value={changed[name] ?? String(machine[name])}
            problem={problems[name]}
            source={sources[name]}
            own={changed[name] === undefined ? undefined : String(machine[name])}
            onChange={(value) => onChange(name, value)}
            onReset={() => onChange(name, undefined)}
          />
        </div>
      ))}
      <div className="machine-row">
        <span className="machine-meaning">Guards become</span>
        <span className="machine-choice">
          <Segmented
            label="What the compiler makes of guards"
            options={COMPILERS}
            value={compiler === 'branches' ? 'branches' : 'predicates'}
            onChange={(value) => onChange('compiler', value)}
          />
        </span>
        <span className="machine-source note one-line">
          {changed['compiler'] === undefined ? sources.compiler : 'changed'}
        </span>
      </div>
    </div>
  );
}

interface RowProps extends Typed {
  readonly meaning: string;
  readonly unit: string;
  readonly source: string;
  /** The preset's value, where it differs. */
  readonly own?: string | undefined;
  readonly onReset?: () => void;
}

/** One constant. What is wrong with it stands where its source stood, so that nothing moves. */
function Row({ meaning, unit, source, own, value, problem, onChange, onReset }: RowProps) {
  const isChanged = own !== undefined;
  return (
    <TextField
      className={isChanged ? 'machine-row changed' : 'machine-row'}
      value={value}
      isInvalid={problem !== undefined}
      onChange={onChange}
      autoComplete="off"
    >
      <Label className="machine-meaning">
        {meaning}
        <span className="visually-hidden">, in {unit}</span>
      </Label>
      <Input className="number-input" inputMode="decimal" spellCheck={false} />
      <span className="machine-unit note one-line" aria-hidden="true">
        {unit}
      </span>
      {problem === undefined ? (
        <Text slot="description" className="machine-source note one-line">
          {isChanged ? `not ${own}` : source}
        </Text>
      ) : (
        <FieldError className="machine-problem">{problem}</FieldError>
      )}
      {isChanged && onReset && (
        <Button
          className="machine-reset"
          aria-label={`Reset ${meaning.toLowerCase()}, in ${unit}, to ${own}`}
          onPress={onReset}
        >
          <Icon name="undo" size={12} />
        </Button>
      )}
    </TextField>
  );
}
