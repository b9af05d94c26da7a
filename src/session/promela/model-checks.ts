import { Failure } from '../../base/failure.ts';
import { uniqueId } from '../../base/unique-id.ts';
import type { CheckResult } from '../../checker/index.ts';
import { embeddedCOf } from '../../promela/index.ts';
import type { SessionTools } from '../tools.ts';
import { jobOf } from '../jobs/job.ts';
import { trust } from '../workspace/open-document.ts';
import { type CheckContent, resultsOf, type SavedCheck } from '../kept/saved-check.ts';
import { checking } from './model-checking.ts';
import {
  askedOf,
  askedProblem,
  definesProblem,
  type ModelDocument,
  searchOptionsOf,
} from './model-document.ts';
import type { ModelPlace } from './model-place.ts';
import {
  foundBy,
  isOfOtherModel,
  MODEL_CHECK,
  type ModelCheckView,
  questionOfModel,
} from './model-view.ts';

/** Models' checks, running and kept, and the runs they found. */
export function createModelChecks(tools: SessionTools, place: ModelPlace) {
  const { store, jobs, now } = tools;
  const { history, view, set, isAllowed, searching, asking, known } = place;
  const shown = (): ModelCheckView => jobOf(store.getState(), MODEL_CHECK);

  async function check(): Promise<void> {
    const { document } = view();
    if (!document || shown().phase === 'running') return;
    if (askedProblem(document.asked) ?? definesProblem(document)) return;
    trust(store);
    set({ consent: undefined });
    const { asked } = document;
    const question = questionOfModel(document);
    const posed = { document, asked: askedOf(asked), options: searchOptionsOf(asked) };
    const before = foundBy(shown());
    const hasEarlier = before.results.length > 0 && !isOfOtherModel(before.question, document);
    const begun = { question, ...(hasEarlier && { earlier: before }) };
    const id = uniqueId();
    let kept = Promise.resolve();
    const keep = (): void => {
      const now = shown();
      if (now.question !== question) return;
      const isStopped = now.phase !== 'ended';
      kept = kept.then(() => history.keepCheck(id, { document, view: now, isStopped }));
    };
    await jobs.start(MODEL_CHECK, begun, async function* (jobTools) {
      const failed = (error: unknown) => ({
        failure: error instanceof Failure ? error : undefined,
      });
      const steps = checking({ ...posed, searching, now }, jobTools);
      for await (const change of asking({ for: 'check' }, steps, failed)) {
        const isFirst = !shown().results.some(hasTrail);
        yield change;
        if (isFirst) showFirstTrail();
        // The page may be left before the next search ends.
        if (change.results) keep();
      }
    });
    if (view().consent) return jobs.forget(MODEL_CHECK);
    keep();
    known(document);
  }

  function showTrail(at: number): void {
    const { results, question } = foundBy(shown());
    const result = results[at];
    if (!result?.trail || !question) return;
    const { check: searched, status, trail: packed, verifier } = result;
    const title = `${searched.what}: ${status}`;
    set({ trail: { title, packed, words: [], verifier, question } });
  }

  const showFirstTrail = (): void => showTrail(shown().results.findIndex(hasTrail));

  return {
    commands: {
      checkModel: () => void check(),
      /** Opens a run found by a search of a check. */
      showModelTrail: showTrail,
    },
    /** Shows a kept check of the open model.
     * @param isLast nothing newer is known: open its run too. */
    show(
      { seconds }: SavedCheck,
      content: CheckContent,
      document: ModelDocument,
      isLast: boolean,
    ): void {
      jobs.show(MODEL_CHECK, {
        phase: 'ended',
        results: resultsOf(content),
        notes: content.notes,
        question: questionOfModel(document),
        startedAt: isLast ? now() : 0,
        ...(seconds !== undefined && { seconds }),
      });
      const c = embeddedCOf(content.model);
      if (isLast && (c.length === 0 || isAllowed(c))) showFirstTrail();
    },
  };
}

const hasTrail = ({ trail }: CheckResult): boolean => trail !== undefined;
