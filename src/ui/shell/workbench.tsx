import { type ReactNode, useEffect, useRef } from 'react';
import { VALUE_TRACE } from '../../session/jobs/verification.ts';
import { EditorPane } from '../editor/editor-pane.tsx';
import { useIsAsking } from '../promela/ask-bar.tsx';
import { useIsPuzzled } from '../lessons/opened-lessons.ts';
import { useSeal } from '../lessons/seal.ts';
import { useMissing } from '../missing/missing-bar.tsx';
import { WelcomeBar } from '../first-visit/welcome-bar.tsx';
import { AnswerPane } from '../answer/answer-pane.tsx';
import { ResultsPane } from '../results/results-pane.tsx';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { type PaneId, useMaximised } from '../shared/maximised.ts';
import { useOpened } from '../shared/opened.ts';
import { type PageLayout, THREE_COLUMNS, usePageLayout, useSides } from '../shared/page-layout.ts';
import { AroundPanes, PaneFrame } from '../shared/pane-frame.tsx';
import { useJob, useSubject } from '../shared/session-context.tsx';
import { usePresentation } from '../theme/presentation.ts';
import { useNarrow, useShort } from '../theme/text-size.ts';
import { usePlaying } from '../trace/playback-bar.tsx';
import { RunStrip } from '../trace/run-strip-bar.tsx';
import { WhyPane } from '../why/why-pane.tsx';
import {
  MissingPane,
  ModelAnswerPane,
  ModelResultsPane,
  ModelTracePane,
  PlatformPane,
  QuestionsPane,
  SealedPane,
  TracePane,
  ValueTracePane,
} from './panes.ts';
import { Split } from './split.tsx';
import './workbench.css';

const guarded = (what: string, pane: ReactNode): ReactNode => (
  <ErrorBoundary what={what}>{pane}</ErrorBoundary>
);
const framed = (id: PaneId, what: string, pane: ReactNode): ReactNode => (
  <PaneFrame id={id}>{guarded(what, pane)}</PaneFrame>
);

interface Panes {
  readonly texts: ReactNode;
  /** The machine, or the questions to a model. */
  readonly platform: ReactNode;
  readonly answer: ReactNode;
  /** @param run stands among the results where it has no place of its own. */
  readonly results: (run?: ReactNode) => ReactNode;
  readonly run: ReactNode;
}

/** The counterexample, or how a finding happens. */
function KernelRun() {
  // A puzzle plays it on its own stage.
  const isPuzzled = useIsPuzzled();
  const isOpen = useJob(VALUE_TRACE).phase !== 'none';
  if (isPuzzled) return null;
  return !isOpen ? <TracePane /> : <ValueTracePane />;
}

const answer = (pane: ReactNode): ReactNode =>
  guarded('the result', <AroundPanes>{pane}</AroundPanes>);
const texts = framed('texts', 'the editor', <EditorPane />);

const OF_KERNEL: Panes = {
  texts,
  platform: framed('platform', 'the platform', <PlatformPane />),
  answer: answer(
    <>
      <WelcomeBar />
      <AnswerPane>
        <WhyPane />
      </AnswerPane>
    </>,
  ),
  results: (run) => framed('results', 'the results', <ResultsPane run={run} />),
  run: framed('trace', 'the run', <KernelRun />),
};

const OF_MODEL: Panes = {
  texts,
  platform: framed('platform', 'the questions', <QuestionsPane />),
  answer: answer(<ModelAnswerPane />),
  results: () => framed('results', 'the results', <ModelResultsPane />),
  run: framed('trace', 'the run', <ModelTracePane />),
};

/** What is worked on at the left, the answer at the right. */
export function Workbench({ isNarrow }: { readonly isNarrow: boolean }) {
  // Once for all: the platform may play alone in the window.
  usePlaying();
  const panes = useSubject().of({ kernel: OF_KERNEL, model: OF_MODEL });
  return isNarrow ? <Stacked {...panes} /> : <SideBySide {...panes} />;
}

/** Takes the answer's place: a form while it is open, or a lesson that has not been answered. */
function useAsking({ run }: Panes): ReactNode {
  const seal = useSeal();
  const { missing } = useMissing();
  const isOpen = useOpened((opened) => opened.missing);
  const isOfKernel = useSubject().of({ kernel: true, model: false });
  if (seal === 'others' && isOfKernel) return run;
  if (seal !== null && isOfKernel) return guarded('the stage', <SealedPane />);
  return missing && isOpen && isOfKernel
    ? guarded('the form', <MissingPane missing={missing} />)
    : undefined;
}

/** Parts that have a place of their own; a model's run always has. */
function useKept(hasThree: boolean): PageLayout {
  const { machine, run } = usePageLayout();
  return { machine, run: useSubject().of({ kernel: run || hasThree, model: true }) };
}

