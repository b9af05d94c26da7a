import { askedProblem, definesProblem } from '../../session/promela/model-document.ts';
import { tuningProblem, MODEL_CHECK, MODEL_TUNING } from '../../session/promela/model-view.ts';
import { FillButton } from '../shared/pane-frame.tsx';
import { useModelAsking } from '../shared/opened.ts';
import { useCommands, useSessionState, useJob } from '../shared/session-context.tsx';
import { RunLimits } from '../top-bar/how-bar.tsx';
import { ModelCheckForm } from './model-check-form.tsx';
import { ModelTuningForm } from './model-tuning-form.tsx';
import { NativeChoice } from './native-choice.tsx';
import './model-forms.css';

/** Questions replace the platform, which a model has not. */
export function QuestionsPane() {
  const model = useSessionState((state) => state.model);
  const native = useSessionState((state) => state.native);
  const check = useJob(MODEL_CHECK);
  const tuning = useJob(MODEL_TUNING);
  const commands = useCommands();
  const kind = useModelAsking(({ kind: asked }) => asked);
  const { document, reading } = model;
  if (!document) return null;
  const ofMacros = definesProblem(document);
  return (
    <section className="pane questions" aria-label="Questions">
      <header className="pane-head">
        <h2>{kind === 'check' ? 'How it searches' : 'What is tuned'}</h2>
        <span className="spacer" />
        <FillButton id="platform" />
      </header>
      <div className="questions-body fills">
        {kind === 'check' ? (
          <>
            <ModelCheckForm
              asked={document.asked}
              facts={reading.facts}
              isRunning={check.phase === 'running'}
              problem={ofMacros ?? askedProblem(document.asked)}
              {...commands}
            />
            {/* A native search has a limit of its own. */}
            {!native.isOn && <RunLimits isMemoryAlone />}
          </>
        ) : (
          <ModelTuningForm
            tuning={document.tuning}
            facts={reading.facts}
            isRunning={tuning.run.phase === 'running'}
            problem={ofMacros ?? tuningProblem(model)}
            {...commands}
          />
        )}
        <NativeChoice native={native} {...commands} />
      </div>
    </section>
  );
}
