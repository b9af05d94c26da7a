import { useMemo } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import {
  type Diagnostic,
  isStale,
  outdated,
  type SessionState,
  type Span,
  toldOnce,
} from '../../session/index.ts';
import { useCommands, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { FillButton } from '../shared/pane-frame.tsx';
import { TabOverflow } from '../shared/tab-overflow.tsx';
import { open, showPlace, useOpened } from '../shared/opened.ts';
import type { Place } from '../trace/trace-state.ts';
import { goToKernelLine } from '../trace/source-links.ts';
import { useShallow } from 'zustand/react/shallow';
import { useOpenedLessons } from '../lessons/opened-lessons.ts';
import { ModelTab, ModelTabTools, useModelTab } from '../promela/model-tab-pane.tsx';
import { CostPane } from './cost-pane.tsx';
import { DiagnosticsList } from './diagnostics-list.tsx';
import './editor-pane.css';
import { EditorTools, KernelPicker, useHints } from './editor-tools.tsx';
import { FollowingEditor } from './following-editor.tsx';
import { OPENCL_C } from './languages/opencl-c.ts';
import { ReadingBar } from './reading-bar.tsx';
import { SpinPane } from './spin-pane.tsx';
import { marksOf } from './use-marks.ts';

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
  ...{ severity, code, span, message },
  ...(related && { related }),
  ...(source !== undefined && { source }),
});

/** What costs may depend on; the same until one of them changes. */
const costsDependOn = ({ derived, settings, chosen, run }: SessionState) => ({
  ...{ derived, semantics: settings.semantics, chosen },
  best: run.result?.optima[0] ?? run.best?.values,
});

/** The two texts: the kernel, which is written, and the model, which is made from it. Both show where
 * the current step of the run comes from, as long as it is a run of these texts. */
export function EditorPane() {
  useModelTab();
  const commands = useCommands();
  const language = useLanguage();
  const { kernelText: text, compilerChecks } = useSessionState((state) => state.settings);
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
  const { shown: hints } = useHints();
  const jump = useOpened((opened) => opened.jump);
  const ofValues = useSessionState((state) =>
    outdated.verification(state) ? NONE : state.verification.diagnostics,
  );

  // What would mend a kernel is what a lesson asks for.
  const isTaught = useOpenedLessons(({ source }) => source !== null);
  const diagnostics = useMemo(() => {
    const told = toldOnce({ read: own, ofRun: stale ? [] : ofRun, ofValues, ofCompiler });
    return isTaught ? told.map(withoutHint) : told;
  }, [own, ofRun, stale, ofValues, ofCompiler, isTaught]);
  const marks = useMemo(() => marksOf(diagnostics), [diagnostics]);
  const services = useMemo(
    () => ({
      services: isTaught ? { ...language, mendingsAt: () => [] } : language,
      hints,
      costsKey,
    }),
    [language, hints, costsKey, isTaught],
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;

  return (
    <section className="pane" aria-label="Texts">
      <Tabs
        className="tabs"
        selectedKey={tab}
        onSelectionChange={(key) => open({ editor: String(key) })}
      >
        <div className="tabs-head">
          <TabList className="tab-list" aria-label="Kernel and model">
            {EDITOR_TABS.map(({ id, label }) => (
              <Tab key={id} id={id} className="tab">
                {label}
                {id === 'kernel' && errors > 0 && (
                  <span className="badge-count" aria-label={`${errors} with errors`}>
                    {errors}
                  </span>
                )}
              </Tab>
            ))}
          </TabList>
          <TabOverflow />
          {tab === 'kernel' && (
            <EditorTools
              compiler={compiler}
              isChecked={compilerChecks ?? compiler.phase !== 'off'}
              onChecked={commands.setCompilerChecks}
            />
          )}
          {tab === 'promela' && <ModelTabTools />}
          <FillButton id="texts" />
        </div>
        {/* The kernel stays mounted behind the other tab: its undo history and caret must not be lost. */}
        <TabPanel id="kernel" className="tab-panel" shouldForceMount>
          <KernelPicker kernels={kernels} name={kernelName} onChange={commands.setKernelName} />
          <FollowingEditor
            stepOf={kernelStep}
            isStale={stale}
            text={text}
            language={OPENCL_C}
            label="Kernel, OpenCL C"
            onChange={commands.setKernelText}
            marks={marks}
            onLine={(line) => !stale && void goToKernelLine(commands, text, line)}
            jump={jump}
            services={services}
          />
          <ReadingBar />
          <DiagnosticsList
            text={text}
            diagnostics={diagnostics}
            isUnread={isReading || isUnread}
            onJump={showPlace}
            mendingsOf={(diagnostic) => (isTaught ? [] : language.mendings(text, diagnostic))}
            onMend={({ edits }) => {
              commands.setKernelText(language.edited(text, edits));
              const [first] = edits;
              if (first) showPlace(first.span.start);
            }}
          />
        </TabPanel>
        <TabPanel id="promela" className="tab-panel">
          <ModelTab />
        </TabPanel>
        <TabPanel id="spin" className="tab-panel">
          <SpinPane />
        </TabPanel>
        <TabPanel id="cost" className="tab-panel">
          <CostPane text={text} costsKey={costsKey} onJump={showPlace} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

const kernelStep = ({ kernel }: Place): Span | undefined => kernel;
