import { isCheck, isTuning, type Saved } from '../kept/history-schema.ts';
import type { createModelChecks } from './model-checks.ts';
import { type ModelDocument, printOfModel } from './model-document.ts';
import type { ModelPlace } from './model-place.ts';
import type { createModelTunings } from './model-tunings.ts';

interface Showing {
  readonly checks: ReturnType<typeof createModelChecks>;
  readonly tunings: ReturnType<typeof createModelTunings>;
  /** Opens a model in the place of the one that is open. */
  readonly put: (document: ModelDocument) => void;
  readonly tell: (words: string) => void;
}

/** What shows what was found of models in earlier times. */
export function createKeptAnswers(
  { history, view, set }: ModelPlace,
  { checks, tunings, put, tell }: Showing,
) {
  return {
    /** Shows what was found last of the model that is open, where nothing else is shown. */
    async showKept(): Promise<void> {
      const { document } = view();
      if (!document) return;
      const print = printOfModel(document);
      const found = (await history.load()).filter(({ model }) => model?.print === print);
      const [check, tuning] = [found.find(isCheck), found.find(isTuning)];
      const [ofCheck, ofTuning] = await Promise.all([
        check && history.check(check.id),
        tuning && history.content(tuning.id),
      ]);
      const { document: present, check: checked, tuning: tuned } = view();
      if (!present || printOfModel(present) !== print) return;
      const isFirst = checked.phase === 'none' && tuned.phase === 'none';
      if (check && ofCheck && checked.phase === 'none')
        checks.show(check, ofCheck, present, isFirst && found[0] === check);
      if (tuning && tuned.phase === 'none')
        tunings.show(tuning, ofTuning, present, isFirst && found[0] === tuning);
    },
    /** Opens what the list of runs shows, with its model. */
    async restore(saved: Saved): Promise<void> {
      const check = isCheck(saved) ? await history.check(saved.id) : undefined;
      const content = isCheck(saved) ? undefined : await history.content(saved.id);
      const { document } = view();
      const isOpen = document !== undefined && printOfModel(document) === saved.model?.print;
      const model = isOpen ? document : (check ?? content)?.document;
      if (!model || !saved.model || (isCheck(saved) && !check)) {
        tell(`${saved.name} cannot be opened: what it found is not in this browser any more.`);
        return;
      }
      const { print: _, ...question } = saved.model;
      const asked = { ...model, ...question };
      if (isOpen) set({ document: asked });
      else put(asked);
      if (isTuning(saved)) tunings.show(saved, content, asked, true);
      else if (check) checks.show(saved, check, asked, true);
    },
  };
}
