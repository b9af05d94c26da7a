import { useState } from 'react';
import { LIMIT_RANGES, type Limits } from '../../session/kept/settings.ts';
import { USUAL_SWARM } from '../../tuning/index.ts';
import { count, whole } from '../../base/words.ts';
import { NumberField } from '../shared/number-field.tsx';
import './limits-button.css';

interface Props {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

interface FieldsProps extends Props {
  readonly isMemoryAlone?: boolean;
}

/** All of the limits, or that of the memory alone. */
export const LimitFields = ({ isMemoryAlone = false, ...props }: FieldsProps) =>
  LIMIT_FIELDS.filter(({ name }) => name === 'memoryMB' || !isMemoryAlone).map((field) => (
    <Limit key={field.name} field={field} {...props} />
  ));

/** One limit, kept as soon as what is typed does. */
function Limit({ field, limits, onChange }: Props & { readonly field: LimitField }) {
  const [typed, setTyped] = useState(String(limits[field.name] ?? ''));
  return (
    <NumberField
      {...field}
      kind="limit"
      value={typed}
      placeholder="usual"
      problem={limitProblem(field, typed)}
      onChange={(text) => {
        setTyped(text);
        onChange(withLimit(limits, field, text));
      }}
    />
  );
}

export interface LimitField {
  readonly name: keyof Limits;
  readonly label: string;
  readonly unit: string;
  readonly meaning: string;
}

export const LIMIT_FIELDS: readonly LimitField[] = [
  {
    name: 'memoryMB',
    label: 'Memory',
    unit: 'MB',
    meaning:
      'For all verifiers of a run together; a sweep, a check or a trace may take as much. Empty: as much as usual.',
  },
  {
    name: 'seconds',
    label: 'Time of a swarm',
    unit: 'seconds',
    meaning: `Until it ends. Empty: ${count(USUAL_SWARM.seconds, 'second')}.`,
  },
  {
    name: 'workers',
    label: 'Workers of a swarm',
    unit: 'workers',
    meaning: `Searches side by side. Empty: ${count(USUAL_SWARM.workers, 'worker')}.`,
  },
];

/** Why a typed limit is wrong; empty means the usual. */
export function limitProblem({ name, unit }: LimitField, typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const [least, most] = LIMIT_RANGES[name];
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return undefined;
  return `Must be a whole number of ${unit} from ${whole(least)} to ${whole(most)}.`;
}

/** A valid limit is taken, an empty one reset, a wrong one ignored. */
export function withLimit(limits: Limits, field: LimitField, typed: string): Limits {
  if (limitProblem(field, typed) !== undefined) return limits;
  const { [field.name]: _, ...others } = limits;
  return typed.trim() === '' ? others : { ...others, [field.name]: Number(typed) };
}
