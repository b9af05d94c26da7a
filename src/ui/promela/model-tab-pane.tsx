import { useEffect, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { wordsOfLine } from '../../base/span.ts';
import { isOwnModel } from '../../session/outdated.ts';
import { isOfOtherModel } from '../../session/promela/model-view.ts';
import { DiagnosticsList } from '../editor/diagnostics-list.tsx';
import { FollowingEditor } from '../editor/following-editor.tsx';
import { PROMELA } from '../editor/languages/promela.ts';
import { marksOf } from '../editor/use-marks.ts';
import { open, showModelPlace, useOpened } from '../shared/opened.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import {
  OfSubject,
  useCommands,
  usePage,
  useSessionState,
  useSubject,
} from '../shared/session-context.tsx';
import { goToModelLine } from '../trace/source-links.ts';
import { ATTACH, DETACH, OPEN_MODEL, RETURN } from './model-actions.ts';
import { ModelHead } from './model-head.tsx';
import './model-tab.css';

/** The generated model, read-only, or a model of one's own. */
export const ModelTab = () => <OfSubject kernel={<GeneratedModel />} model={<OwnModel />} />;

export function ModelTabTools() {
  const page = usePage();
  const lines = useSessionState(({ derived }) => derived.promela?.sources.length ?? 0);
  const left = useSessionState(({ model }) => model.document?.name);
  const note = <span className="tabs-note note clipped">{`Generated, ${lines} lines`}</span>;
  const kernel = left !== undefined ? [RETURN, DETACH] : [DETACH];
  const actions = useSubject().of({ kernel, model: [ATTACH] });
  return (
    <>
      <OfSubject kernel={note} model={null} />
      {actions.map((action) => (
        <Button
          key={action.id}
          className="button small"
          isDisabled={action.isEnabled?.(page()) === false}
          onPress={() => action.run(page())}
        >
          {action.labelOn?.(page()) ?? action.label}
        </Button>
      ))}
    </>
  );
}

/** Brings the tab to the front once a model is open. */
export function useModelTab(): void {
  const editor = useSubject().of({ kernel: undefined, model: 'promela' as const });
  useEffect(() => {
    if (editor) open({ editor });
  }, [editor]);
}

function GeneratedModel() {
  const commands = useCommands();
  const promela = useSessionState(({ derived }) => derived.promela);
  const isOwn = useSessionState(isOwnModel);
  if (!promela)
    return (
      <PanelMessage icon="warning" title="No model yet">
        The kernel has errors. Mend them in its text, and the model appears here.
      </PanelMessage>
    );
  const { text } = promela;
  return (
    <FollowingEditor
      stepOf={({ line }) => (line > 0 ? wordsOfLine(text, line) : undefined)}
      isStale={!isOwn}
      text={text}
      language={PROMELA}
      label="Generated Promela model"
      onLine={(line) => isOwn && void goToModelLine(commands, line)}
    />
  );
}

function OwnModel() {
  const commands = useCommands();
  const page = usePage();
  const document = useSessionState(({ model }) => model.document);
  const reading = useSessionState(({ model }) => model.reading);
  const isStale = useSessionState(({ model }) =>
    isOfOtherModel(model.trail?.question, model.document),
  );
  const jump = useOpened(({ modelJump }) => modelJump);
  const { diagnostics } = reading;
  const marks = useMemo(() => marksOf(diagnostics), [diagnostics]);
  if (!document) return null;
  return (
    <>
      <ModelHead {...{ document, reading, ...commands }} onOpen={() => OPEN_MODEL.run(page())} />
      <FollowingEditor
        stepOf={({ line }) => (line > 0 ? wordsOfLine(document.text, line) : undefined)}
        isStale={isStale}
        text={document.text}
        language={PROMELA}
        label="Promela model"
        onChange={commands.setModelText}
        marks={marks}
        jump={jump}
      />
      <DiagnosticsList
        text={document.text}
        diagnostics={diagnostics}
        isUnread={reading.phase === 'running'}
        onJump={showModelPlace}
        mendingsOf={async () => []}
        onMend={() => undefined}
        of="model"
      />
    </>
  );
}
