import { ToggleButton } from 'react-aria-components';
import { askedProblem, definesProblem } from '../../session/promela/model-document.ts';
import { MODEL_CHECK } from '../../session/promela/model-view.ts';
import { open, useModelAsking, useOpened } from '../shared/opened.ts';
import { usePageLayout } from '../shared/page-layout.ts';
import { Segmented } from '../shared/segmented.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { askedBy, checkChoices, choiceOf } from './check-words.ts';
import { ModelGo } from './model-go.tsx';

const KINDS = { check: 'Check', tune: 'Tune' } as const;

/** True if all that can be asked is in view: a formula and what is tuned are typed there. */
export function useIsAsking(): boolean {
  const questions = useOpened((opened) => opened.questions);
  const asking = useModelAsking(({ kind }) => kind);
  const isKept = usePageLayout(({ machine }) => machine);
  const asksFormula = useSessionState(({ model }) => model.document?.asked.what === 'formula');
  return isKept || questions || asking === 'tune' || asksFormula;
}

/** The question that a model is asked. */
export function AskBar() {
  const { setModelAsked } = useCommands();
  const document = useSessionState(({ model }) => model.document);
  const facts = useSessionState(({ model }) => model.reading.facts);
  const isKept = usePageLayout(({ machine }) => machine);
  const questions = useOpened((opened) => opened.questions);
  const asking = useModelAsking(({ kind }) => kind);
  if (!document) return null;
  const choices = checkChoices(facts);
  const chosen = choiceOf(document.asked);
  return (
    <>
      <Segmented
        label="What is asked"
        options={KINDS}
        value={asking}
        onChange={(kind) => useModelAsking.setState({ kind })}
      />
      {asking === 'check' && (
        <SelectField
          className="asked"
          label="Check"
          options={choices}
          value={choices.some(({ id }) => id === chosen) ? chosen : null}
          placeholder="Choose a claim"
          onChange={(choice) => setModelAsked(askedBy(choice))}
        />
      )}
      {asking === 'check' && !isKept && (
        <ToggleButton
          className="button link"
          isSelected={questions}
          onChange={(isOpen) => open({ questions: isOpen })}
        >
          How it searches
        </ToggleButton>
      )}
    </>
  );
}

/** Has it searched. */
export function CheckButton() {
  const { checkModel } = useCommands();
  const document = useSessionState(({ model }) => model.document);
  const isRunning = useJob(MODEL_CHECK).phase === 'running';
  if (!document) return null;
  const problem = definesProblem(document) ?? askedProblem(document.asked);
  return (
    <ModelGo
      icon="shield"
      label="Check the model"
      onPress={checkModel}
      {...{ isRunning, problem }}
    />
  );
}
