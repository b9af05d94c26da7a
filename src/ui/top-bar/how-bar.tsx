import { useMemo } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { SEMANTICS } from '../../platform/index.ts';
import { METHODS } from '../../tuning/index.ts';
import { Icon } from '../shared/icons.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { OfSubject, useCommands, useSessionState, useSubject } from '../shared/session-context.tsx';
import { useOpenedLessons } from '../lessons/opened-lessons.ts';
import { useNarrow } from '../theme/text-size.ts';
import './how-bar.css';
import { LimitFields, LimitsButton } from './limits-button.tsx';
import { levelsWith } from './run-actions.ts';

/** Below this width the ways to tune are behind one button. */
const FOLDED = 1419;
/** The same with a lesson beside the page. */
const FOLDED_BESIDE = 1839;

/** Method, limits, semantics and level; narrow windows fold them into one button. */
export function HowBar() {
  const isTaught = useOpenedLessons(({ isOpen }) => isOpen);
  return useNarrow(isTaught ? FOLDED_BESIDE : FOLDED) ? <Folded /> : <Ways isFolded={false} />;
}

function Folded() {
  const { method, semantics, level, limits } = useSessionState((state) => state.settings);
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
          <Ways isFolded />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Ways({ isFolded }: { readonly isFolded: boolean }) {
  const commands = useCommands();
  const settings = useSessionState((state) => state.settings);
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
  const limits = { limits: settings.limits ?? {}, onChange: commands.setLimits };
  return (
    <>
      <SelectField
        label="Method"
        options={METHODS}
        value={settings.method}
        onChange={commands.setMethod}
      />
      {!isFolded && <LimitsButton {...limits} />}
      <OfSubject kernel={ofKernel} model={null} />
      {isFolded && (
        <section className="how-limits column" aria-label="Limits of a run">
          <h4>Limits of a run</h4>
          <LimitFields {...limits} />
        </section>
      )}
    </>
  );
}
