import { Failure } from '../../base/failure.ts';
import { uniqueId } from '../../base/unique-id.ts';
import type { CheckResult } from '../../checker/index.ts';
import { embeddedCOf } from '../../promela/index.ts';
import type { SessionTools } from '../environment.ts';
import { SideJob } from '../jobs/side-job.ts';
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
import { NO_MODEL_CHECK, questionOfModel } from './model-view.ts';

/** Checks of models of their own: what runs, what is kept of earlier ones, and the runs that they have found. */
export function createModelChecks(tools: SessionTools, place: ModelPlace) {
  const { now } = tools;
  const { history, view, set, trust, isAllowed, asking, known } = place;
  const job = new SideJob(tools, NO_MODEL_CHECK, (check) => {
    const isFirst = !view().check.results.some(hasTrail);
    set({ check });
    if (isFirst && check.phase === 'running') showFirstTrail();
  });

  async function check(): Promise<void> {
    const { document, check: before } = view();
    if (!document || before.phase === 'running') return;
    if (askedProblem(document.asked) ?? definesProblem(document)) return;
    trust();
    set({ consent: undefined });
    const { asked } = document;
    const question = questionOfModel(document);
    const posed = { document, asked: askedOf(asked), options: searchOptionsOf(asked) };
    const id = uniqueId();
    let kept = Promise.resolve();
    const keep = (): void => {
      const { check: shown } = view();
      if (shown.question !== question) return;
      const isStopped = shown.phase !== 'ended';
      kept = kept.then(() => history.keepCheck(id, { document, view: shown, isStopped }));
    };
    await job.start({ question }, async function* (jobTools) {
      const failed = (error: unknown) => ({
        failure: error instanceof Failure ? error : undefined,
      });
      const steps = checking({ ...posed, isAllowed, now }, jobTools);
      for await (const change of asking({ for: 'check' }, steps, failed)) {
        yield change;
        // The page may be left before the next search has ended.
        if (change.results) keep();
      }
    });
    if (view().consent) return job.forget();
    keep();
    known(document);
  }

  function showTrail(at: number): void {
    const {
      check: { results, question },
    } = view();
    const result = results[at];
    if (!result?.trail || !question) return;
    const { check: searched, status, trail: packed, verifier } = result;
    const title = `${searched.what}: ${status}`;
    set({ trail: { title, packed, words: [], verifier, question } });
  }

  const showFirstTrail = (): void => showTrail(view().check.results.findIndex(hasTrail));

  return {
    commands: {
      checkModel: () => void check(),
      cancelModelCheck: () => job.cancel(),
      /** Opens the run that one of the searches of a check has found. */
      showModelTrail: showTrail,
    },
    forget: () => job.forget(),
    /** Shows what a check of earlier times has found of the model that is open.
     * @param isLast nothing newer is known of the model: its run is opened as well. */
    show(
      { seconds }: SavedCheck,
      content: CheckContent,
      document: ModelDocument,
      isLast: boolean,
    ): void {
      job.show({
        ...{ phase: 'ended', results: resultsOf(content), notes: content.notes },
        ...{ question: questionOfModel(document), startedAt: isLast ? now() : 0 },
        ...(seconds !== undefined && { seconds }),
      });
      const c = embeddedCOf(content.model);
      if (isLast && (c.length === 0 || isAllowed(c))) showFirstTrail();
    },
  };
}

const hasTrail = ({ trail }: CheckResult): boolean => trail !== undefined;