function Stacked(panes: Panes) {
  const { texts: text, platform, answer: result, results, run } = panes;
  const asking = useAsking(panes);
  const seal = useSeal();
  const isSealed = seal !== null;
  const isAsking = useIsAsking();
  const isOpen = useOpened(({ machine }) => machine);
  const opened = useSubject().of({ kernel: isOpen, model: isAsking });
  const kept = useKept(false);
  const isMachine = useSubject().of({ kernel: opened || kept.machine, model: isAsking });
  const isFull = useMaximised(({ pane }) => pane === 'trace');
  const isRunOpen = useOpened((shown) => shown.results === 'run') && !kept.run;
  const machine = useRef<HTMLDivElement>(null);
  // The answer stands further down the page.
  useEffect(() => {
    if (opened) machine.current?.scrollIntoView();
  }, [opened]);
  return (
    <main className="stacked column">
      <div
        className={isSealed ? `slot sealed-${seal}${seal === 'others' ? ' trace' : ''}` : 'slot'}
      >
        {asking ?? result}
      </div>
      {!isSealed && (
        <div className={isRunOpen ? 'slot results trace' : 'slot results'}>
          {results(kept.run ? undefined : isFull ? null : run)}
        </div>
      )}
      {/* The stage has the code that is stepped; two of them would hide each other. */}
      <div className="slot editor" hidden={seal === 'steered'}>
        {text}
      </div>
      {isMachine && (
        <div ref={machine} className="slot platform-slot">
          {platform}
        </div>
      )}
      {!isSealed && (kept.run || isFull) && <div className="slot trace">{run}</div>}
    </main>
  );
}

function SideBySide(panes: Panes) {
  const hasThree = !useNarrow(THREE_COLUMNS - 1);
  const isOpen = useOpened(({ machine }) => machine);
  const isAsking = useIsAsking();
  const kept = useKept(hasThree);
  const sides = useSides();
  const asking = useAsking(panes);
  const opened = useSubject().of({
    kernel: isOpen && ('over' as const),
    model: isAsking && ('below' as const),
  });
  return (
    <main className="workbench fills">
      <Split {...sides}>
        <Left {...panes} isKept={kept.machine} opened={opened} />
        <div className="right-side column">
          {asking ?? (
            <>
              <div className="answer-area">{panes.answer}</div>
              <Right {...panes} isKept={kept.run} hasThree={hasThree} />
            </>
          )}
        </div>
      </Split>
    </main>
  );
}

interface LeftProps extends Pick<Panes, 'texts' | 'platform'> {
  readonly isKept: boolean;
  /** Where the other stands while it is open. */
  readonly opened: 'over' | 'below' | false;
}

/** The text, and the machine below it or in its place. */
function Left({ texts: text, platform, isKept, opened }: LeftProps) {
  if (!isKept)
    return (
      <>
        {/* It stays, with its undo and caret. */}
        <div
          className={opened === 'below' ? 'left-side whole halved' : 'left-side whole'}
          hidden={opened === 'over'}
        >
          {text}
        </div>
        {opened !== false && (
          <div className={opened === 'below' ? 'left-side whole halved' : 'left-side whole'}>
            {platform}
          </div>
        )}
      </>
    );
  return (
    <Split
      id="left"
      direction="vertical"
      label="Height of the kernel"
      sizes={['58%', '42%']}
      least={['10rem', '7.5rem']}
    >
      {text}
      {platform}
    </Split>
  );
}

interface RightProps extends Pick<Panes, 'results' | 'run'> {
  readonly isKept: boolean;
  readonly hasThree: boolean;
}

/** The results, and the run beside them or among them. */
function Right({ results, run, isKept, hasThree }: RightProps) {
  const isPresented = usePresentation(({ isOn }) => isOn);
  // A projector has no room for both on top of each other.
  const isShort = useShort();
  const isBeside = (isShort && isPresented) || hasThree;
  const isFull = useMaximised(({ pane }) => pane === 'trace');
  // Its strip would say the same again.
  const isShown = useOpened((opened) => opened.results === 'run');
  if (!isKept && !isPresented)
    return (
      <>
        {/* A pane that fills the window stands in no other. */}
        <div className="right-panes">{results(isFull ? null : run)}</div>
        {isFull && run}
        {!isShown && (
          <AroundPanes>
            <RunStrip />
          </AroundPanes>
        )}
      </>
    );
  return (
    <div className="right-panes">
      <Split
        id="right"
        direction={isBeside ? 'horizontal' : 'vertical'}
        label={`${isBeside ? 'Width' : 'Height'} of the results`}
        sizes={isShort && !isBeside ? ['41%', '59%'] : ['40%', '60%']}
        least={['7.5rem', '10rem']}
      >
        {results()}
        {run}
      </Split>
    </div>
  );
}
