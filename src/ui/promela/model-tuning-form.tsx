import { CheckboxGroup, Input, Label, TextField } from 'react-aria-components';
import type { ModelFacts } from '../../promela/index.ts';
import type { Commands } from '../../session/core.ts';
import type { TypedTuning } from '../../session/promela/model-document.ts';
import { TickBox } from '../shared/tick-box.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { parameterChoices } from './parameter-choices.ts';
import { ModelGo } from './model-go.tsx';

interface Props extends Pick<Commands, 'setModelTuning' | 'tuneModel'> {
  readonly tuning: TypedTuning;
  readonly facts: ModelFacts;
  readonly isRunning: boolean;
  /** Why it cannot be tuned as it is set. */
  readonly problem: string | undefined;
}

/** Parameters, objective and when it counts. */
export function ModelTuningForm({
  tuning,
  facts,
  isRunning,
  problem,
  setModelTuning,
  tuneModel,
}: Props) {
  const { parameters, objective, when, goal } = tuning;
  const choices = parameterChoices(facts, parameters);
  return (
    <form
      className="model-form column"
      aria-label="Tune the model"
      onSubmit={(event) => {
        event.preventDefault();
        tuneModel();
      }}
    >
      <CheckboxGroup
        className="model-parameters"
        value={[...parameters]}
        onChange={(chosen) => setModelTuning({ parameters: chosen })}
      >
        <Label>Parameters</Label>
        <p className="model-help note">Global variables that the model chooses itself.</p>
        <div className="model-choices">
          {choices.length === 0 && (
            <span className="model-help note">The model has no global variables.</span>
          )}
          {choices.map((name) => (
            <TickBox key={name} value={name} className="model-choice">
              {name}
            </TickBox>
          ))}
        </div>
      </CheckboxGroup>
      <div className="model-field">
        <TextField
          className="model-field"
          value={objective}
          onChange={(typed) => setModelTuning({ objective: typed })}
        >
          <Label>Objective</Label>
          <Input
            className="text-input small-text"
            placeholder="cost + 3 * waits"
            spellCheck={false}
          />
        </TextField>
        <Segmented
          label="Goal"
          options={{ smallest: 'smallest', largest: 'largest' }}
          value={goal}
          onChange={(chosen) => setModelTuning({ goal: chosen })}
        />
      </div>
      <TextField
        className="model-field"
        value={when}
        onChange={(typed) => setModelTuning({ when: typed })}
      >
        <Label>When</Label>
        <Input
          className="text-input small-text"
          placeholder="done && len(c) == 0"
          spellCheck={false}
        />
        <span className="model-help note">It counts as soon as this holds.</span>
      </TextField>
      <div className="model-go row">
        <ModelGo icon="play" label="Tune the model" {...{ isRunning, problem }} />
      </div>
    </form>
  );
}
