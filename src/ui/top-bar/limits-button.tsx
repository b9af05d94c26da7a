import { useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  FieldError,
  Heading,
  Input,
  Label,
  Popover,
  Text,
  TextField,
} from 'react-aria-components';
import type { Limits } from '../../session/index.ts';
import { Icon } from '../shared/icons.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { LIMIT_FIELDS, type LimitField, limitProblem, withLimit } from './limit-words.ts';
import './limits-button.css';

/** What a run may take: memory, and a swarm's time and workers. */
export function LimitsButton() {
  const limited = useSessionState(({ settings }) => Object.keys(settings.limits ?? {}).length > 0);
  return (
    <DialogTrigger>
      <Button
        className={limited ? 'icon-button on' : 'icon-button'}
        aria-label={limited ? 'Limits (some are set)' : 'Limits'}
      >
        <Icon name="sliders" />
      </Button>
      <Popover className="popover" offset={4}>
        <Dialog className="limits">
          <Heading slot="title" level={3}>
            Limits of a run
          </Heading>
          {LIMIT_FIELDS.map((field) => (
            <Limit key={field.name} field={field} />
          ))}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** One limit, kept as soon as what is typed does. What is wrong stands where the meaning stood. */
function Limit({ field }: { readonly field: LimitField }) {
  const { name, title, unit, meaning } = field;
  const { setLimits } = useCommands();
  const limits = useSessionState((state) => state.settings.limits) ?? NONE;
  const [typed, setTyped] = useState(String(limits[name] ?? ''));
  const problem = limitProblem(field, typed);
  return (
    <TextField
      className="limit"
      value={typed}
      isInvalid={problem !== undefined}
      onChange={(text) => {
        setTyped(text);
        setLimits(withLimit(limits, field, text));
      }}
    >
      <Label>{title}</Label>
      <span className="limit-field">
        <Input
          className="limit-input"
          inputMode="numeric"
          placeholder="usual"
          spellCheck={false}
          autoComplete="off"
        />
        <span className="limit-unit">{unit}</span>
      </span>
      {problem === undefined ? (
        <Text slot="description" className="limit-note">
          {meaning}
        </Text>
      ) : (
        <FieldError className="limit-note limit-problem">{problem}</FieldError>
      )}
    </TextField>
  );
}

const NONE: Limits = {};
