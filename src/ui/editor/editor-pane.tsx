import { useMemo, useState } from 'react';
import { type Key, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { spanOfLine } from '../../session/index.ts';
import { useCommands, useLanguage, useSessionState } from '../shared/session-context.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { type EditorTab, useTabs } from '../shared/tabs.ts';
import { useCurrentPlace } from '../trace/playback.ts';
import { goToKernelLine, goToModelLine } from '../trace/source-links.ts';
import { CodeEditor } from './code-editor.tsx';
import { CostPane } from './cost-pane.tsx';
import { DiagnosticsList } from './diagnostics-list.tsx';
import './editor-pane.css';
import { EditorTools, KernelPicker } from './editor-tools.tsx';
import { OPENCL_C } from './languages/opencl-c.ts';
import { PROMELA } from './languages/promela.ts';
import { SpinPane } from './spin-pane.tsx';
import { marksOf } from './marks.ts';
import { useCostsKey, useHintsShown } from './use-costs.ts';

/** The two texts: the kernel, which is written, and the model, which is made from it. Both show where
 * the current step of the run comes from, as long as it is a run of these texts. */
export function EditorPane() {
  const commands = useCommands();
  const text = useSessionState((state) => state.settings.kernelText);
  const own = useSessionState((state) => state.derived.diagnostics);
  const ofCompiler = useSessionState((state) => state.compilerDiagnostics);
  const ofRun = useSessionState((state) => state.runDiagnostics);
  const promela = useSessionState((state) => state.derived.promela);
  const stale = useSessionState((state) => state.run.stale);
  const place = useCurrentPlace();
  const [jump, setJump] = useState<{ readonly offset: number }>();
  const { editor: tab, openEditor: setTab } = useTabs();
  const services = useLanguage();
  const hints = useHintsShown((state) => state.shown);
  const costsKey = useCostsKey();

  const diagnostics = useMemo(() => [...own, ...ofRun, ...ofCompiler], [own, ofRun, ofCompiler]);
  const marks = useMemo(() => marksOf(diagnostics), [diagnostics]);
  const goTo = (offset: number): void => {
    setTab('kernel');
    setJump({ offset });
  };
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const lines = promela ? promela.sources.length : 0;
  const step = stale ? undefined : place;
  const modelStep =
    step && promela && step.line > 0 ? wordsOfLine(promela.text, step.line) : undefined;

  return (
    <section className="pane" aria-label="Texts">
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => setTab(tabOf(key))}>
        <div className="tabs-head">
          <TabList className="tab-list" aria-label="Kernel and model">
            <Tab id="kernel" className="tab">
              Kernel
              {errors > 0 && (
                <span className="badge-count" aria-label={`${errors} with errors`}>
                  {errors}
                </span>
              )}
            </Tab>
            <Tab id="promela" className="tab">
              Promela
            </Tab>
            <Tab id="spin" className="tab">
              SPIN
            </Tab>
            <Tab id="cost" className="tab">
              Cost
            </Tab>
          </TabList>
          {tab === 'kernel' && <EditorTools />}
          {tab === 'promela' && (
            <span className="tabs-note">{`Generated model, ${lines} lines, read only`}</span>
          )}
        </div>
        {/* The kernel stays mounted behind the other tab: its undo history and caret must not be lost. */}
        <TabPanel id="kernel" className="tab-panel" shouldForceMount>
          <KernelPicker />
          <CodeEditor
            text={text}
            language={OPENCL_C}
            label="Kernel, OpenCL C"
            onChange={commands.setKernelText}
            marks={marks}
            step={step?.kernel}
            onLine={(line) => !stale && void goToKernelLine(commands, text, line)}
            jump={jump}
            services={services}
            hints={hints}
            costsKey={costsKey}
          />
          <DiagnosticsList text={text} diagnostics={diagnostics} onJump={goTo} />
        </TabPanel>
        <TabPanel id="promela" className="tab-panel">
          {promela ? (
            <CodeEditor
              text={promela.text}
              language={PROMELA}
              label="Generated Promela model"
              step={modelStep}
              onLine={(line) => !stale && void goToModelLine(commands, line)}
            />
          ) : (
            <PanelMessage icon="warning" title="No model yet">
              The kernel has errors. Mend them in the Kernel tab, and the model appears here.
            </PanelMessage>
          )}
        </TabPanel>
        <TabPanel id="spin" className="tab-panel">
          <SpinPane />
        </TabPanel>
        <TabPanel id="cost" className="tab-panel">
          <CostPane text={text} onJump={goTo} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

const TABS: readonly EditorTab[] = ['kernel', 'promela', 'spin', 'cost'];

const tabOf = (key: Key): EditorTab => TABS.find((tab) => tab === key) ?? 'kernel';

/** A line without the blanks it begins with. */
function wordsOfLine(text: string, line: number): { readonly start: number; readonly end: number } {
  const { start, end } = spanOfLine(text, line);
  const blanks = text.slice(start, end).search(/\S/);
  return { start: start + Math.max(0, blanks), end };
}
