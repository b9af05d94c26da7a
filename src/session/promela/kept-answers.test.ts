import { afterAll, expect, test } from 'vitest';
import { exampleModel, isOver, modelPages, until } from '../../testing/model-page.ts';
import { memoryHistory } from '../../testing/session.ts';
import type { Session } from '../core.ts';
import type { SessionState } from '../state.ts';
import { jobOf } from '../jobs/job.ts';
import { MODEL_CHECK, MODEL_TUNING } from './model-view.ts';
import { MODEL_RUN } from '../model-run/model-run-view.ts';

const { page, dispose } = await modelPages();
afterAll(dispose);

const visited = () => new Map([['overtime.visited', 'yes']]);

async function checked(session: Session) {
  session.commands.checkModel();
  const { check } = await until(session, (state) => isOver(jobOf(state, MODEL_CHECK).phase));
  return check;
}

const listed = (session: Session, count: number) =>
  until(
    session,
    ({ history }) => history.length === count && history.every(({ unkept }) => !unkept),
  );

test('what a check has found is there after a reload, with its run', async () => {
  const [kept, history] = [visited(), memoryHistory()];
  const first = await page(kept, history);
  first.commands.openModel('unfair.pml', { text: exampleModel('unfair') });
  const { results, notes, seconds } = await checked(first);
  expect(results.map(({ status }) => status)).toEqual(['holds', 'violated']);
  await expect
    .poll(async () => (await history.summaries.entries()).map(([, saved]) => saved))
    .toMatchObject([{ isStopped: false }]);

  const again = await page(kept, history);
  const { check, trail } = await until(again, ({ model }) => model.trail !== undefined);
  expect(check).toMatchObject({ phase: 'ended', notes, seconds });
  expect(check.results).toEqual(results);
  expect(trail?.title).toBe('ltl everybody: violated');
  await until(again, (state) => jobOf(state, MODEL_RUN).phase === 'ended');
  expect(jobOf(again.store.getState(), MODEL_RUN).trace?.loop?.first).toBeGreaterThan(0);

  // Behind another model, the list of runs still opens it.
  again.commands.openModel('other.pml', { text: 'byte other;' });
  expect(jobOf(again.store.getState(), MODEL_CHECK).phase).toBe('none');
  const [saved] = again.store.getState().history;
  expect(saved).toMatchObject({
    kind: 'check',
    name: 'unfair.pml',
    searches: [
      { what: 'assertions and invalid end states', status: 'holds' },
      { what: 'ltl everybody', status: 'violated' },
    ],
  });
  again.commands.restoreRun(saved?.id ?? '');
  const restored = await until(again, ({ model }) => model.trail !== undefined);
  expect(restored.document?.name).toBe('unfair.pml');
  expect(restored.check.results).toEqual(results);
}, 60_000);

test('a check takes the place of one that asked the same; another question stands beside it', async () => {
  const session = await page();
  session.commands.openModel('a.pml', { text: 'byte x; active proctype p() { x = 1 }' });
  await checked(session);
  await listed(session, 1);
  await checked(session);
  session.commands.setModelAsked({ what: 'formula', formula: '[] (x < 2)' });
  await checked(session);
  await listed(session, 2);
  expect(session.store.getState().history).toMatchObject([
    { searches: [{ what: 'the formula [] (x < 2)', status: 'holds' }] },
    { searches: [{ what: 'assertions and invalid end states', status: 'holds' }] },
  ]);
}, 60_000);

test('the run of a model with C that is kept waits for the word of who has not let it run', async () => {
  const [kept, history] = [visited(), memoryHistory()];
  const first = await page(kept, history);
  const text = 'byte x; active proctype p() { c_code { now.x = 3; }; assert(x == 4) }';
  first.commands.openModel('c.pml', { text });
  first.commands.checkModel();
  await until(
    first,
    (state) => state.model.consent !== undefined && jobOf(state, MODEL_CHECK).phase === 'none',
  );
  first.commands.answerC(true);
  const { check } = await until(first, (state) => isOver(jobOf(state, MODEL_CHECK).phase));
  await listed(first, 1);

  const allowed = await page(kept, history);
  await until(allowed, ({ model }) => model.trail !== undefined);

  const stranger = await page(visited(), history);
  stranger.commands.openModel('c.pml', { text });
  const { check: shown, trail } = await until(stranger, (state) =>
    isOver(jobOf(state, MODEL_CHECK).phase),
  );
  expect(shown.results).toEqual(check.results);
  expect(trail).toBeUndefined();
}, 60_000);

