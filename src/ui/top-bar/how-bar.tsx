import { type ComponentProps, useMemo } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { useShallow } from 'zustand/react/shallow';
import { SEMANTICS } from '../../platform/index.ts';
import type { SessionState } from '../../session/state.ts';
import { METHODS } from '../../tuning/index.ts';
import { Icon } from '../shared/icons.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { OfSubject, useCommands, useSessionState, useSubject } from '../shared/session-context.tsx';
import './how-bar.css';
import { LimitFields } from './limits-button.tsx';
import { levelsWith } from './run-actions.ts';

/** Typing changes none of it. */
const howOf = ({ settings: { method, semantics, level, limits } }: SessionState) => ({
  method,
  semantics,
  level,
  limits,
});

/** Method, limits, semantics and level, behind one button. */
export function HowBar() {
  const { method, semantics, level, limits } = useSessionState(useShallow(howOf));
  const taken = useSessionState((state) => state.derived.level);
  const kernel = [
    SEMANTICS.find(({ id }) => id === semantics)?.label,
    level === 'auto' ? taken : level,
  ];
  const words = [
    METHODS.find(({ id }) => id === method)?.label,
    ...useSubject().of({ kernel, model: [] }),
    ...(Object.keys(limits ?? {}).length > 0 ? ['limits'] : []),
  ].filter((word) => word !== undefined);
  return (
    <DialogTrigger>
      <Button className="select-button how-button">
        <span className="one-line">
          <span className="visually-hidden">How to tune: </span>
          {words.join(' · ')}
        </span>
        <Icon name="chevron" size={14} />
      </Button>
      <Popover className="popover" offset={4}>
        <Dialog className="how column">
          <Heading slot="title" level={3}>
            How to tune
          </Heading>
          <Ways />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Ways() {
  const commands = useCommands();
  const settings = useSessionState(useShallow(howOf));
  const level = useSessionState((state) => state.derived.level);
  const levels = useMemo(() => levelsWith(level), [level]);
  const ofKernel = (
    <>
      <SelectField
        label="Semantics"
        options={SEMANTICS}
        value={settings.semantics}
        onChange={commands.setSemantics}
      />
      <SelectField
        className="level"
        label="Level"
        options={levels}
        value={settings.level}
        onChange={commands.setLevel}
      />
    </>
  );
  return (
    <>
      <SelectField
        label="Method"
        options={METHODS}
        value={settings.method}
        onChange={commands.setMethod}
      />
      <OfSubject kernel={ofKernel} model={null} />
      <RunLimits />
    </>
  );
}

/** The limits of a run; nothing but memory ends a single search. */
export function RunLimits({
  isMemoryAlone,
}: Pick<ComponentProps<typeof LimitFields>, 'isMemoryAlone'>) {
  const { setLimits } = useCommands();
  const limits = useSessionState(({ settings }) => settings.limits) ?? {};
  return (
    <section className="how-limits column" aria-label="Limits of a run">
      <h2>Limits of a run</h2>
      <LimitFields limits={limits} onChange={setLimits} {...(isMemoryAlone && { isMemoryAlone })} />
    </section>
  );
}
