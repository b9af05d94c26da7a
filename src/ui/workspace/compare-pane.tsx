import { useMemo, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { type ComparedKernel, KERNEL_SPLITS } from '../../session/jobs/kernel-splits.ts';
import { DiffEditor } from '../editor/diff-editor.tsx';
import { OPENCL_C } from '../editor/languages/opencl-c.ts';
import { differingRows } from '../results/runs-words.ts';
import { Icon } from '../shared/icons.tsx';
import { closeDialog, useOpened } from '../shared/opened.ts';
import { useCommands, usePage, useSessionState, useJob } from '../shared/session-context.tsx';
import { comparables, firstCompared } from './compare-options.ts';
import './compare-pane.css';
import { ComparedSplits } from './compared-splits.tsx';
import { KernelPicker } from './kernel-picker.tsx';

/** Two kernels side by side, over the whole window. */
export function CompareDialog() {
  const isOpen = useOpened(({ dialog }) => dialog === 'kernels-compared');
  return (
    <ModalOverlay
      className="modal-overlay compare-overlay"
      isOpen={isOpen}
      onOpenChange={closeDialog}
    >
      <Modal className="modal compare-modal">
        <Dialog className="compare column">
          <Heading slot="title" level={2} className="visually-hidden">
            Two kernels side by side
          </Heading>
          <Compare />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Compare() {
  const page = usePage();
  const settings = useSessionState((state) => state.settings);
  const kernels = useSessionState((state) => state.kernels);
  const history = useSessionState((state) => state.history);
  const view = useJob(KERNEL_SPLITS);
  const { ask, cancelJob } = useCommands();
  const [sides, setSides] = useState(() => ({ left: firstCompared(page().state), right: 'open' }));
  const sections = useMemo(
    () => comparables({ settings, kernels, history }),
    [settings, kernels, history],
  );
  const find = (id: string): ComparedKernel | undefined =>
    sections.flatMap(({ all }) => all).find((one) => one.id === id)?.kernel;
  // Another tab may have deleted it.
  const left = find(sides.left) ?? find('open');
  const right = find(sides.right) ?? find('open');
  if (!left || !right) return null;
  const isOfThese =
    view.kernels[0]?.settings === left.settings && view.kernels[1]?.settings === right.settings;
  return (
    <>
      <div className="compare-head row">
        <KernelPicker
          label="Left"
          sections={sections}
          value={sides.left}
          placeholder={left.name}
          onChoose={(id) => setSides({ ...sides, left: id })}
        />
        <KernelPicker
          label="Right"
          sections={sections}
          value={sides.right}
          placeholder={right.name}
          onChoose={(id) => setSides({ ...sides, right: id })}
        />
        <Button slot="close" className="icon-button" aria-label="Close">
          <Icon name="close" />
        </Button>
      </div>
      <DiffEditor
        language={OPENCL_C}
        left={{ name: left.name, text: left.settings.kernelText }}
        right={{ name: right.name, text: right.settings.kernelText }}
      />
      <div className="compare-below">
        <Differences left={left} right={right} />
        <ComparedSplits
          names={[left.name, right.name]}
          view={isOfThese ? view : undefined}
          onStart={() => ask(KERNEL_SPLITS, [left, right])}
          onCancel={() => cancelJob(KERNEL_SPLITS)}
        />
      </div>
    </>
  );
}

interface Two {
  readonly left: ComparedKernel;
  readonly right: ComparedKernel;
}

/** The settings in which two kernels differ. */
function Differences({ left, right }: Two) {
  const rows = differingRows([left.settings, right.settings]).filter(
    ({ name }) => name !== 'kernel',
  );
  return (
    <section aria-label="Settings that differ" className="compare-settings">
      <h3>Settings that differ</h3>
      {rows.length === 0 ? (
        <p>None: platform, semantics, level and method are the same.</p>
      ) : (
        <table className="table" aria-label="Settings that differ">
          <thead>
            <tr>
              <th scope="col">setting</th>
              <th scope="col">left</th>
              <th scope="col">right</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{values[0]}</td>
                <td>{values[1]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
