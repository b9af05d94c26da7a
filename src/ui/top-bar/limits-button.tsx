import { useState } from 'react';
import type { Limits } from '../../session/index.ts';
import { Explained } from '../shared/explained.tsx';
import { Icon } from '../shared/icons.tsx';
import { NumberField } from '../shared/number-field.tsx';
import { LIMIT_FIELDS, type LimitField, limitProblem, withLimit } from './limits.ts';
import './limits-button.css';

interface Props {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

/** What a run may take: memory, and a swarm's time and workers. */
export function LimitsButton({ limits, onChange }: Props) {
  const isLimited = Object.keys(limits).length > 0;
  return (
    <Explained
      className={isLimited ? 'icon-button on' : 'icon-button'}
      dialogClass="limits"
      label={isLimited ? 'Limits (some are set)' : 'Limits'}
      trigger={<Icon name="sliders" />}
      title="Limits of a run"
    >
      {LIMIT_FIELDS.map((field) => (
        <Limit key={field.name} field={field} limits={limits} onChange={onChange} />
      ))}
    </Explained>
  );
}

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
