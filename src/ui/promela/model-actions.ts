import { MODEL_EXAMPLES } from '../../session/promela/model-examples.ts';
import type { Action, Page } from '../shared/action.ts';
import { open } from '../shared/opened.ts';
import { chooseFiles } from '../workspace/computer-files.ts';
import { openModelFiles } from './model-files.ts';
import { subjectOf } from '../../session/subject.ts';

export const DETACH: Action<Page> = {
  id: 'detach-model',
  label: 'Edit as a model of its own',
  group: 'Promela',
  isEnabled: ({ state }) =>
    subjectOf(state).of({ kernel: state.derived.promela !== undefined, model: false }),
  run: ({ commands }) => commands.detachModel(),
};

export const ATTACH: Action<Page> = {
  id: 'attach-model',
  label: 'Back to the kernel',
  group: 'Promela',
  isEnabled: ({ state }) => subjectOf(state).of({ kernel: false, model: true }),
  run({ commands }) {
    commands.attachModel();
    open({ editor: 'kernel' });
  },
};

export const RETURN: Action<Page> = {
  id: 'return-to-model',
  label: 'Back to the model of its own',
  labelOn: ({ state }) => `Back to ${state.model.document?.name ?? 'the model'}`,
  group: 'Promela',
  isEnabled: ({ state }) =>
    subjectOf(state).of({ kernel: state.model.document !== undefined, model: false }),
  run: ({ commands }) => commands.returnToModel(),
};

export const OPEN_MODEL: Action<Page> = {
  id: 'open-model',
  label: 'Open a .pml file',
  group: 'Promela',
  run: (page) => void chooseFiles().then((files) => openModelFiles(page, files)),
};

export const CHECK_MODEL: Action<Page> = {
  id: 'check-model',
  label: 'Check the model',
  group: 'Promela',
  isEnabled({ state }) {
    const subject = subjectOf(state);
    return subject.of({ kernel: false, model: !subject.isVerifying(state) });
  },
  run: ({ commands }) => commands.checkModel(),
};

export const MODEL_ACTIONS: readonly Action<Page>[] = [
  DETACH,
  RETURN,
  ATTACH,
  OPEN_MODEL,
  CHECK_MODEL,
  ...MODEL_EXAMPLES.map((example): Action<Page> => ({
    id: `model-${example.id}`,
    label: example.label,
    group: 'Promela example',
    run: ({ commands }) => commands.openModel(`${example.id}.pml`, withExample(example)),
  })),
];

export const withExample = ({ id, text, tuning }: (typeof MODEL_EXAMPLES)[number]) => ({
  text,
  example: id,
  ...(tuning && { tuning }),
});
