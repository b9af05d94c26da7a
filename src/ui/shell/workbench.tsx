import type { ReactNode } from 'react';
import { VALUE_TRACE } from '../../session/jobs/verification.ts';
import { EditorPane } from '../editor/editor-pane.tsx';
import { ModelAnswerPane } from '../promela/model-answer-pane.tsx';
import { ModelResultsPane } from '../promela/model-results-pane.tsx';
import { QuestionsPane } from '../promela/questions-pane.tsx';
import { ModelTracePane } from '../promela/model-trace-pane.tsx';
import { PlatformPane } from '../platform/platform-pane.tsx';
import { AnswerPane } from '../answer/answer-pane.tsx';
import { VerdictPane } from '../answer/verdict-pane.tsx';
import { ResultsPane } from '../results/results-pane.tsx';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import type { PaneId } from '../shared/maximised.ts';
import { AroundPanes, PaneFrame } from '../shared/pane-frame.tsx';
import { OfSubject, useJob } from '../shared/session-context.tsx';
import { usePresentation } from '../theme/presentation.ts';
import { useShort } from '../theme/text-size.ts';
import { usePlaying } from '../trace/playback-bar.tsx';
import { TracePane } from '../trace/trace-pane.tsx';
import { ValueTracePane } from '../values/value-trace-pane.tsx';
import { WhyPane } from '../why/why-pane.tsx';
import { Sides, Split } from './split.tsx';
import './workbench.css';

const guarded = (what: string, pane: ReactNode): ReactNode => (
  <ErrorBoundary what={what}>{pane}</ErrorBoundary>
);
const framed = (id: PaneId, what: string, pane: ReactNode): ReactNode => (
  <PaneFrame id={id}>{guarded(what, pane)}</PaneFrame>
);
const editor = framed('texts', 'the editor', <EditorPane />);
const platform = framed(
  'platform',
  'the platform',
  <OfSubject kernel={<PlatformPane />} model={<QuestionsPane />} />,
);
const result = guarded(
  'the result',
  <AroundPanes>
    <OfSubject
      kernel={
        <>
          <AnswerPane />
          <WhyPane />
          <VerdictPane />
        </>
      }
      model={<ModelAnswerPane />}
    />
  </AroundPanes>,
);
const results = framed(
  'results',
  'the results',
  <OfSubject kernel={<ResultsPane />} model={<ModelResultsPane />} />,
);
const trace = framed('trace', 'the run', <Traces />);

/** The counterexample, or how a finding happens. */
function Traces() {
  // Once for all: the platform may play alone in the window.
  usePlaying();
  const isOpen = useJob(VALUE_TRACE).phase !== 'none';
  const ofKernel = isOpen ? <ValueTracePane /> : <TracePane />;
  return <OfSubject kernel={ofKernel} model={<ModelTracePane />} />;
}

/** Kernel and platform left, answer and reason right. */
export const Workbench = ({ isNarrow }: { readonly isNarrow: boolean }) =>
  isNarrow ? <Stacked /> : <SideBySide />;

function Stacked() {
  return (
    <main className="stacked column">
      <div className="slot">{result}</div>
      <div className="slot editor">{editor}</div>
      <div className="slot platform-slot">{platform}</div>
      <div className="slot results">{results}</div>
      <div className="slot trace">{trace}</div>
    </main>
  );
}

function SideBySide() {
  const isPresented = usePresentation(({ isOn }) => isOn);
  // A projector has no room for both on top of each other.
  const isBeside = useShort() && isPresented;
  return (
    <main className="workbench fills">
      <Sides
        editor={editor}
        platform={platform}
        right={
          <div className="right-side column">
            <div className="answer-area">{result}</div>
            <div className="right-panes">
              <Split
                id="right"
                direction={isBeside ? 'horizontal' : 'vertical'}
                label={`${isBeside ? 'Width' : 'Height'} of the results`}
                sizes={['40%', '60%']}
                least={['7.5rem', '10rem']}
              >
                {results}
                {trace}
              </Split>
            </div>
          </div>
        }
      />
    </main>
  );
}
