import { useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { spanOfLine } from '../../session/index.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCurrentEvent } from '../trace/playback.ts';
import { CodeEditor, type Mark } from './code-editor.tsx';
import { DiagnosticsList } from './diagnostics-list.tsx';
import './editor-pane.css';
import { OPENCL_C } from './languages/opencl-c.ts';
import { PROMELA } from './languages/promela.ts';

/** The two texts: the kernel, which is written, and the model, which is made from it. Both show where
 * the current step of the run comes from, as long as it is a run of these texts. */
export function EditorPane() {
  const commands = useCommands();
  const text = useSessionState((state) => state.settings.kernelText);
  const diagnostics = useSessionState((state) => state.derived.diagnostics);
  const promela = useSessionState((state) => state.derived.promela);
  const stale = useSessionState((state) => state.run.stale);
  const event = useCurrentEvent();
  const [jump, setJump] = useState<{ readonly offset: number }>();
  const [tab, setTab] = useState('kernel');

  const marks = useMemo(
    () =>
      diagnostics.map(({ severity, span, message, hint }): Mark => ({
        severity,
        start: span.start,
        end: span.end,
        message: hint === undefined ? message : `${message}\n${hint}`,
      })),
    [diagnostics],
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const lines = promela ? promela.sources.length : 0;
  const step = stale ? undefined : event;
  const modelStep =
    step && promela && step.line > 0 ? wordsOfLine(promela.text, step.line) : undefined;

  return (
    <section className="pane" aria-label="Texts">
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
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
          </TabList>
          <span className="tabs-note">
            {tab === 'kernel'
              ? 'OpenCL C with tuner pragmas'
              : `Generated model, ${lines} lines, read only`}
          </span>
        </div>
        {/* The kernel stays mounted behind the other tab: its undo history and caret must not be lost. */}
        <TabPanel id="kernel" className="tab-panel" shouldForceMount>
          <CodeEditor
            text={text}
            language={OPENCL_C}
            label="Kernel, OpenCL C"
            onChange={commands.setKernelText}
            marks={marks}
            step={step?.kernel}
            jump={jump}
          />
          <DiagnosticsList
            text={text}
            diagnostics={diagnostics}
            onJump={(offset) => setJump({ offset })}
          />
        </TabPanel>
        <TabPanel id="promela" className="tab-panel">
          {promela ? (
            <CodeEditor
              text={promela.text}
              language={PROMELA}
              label="Generated Promela model"
              step={modelStep}
            />
          ) : (
            <PanelMessage icon="warning" title="No model yet">
              The kernel has errors. Mend them in the Kernel tab, and the model appears here.
            </PanelMessage>
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
}

/** A line without the blanks it begins with. */
function wordsOfLine(text: string, line: number): { readonly start: number; readonly end: number } {
  const { start, end } = spanOfLine(text, line);
  const blanks = text.slice(start, end).search(/\S/);
  return { start: start + Math.max(0, blanks), end };
}
