import { useMemo } from 'react';
import { MODEL_EXAMPLES } from '../../session/promela/model-examples.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { KernelPicker } from '../workspace/kernel-picker.tsx';
import { withExample } from './model-actions.ts';

const EARLIER = 'earlier-';

/** The open model: a classic, an earlier one, or another. */
export function ModelPickerBar() {
  const { openModel, openEarlierModel } = useCommands();
  const document = useSessionState(({ model }) => model.document);
  const earlier = useSessionState(({ model }) => model.earlier);
  const sections = useMemo(
    () => [
      {
        title: 'Earlier models',
        options: earlier.map(({ name }, at) => ({ id: `${EARLIER}${at}`, label: name })),
      },
      {
        title: 'Classics',
        options: MODEL_EXAMPLES.map(({ id, label, help }) => ({ id, label, help })),
      },
    ],
    [earlier],
  );
  if (!document) return null;
  const { example, text, name } = document;
  const isExample = MODEL_EXAMPLES.some((one) => one.id === example && one.text === text);
  return (
    <KernelPicker
      label="Model"
      sections={sections}
      value={isExample && example !== undefined ? example : null}
      placeholder={name}
      onChoose={(id) => {
        const found = MODEL_EXAMPLES.find((one) => one.id === id);
        if (found) return openModel(`${id}.pml`, withExample(found));
        const left = earlier[Number(id.replace(EARLIER, ''))];
        if (left) openEarlierModel(left.text);
      }}
    />
  );
}
