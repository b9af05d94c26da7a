import { Input, Label, Switch, TextField } from 'react-aria-components';
import { SEARCH_FLAGS } from '../../checker/index.ts';
import type { ModelFacts } from '../../promela/index.ts';
import type { Commands } from '../../session/core.ts';
import type { ModelAsked } from '../../session/promela/model-document.ts';
import { SelectField } from '../shared/select-field.tsx';
import { checkChoices, choiceOf, REDUCTIONS } from './check-words.ts';
import { NumberLine } from './number-line.tsx';

interface Props extends Pick<Commands, 'setModelAsked' | 'checkModel'> {
  readonly asked: ModelAsked;
  readonly facts: ModelFacts;
  readonly isRunning: boolean;
  /** Why it cannot be checked as it is set. */
  readonly problem: string | undefined;
}

/** Options of a check, each with its native SPIN word. */
export function ModelCheckForm(props: Props) {
  const { asked, facts, isRunning, problem, setModelAsked, checkModel } = props;
  const chosen = choiceOf(asked);
  const shown = checkChoices(facts).find(({ id }) => id === chosen);
  return (
    <form
      className="model-form column"
      aria-label="Check the model"
      onSubmit={(event) => {
        event.preventDefault();
        checkModel();
      }}
    >
      {/* Enter in a field checks, as the button in the bar does. */}
      <button type="submit" hidden disabled={isRunning || problem !== undefined}>
        Check
      </button>
      <p className="model-help note">
        {shown?.help ?? 'The model has no claim of this name any more.'}
      </p>
      {asked.what === 'formula' && (
        <TextField
          className="model-field"
          value={asked.formula}
          onChange={(formula) => setModelAsked({ formula })}
        >
          <Label>Formula</Label>
          <Input
            className="text-input small-text"
            placeholder="[] (wants -> <> served)"
            spellCheck={false}
          />
        </TextField>
      )}
      <div className="model-options" role="group" aria-label="How SPIN searches">
        {SEARCH_FLAGS.map(({ id, label, native, help }) => (
          <div key={id} className="model-option">
            <Switch
              className="switch"
              isSelected={asked[id]}
              onChange={(on) => setModelAsked({ [id]: on })}
            >
              <span className="switch-track" />
              {label}
            </Switch>
            <span className="model-help note">
              {help} <code>{native}</code>
            </span>
          </div>
        ))}
        <div className="model-option">
          <SelectField
            className="small"
            label="Partial order reduction"
            options={REDUCTIONS}
            value={asked.reduction}
            onChange={(reduction) => setModelAsked({ reduction })}
          />
          <span className="model-help note">
            Leaves out orders of steps that make no difference. <code>-DNOREDUCE</code>
          </span>
        </div>
        <NumberLine
          label="Errors"
          value={asked.errors}
          help="Stops after so many; 0: finds all."
          native="pan -c"
          onChange={(errors) => setModelAsked({ errors })}
        />
        <NumberLine
          label="Depth"
          value={asked.depth}
          placeholder="as it takes"
          help="Steps of the longest path."
          native="pan -m"
          onChange={(depth) => setModelAsked({ depth })}
        />
      </div>
    </form>
  );
}
