import { useMemo } from 'react';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Span } from '../../base/span.ts';
import { isStale, outdatedJob } from '../../session/outdated.ts';
import type { SessionState } from '../../session/state.ts';
import { isOnMachine } from '../../platform/index.ts';
import { toldOnce } from '../../language/index.ts';
import {
  useCommands,
  useLanguage,
  useSessionState,
  useSubject,
} from '../shared/session-context.tsx';
import { fetched } from '../shared/fetched.tsx';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { FillButton } from '../shared/pane-frame.tsx';
import type { TabbedView } from '../shared/tabbed.tsx';
import type { RunPlace } from '../../trace/index.ts';
import { open, showPlace, useOpened } from '../shared/opened.ts';
import { goToKernelLine } from '../trace/source-links.ts';
import { useShallow } from 'zustand/react/shallow';
import { isAsked } from '../../language/index.ts';
import { useMissing } from '../missing/missing-bar.tsx';
import { useIsTaught } from '../lessons/opened-lessons.ts';
import { useSeal } from '../lessons/seal.ts';
import { ModelTab, ModelTabTools, useModelTab } from '../promela/model-tab-pane.tsx';
import { DiagnosticsList } from './diagnostics-list.tsx';
import './editor-pane.css';
import { KernelPicker, TextsMenu, useHints } from './editor-tools.tsx';
import { FollowingEditor } from './following-editor.tsx';
import { OPENCL_C } from './languages/opencl-c.ts';
import { PragmaBar } from './pragma-bar.tsx';
import { usePragmaBlock } from './use-pragma-block.ts';
import { ReadingBar } from './reading-bar.tsx';
import { SpinPane } from './spin-pane.tsx';
import { marksOf } from './use-marks.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { VERIFICATION } from '../../session/jobs/verification.ts';

export const EDITOR_TABS = [
  { id: 'kernel', label: 'Kernel' },
  { id: 'promela', label: 'Promela' },
  { id: 'spin', label: 'SPIN' },
  { id: 'cost', label: 'Cost' },
] as const;

const NONE: readonly Diagnostic[] = [];

const withoutHint = ({
  severity,
  code,
  span,
  message,
  related,
  source,
}: Diagnostic): Diagnostic => ({
  severity,
  code,
  span,
  message,
  ...(related && { related }),
  ...(source !== undefined && { source }),
});

/** Inputs of the costs; the same array until one changes. */
const costsDependOn = ({ derived, settings, chosen, run }: SessionState) => ({
  derived,
  semantics: settings.semantics,
  chosen,
  best: run.result?.optima[0] ?? run.best?.values,
});

