import { useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { subjectOf } from '../../session/subject.ts';
import { isFileModified } from '../../session/workspace/files.ts';
import { useCommands, usePage, useSessionState } from '../shared/session-context.tsx';
import { usePresentation } from '../theme/presentation.ts';
import './document-bar.css';
import { FILE_ACTIONS } from './file-actions.ts';
import { FileMenu } from './file-menu.tsx';
import { chosenKernel, kernelSections, openedKernel } from './kernel-options.ts';
import { KernelPicker } from './kernel-picker.tsx';

export function DocumentBar() {
  const page = usePage();
  const { openExample, openKernel, sealUndo } = useCommands();
  const kernels = useSessionState((state) => state.kernels);
  const document = useSessionState((state) => state.document);
  const opened = useSessionState(useShallow(openedKernel));
  const kernelName = useSessionState((state) => state.derived.kernelName);
  const model = useSessionState((state) => subjectOf(state).model(state)?.name);
  const isPresented = usePresentation(({ isOn }) => isOn);
  const settings = useSessionState((state) => state.settings);
  const isModified = useMemo(() => isFileModified({ settings, document }), [settings, document]);
  const sections = useMemo(() => kernelSections(kernels, document), [kernels, document]);

  const isNamed = kernels.some(
    ({ id, name }) => id === document.id && name === document.file?.name,
  );

  // Typing in a field is one undo step.
  useEffect(() => {
    window.addEventListener('focusout', sealUndo);
    return () => window.removeEventListener('focusout', sealUndo);
  }, [sealUndo]);

  return (
    <>
      <FileMenu actions={FILE_ACTIONS} page={page} />
      <KernelPicker
        label="Kernel"
        {...(model === undefined ? opened : { value: null, placeholder: model })}
        sections={sections}
        onChoose={(value) => {
          const { kind, id } = chosenKernel(value);
          if (kind === 'own') openKernel(id);
          else openExample(id);
        }}
      />
      {isPresented && kernelName !== undefined && (
        <strong className="presented-name">{kernelName}</strong>
      )}
      {document.file && model === undefined && (
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
