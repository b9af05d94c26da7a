import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isFileModified } from '../../session/workspace/files.ts';
import { ModelPickerBar } from '../promela/model-picker-bar.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { OfSubject, useCommands, usePage, useSessionState } from '../shared/session-context.tsx';
import { useSteady } from '../shared/steady.ts';
import { usePresentation } from '../theme/presentation.ts';
import './document-bar.css';
import { FILE_ACTIONS } from './file-actions.ts';
import { FileMenu } from './file-menu.tsx';
import { chosenKernel, exampleLanguage, kernelSections, openedKernel } from './kernel-options.ts';
import { KernelPicker } from './kernel-picker.tsx';

/** What is worked on, and its files. */
export function DocumentBar() {
  const page = usePage();
  const { sealUndo } = useCommands();
  // Typing in a field is one undo step.
  useEffect(() => {
    window.addEventListener('focusout', sealUndo);
    return () => window.removeEventListener('focusout', sealUndo);
  }, [sealUndo]);
  return (
    <>
      <FileMenu actions={FILE_ACTIONS} page={page} />
      <OfSubject kernel={<KernelBar />} model={<ModelPickerBar />} />
    </>
  );
}

type Language = keyof typeof LANGUAGES;

const LANGUAGES = { opencl: 'OpenCL', cuda: 'CUDA' } as const;

function KernelBar() {
  const { openExample, openKernel } = useCommands();
  const kernels = useSessionState((state) => state.kernels);
  const document = useSessionState((state) => state.document);
  const opened = useSessionState(useShallow(openedKernel));
  const kernelName = useSessionState((state) => state.derived.kernelName);
  const isPresented = usePresentation(({ isOn }) => isOn);
  const example = useSessionState(({ settings }) => settings.example);
  const isModified = useSessionState(isFileModified);
  const openLanguage = useSessionState(exampleLanguage);
  const [chosen, setChosen] = useState<{ readonly of: string; readonly language: Language }>();
  // Another example that is opened brings its own.
  const language = chosen?.of === example ? chosen.language : openLanguage;
  const sections = useMemo(
    () => kernelSections(kernels, document, language),
    [kernels, document, language],
  );

  const head = useMemo(
    () => (
      <div className="example-language">
        <Segmented
          label="Language of the examples"
          options={LANGUAGES}
          value={language}
          onChange={(to) => setChosen({ of: example, language: to })}
        />
      </div>
    ),
    [language, example],
  );
  const onChoose = useSteady((value: string) => {
    const { kind, id } = chosenKernel(value);
    if (kind === 'own') openKernel(id);
    else openExample(id);
  });

  const isNamed = kernels.some(
    ({ id, name }) => id === document.id && name === document.file?.name,
  );

  return (
    <>
      <KernelPicker
        label="Kernel"
        {...opened}
        sections={sections}
        head={head}
        onChoose={onChoose}
      />
      {isPresented && kernelName !== undefined && (
        <strong className="presented-name">{kernelName}</strong>
      )}
      {document.file && (
        <span className="file-state note one-line" title={document.file.name} data-testid="file">
          {/* Where the list beside it says the name already, it is not shown twice. */}
          <span className={isNamed ? 'visually-hidden' : 'file-name'}>
            {document.file.name}
            {isModified && ', '}
          </span>
          {isModified && 'modified'}
        </span>
      )}
    </>
  );
}
