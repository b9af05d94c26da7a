import { isCheck, isTuning, type Saved } from '../kept/history-schema.ts';
import type { createModelChecks } from './model-checks.ts';
import { type ModelDocument, printOfModel } from './model-document.ts';
import { jobOf } from '../jobs/job.ts';
import type { SessionTools } from '../tools.ts';
import { MODEL_CHECK, MODEL_TUNING } from './model-view.ts';
import type { ModelPlace } from './model-place.ts';
import type { createModelTunings } from './model-tunings.ts';

interface Showing {
  readonly checks: ReturnType<typeof createModelChecks>;
  readonly tunings: ReturnType<typeof createModelTunings>;
  /** Replaces the open model. */
  readonly put: (document: ModelDocument) => void;
  readonly tell: (words: string) => void;
}

/** Shows earlier answers of models. */
export function createKeptAnswers(
  { store }: Pick<SessionTools, 'store'>,
  { history, view, set }: ModelPlace,
  { checks, tunings, put, tell }: Showing,
) {
  return {
    /** Shows the open model's last findings, if nothing else is shown. */
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
      const { document: present } = view();
      const state = store.getState();
      const [checked, tuned] = [jobOf(state, MODEL_CHECK), jobOf(state, MODEL_TUNING)];
      if (!present || printOfModel(present) !== print) return;
      const isFirst = checked.phase === 'none' && tuned.phase === 'none';
      if (check && ofCheck && checked.phase === 'none')
        checks.show(check, ofCheck, present, isFirst && found[0] === check);
      if (tuning && tuned.phase === 'none')
        tunings.show(tuning, ofTuning, present, isFirst && found[0] === tuning);
    },
    /** Opens a listed run with its model. */
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