/** Too many states for anyone to see the end. */
const LONG = `int cost, n; bool done; byte a, b, c;
active proctype p() { select(n : 1 .. 9); cost = n; done = true }
active [2] proctype q() { do :: a++ :: b++ :: c++ od }
`;

test('what a tuning had found when it was stopped is there after a reload, and takes no place of a proof', async () => {
  const [kept, history] = [visited(), memoryHistory()];
  const first = await page(kept, history);
  first.commands.openModel('long.pml', { text: LONG });
  first.commands.setModelTuning({
    parameters: ['n'],
    objective: 'cost',
    when: 'done',
    goal: 'smallest',
  });
  first.commands.tune();
  await until(first, (state) => jobOf(state, MODEL_TUNING).run.best !== undefined);
  first.commands.cancel();
  const { tuning } = await until(first, (state) => isOver(jobOf(state, MODEL_TUNING).phase));
  expect(tuning.run.result).toMatchObject({ status: 'cancelled' });
  await listed(first, 1);

  const again = await page(kept, history);
  const { tuning: found } = await until(again, (state) => isOver(jobOf(state, MODEL_TUNING).phase));
  // Its run is searched for again.
  const { trail: _, ...result } = { ...tuning.run.result };
  expect(found.run.result).toEqual(result);
  expect([...found.run.configurations]).toEqual([...tuning.run.configurations]);
}, 60_000);

test('the answer of a file with a model is there after a reload, until another takes its place', async () => {
  const sender = await page();
  const text =
    'int n, cost; bool done; active proctype p() { select(n : 1 .. 3); cost = n; done = true }';
  sender.commands.openModel('small.pml', { text });
  sender.commands.setModelTuning({
    parameters: ['n'],
    objective: 'cost',
    when: 'done',
    goal: 'smallest',
  });
  sender.commands.tune();
  await until(sender, (state) => isOver(jobOf(state, MODEL_TUNING).phase));
  const file = await sender.commands.workbenchFile({});
  if (!file.ok) throw new Error(file.message);

  const [kept, history] = [visited(), memoryHistory()];
  const receiver = await page(kept, history);
  expect(await receiver.commands.openWorkbench('small.json', file.text)).toBeUndefined();
  const again = await page(kept, history);
  const { tuning } = await until(again, (state) => isOver(jobOf(state, MODEL_TUNING).phase));
  expect(tuning.run).toMatchObject({ origin: { name: 'small.json' }, result: { minTime: 1 } });
  again.commands.tune();
  await until(
    again,
    (state) => isOver(jobOf(state, MODEL_TUNING).phase) && !jobOf(state, MODEL_TUNING).run.origin,
  );
  const later = await page(kept, history);
  const { tuning: own } = await until(later, (state) => isOver(jobOf(state, MODEL_TUNING).phase));
  expect(own.run).toMatchObject({ result: { minTime: 1, status: 'proved' } });
  expect(own.run.origin).toBeUndefined();
}, 60_000);

/** Searches for seconds, but finds the answer early. */
const WALKS = `int cost, n; bool done; byte w;
active proctype p() { select(n : 1 .. 9); cost = 20 - (n - 4) * (n - 4); done = true }
active [2] proctype q() { byte i; do :: i < 60 -> i++; w++ :: else -> break od }
`;

test.each(['largest', 'smallest'] as const)(
  'a tuning for the %s that is cut off goes on from what it had, and comes to the same',
  async (goal) => {
    const tune = async (session: Session, isSo: Parameters<typeof until>[1]) => {
      session.commands.openModel('walks.pml', { text: WALKS });
      const asked = { parameters: ['n'], objective: 'cost', when: 'done', goal };
      session.commands.setModelTuning(asked);
      session.commands.tune();
      return (await until(session, isSo)).tuning.run;
    };
    const ended = (state: SessionState) => isOver(jobOf(state, MODEL_TUNING).phase);
    const whole = (await tune(await page(), ended)).result;
    expect(whole).toMatchObject(
      goal === 'largest'
        ? { status: 'proved', minTime: 20, optima: [{ n: 4 }] }
        : { status: 'proved', minTime: -5, optima: [{ n: 9 }] },
    );
    expect(whole?.from).toBeUndefined();

    const kept = visited();
    const cut = await page(kept);
    await tune(cut, () => (kept.get('overtime.bounds.1') ?? '').includes('best'));
    cut.commands.cancel();
    await until(cut, ended);
    const again = await tune(await page(kept), ended);
    const { status, minTime, optima } = again.result ?? {};
    expect({ status, minTime, optima }).toEqual({
      status: whole?.status,
      minTime: whole?.minTime,
      optima: whole?.optima,
    });
    expect(again.result?.from).toBeDefined();
  },
  120_000,
);