/** The kernel and its model. Both mark the run's current step while the run is of these texts. */
export function EditorPane() {
  useModelTab();
  const commands = useCommands();
  const language = useLanguage();
  const {
    kernelText: text,
    compilerChecks,
    example,
    semantics,
  } = useSessionState((state) => state.settings);
  const {
    diagnostics: own,
    kernels,
    kernelName,
    isReading = false,
    isUnread = false,
  } = useSessionState((state) => state.derived);
  const ofCompiler = useSessionState((state) => state.compilerDiagnostics);
  const ofRun = useSessionState((state) => state.runDiagnostics);
  const compiler = useSessionState((state) => state.compiler);
  const stale = useSessionState(isStale);
  const costsKey = useSessionState(useShallow(costsDependOn));
  const tab = useOpened((opened) => opened.editor);
  const { shown: isCosted, inWords = false } = useHints();
  // A machine's costs are those of warps: they have words alone.
  const isByLine = !isOnMachine(semantics);
  const hints = isCosted && (inWords || !isByLine);
  const { missing } = useMissing();
  const jump = useOpened((opened) => opened.jump);
  const ofValues = useSessionState((state) =>
    outdatedJob(VERIFICATION)(state) ? NONE : jobOf(state, VERIFICATION).diagnostics,
  );

  // A lesson must not give away the mending.
  const isTaught = useIsTaught();
  const isSealed = useSeal() !== null;
  const diagnostics = useMemo(() => {
    const found = { ofRun: stale || isSealed ? [] : ofRun, ofValues: isSealed ? NONE : ofValues };
    const told = toldOnce({ read: own, ...found, ofCompiler });
    return isTaught ? told.map(withoutHint) : told;
  }, [own, ofRun, stale, ofValues, ofCompiler, isTaught, isSealed]);
  const marks = useMemo(() => marksOf(diagnostics), [diagnostics]);
  const services = useMemo(
    () => ({
      services: isTaught ? { ...language, mendingsAt: async () => [] } : language,
      hints,
      costsKey,
    }),
    [language, hints, costsKey, isTaught],
  );
  const pragmas = usePragmaBlock({
    text,
    example: isTaught ? undefined : example,
    jump,
    diagnostics,
  });
  const bars = useMemo(() => {
    if (!isCosted || !isByLine || isReading) return undefined;
    const view = language.costs();
    // A new key each time costs may have changed.
    return costsKey.derived && view?.result.ok === true ? view.result.table.lines : undefined;
  }, [isCosted, isByLine, isReading, language, costsKey]);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const contents: Record<(typeof EDITOR_TABS)[number]['id'], Omit<TabbedView, 'id' | 'label'>> = {
    kernel: {
      stays: true,
      badge: errors > 0 && (
        <span className="badge-count" aria-label={`${errors} with errors`}>
          {errors}
        </span>
      ),
      content: (
        <>
          <KernelPicker kernels={kernels} name={kernelName} onChange={commands.setKernelName} />
          {pragmas && <PragmaBar {...pragmas} />}
          <FollowingEditor
            stepOf={kernelStep}
            isStale={stale}
            text={text}
            language={OPENCL_C}
            label="Kernel, OpenCL C"
            onChange={commands.setKernelText}
            onPasted={() => open({ missing: true })}
            marks={marks}
            onLine={(line) => !stale && void goToKernelLine(commands, text, line)}
            jump={jump}
            services={services}
            hidden={pragmas?.isOpen === false ? pragmas.block : undefined}
            costs={bars}
          />
          <ReadingBar />
          <DiagnosticsList
            text={text}
            diagnostics={diagnostics}
            isUnread={isReading || isUnread}
            onJump={showPlace}
            mendingsOf={async (diagnostic) => (isTaught ? [] : language.mendings(text, diagnostic))}
            isAsked={missing && ((diagnostic) => isAsked(missing, diagnostic))}
            onAsk={() => open({ missing: true })}
            onMend={({ edits }) => {
              commands.setKernelText(language.edited(text, edits));
              const [first] = edits;
              if (first) showPlace(first.span.start);
            }}
          />
        </>
      ),
    },
    promela: { content: <ModelTab /> },
    spin: { content: <SpinPane /> },
    cost: { content: <CostPane text={text} costsKey={costsKey} onJump={showPlace} /> },
  };

  const isOfKernel = useSubject().of({ kernel: true, model: false });
  const views = EDITOR_TABS.filter(({ id }) => isOfKernel || id === 'promela' || id === 'spin');
  const shown = views.find(({ id }) => id === tab) ?? views[0];
  return (
    <section className="pane texts" aria-label="Texts">
      <div className="tabs-head row">
        <TextsMenu
          views={views}
          shown={shown?.id ?? 'kernel'}
          compiler={compiler}
          isChecked={compilerChecks ?? compiler.phase !== 'none'}
          onShow={(editor) => open({ editor })}
          onChecked={commands.setCompilerChecks}
        />
        {shown && contents[shown.id].badge}
        <span className="spacer" />
        {shown?.id === 'promela' && <ModelTabTools />}
        <FillButton id="texts" />
      </div>
      {EDITOR_TABS.filter(({ id }) => id === shown?.id || contents[id].stays).map(
        ({ id, label }) => (
          <div key={id} className="tab-panel column" hidden={id !== shown?.id}>
            <ErrorBoundary what={`the text ${label}`}>{contents[id].content}</ErrorBoundary>
          </div>
        ),
      )}
    </section>
  );
}

const CostPane = fetched(() => import('./cost-pane.tsx'), 'CostPane');

const kernelStep = ({ kernel }: RunPlace): Span | undefined => kernel;
