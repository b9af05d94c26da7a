import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { exampleModel } from '../../testing/model-page.ts';
import { storageOf, world } from '../../testing/session.ts';
import { createSessionWith, type Session } from '../core.ts';
import { MODEL_RUN, type ModelRunView } from './model-run-view.ts';
import { jobOf } from '../jobs/job.ts';
import { MODEL_TUNING } from '../promela/model-view.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const PETERSON = exampleModel('peterson');
const PACKING = exampleModel('packing');

async function opened(text: string): Promise<Session> {
  const kept = new Map([['overtime.visited', 'yes']]);
  const session = createSessionWith(
    world({
      toolchain: () => toolchain,
      storage: storageOf(kept),
      tabStorage: storageOf(kept),
      hasCompiler: () => true,
      pause: () => Promise.resolve(),
    }),
  );
  await Promise.resolve();
  session.commands.openModel('model.pml', { text });
  return session;
}

const until = ({ store }: Session, isSo: (run: ModelRunView) => boolean): Promise<ModelRunView> =>
  new Promise((resolve) => {
    const look = (): void => {
      const modelRun = jobOf(store.getState(), MODEL_RUN);
      if (!isSo(modelRun)) return;
      stop();
      resolve(modelRun);
    };
    const stop = store.subscribe(look);
    look();
  });

test('the run of a check is followed, and a simulation goes along it and on', async () => {
  const session = await opened(PETERSON);
  const { commands } = session;
  commands.setModelAsked({ what: 'claim', claim: 'enters' });
  commands.checkModel();
  const { trail, automata, title } = await until(session, (run) => run.automata !== undefined);
  expect(title).toBe('ltl enters: violated');
  expect(trail?.loop?.first).toBeGreaterThan(0);
  expect(automata?.map(({ name }) => name)).toContain('user');

  // Stops half way: the trail's next step is a marked choice.
  const stops = trail?.stops ?? [];
  const middle = stops[Math.floor(stops.length / 2)] ?? 0;
  commands.simulateModel({ upTo: middle });
  const guided = await until(
    session,
    ({ origin, phase }) => origin === 'simulation' && phase === 'ended',
  );
  const said = (run: typeof trail) =>
    run?.stops.flatMap((stop) => {
      const { statement = '' } = run.step(stop) ?? {};
      return statement.startsWith('goto') ? [] : `${run.processOf(stop)?.label} ${statement}`;
    });
  const before = said(trail)?.slice(0, stops.indexOf(middle) + 1) ?? [];
  expect(said(guided.trace)?.slice(0, before.length)).toEqual(before);
  const [next] = guided.choices?.filter(({ isOfTrail }) => isOfTrail) ?? [];
  expect(next).toBeDefined();

  commands.simulateModel({ choices: [...guided.taken, next?.number ?? 0] });
  const further = await until(session, ({ taken }) => taken.length > guided.taken.length);
  expect(said(further.trace)).toEqual(said(trail)?.slice(0, said(further.trace)?.length));
  commands.showTrailAgain();
  expect(jobOf(session.store.getState(), MODEL_RUN)).toMatchObject({
    origin: 'trail',
    trace: trail,
  });
}, 120_000);

test('the run of a tuning is simulated without its claim, and goes on behind its answer', async () => {
  const session = await opened(PACKING);
  const { commands, store } = session;
  commands.setModelTuning({
    parameters: ['width', 'height'],
    objective: 'cost',
    when: 'packed',
    goal: 'smallest',
  });
  commands.tuneModel();
  const { trail, hasC } = await until(session, ({ phase }) => phase === 'ended');
  expect(hasC).toBe(false);
  // All of it, as the verifier told it.
  const last = trail?.stops.at(-1) ?? 0;
  commands.simulateModel({ upTo: last });
  const { trace, choices, message } = await until(
    session,
    ({ origin, phase }) => phase === 'failed' || (origin === 'simulation' && phase === 'ended'),
  );
  expect(message).toBeUndefined();
  const told = (run: typeof trail) =>
    run?.variablesAt(run.count - 1).map(({ variable, value }) => [variable.name, value]);
  const chosen = jobOf(store.getState(), MODEL_TUNING).run.result?.optima[0];
  expect(told(trace)).toEqual(
    expect.arrayContaining([
      ['width', String(chosen?.['width'])],
      ['height', String(chosen?.['height'])],
      ['packed', '1'],
    ]),
  );
  // Nobody can do anything more.
  expect(choices).toBeUndefined();

  // From the start it may follow the trail or leave it.
  commands.simulateModel({ upTo: trail?.stops[0] ?? 0 });
  const begun = await until(
    session,
    ({ phase, choices: all }) => phase === 'ended' && all !== undefined,
  );
  expect(begun.choices?.map(({ isOfTrail }) => isOfTrail)).toContain(true);
  expect(begun.choices?.map(({ isOfTrail }) => isOfTrail)).toContain(false);
}, 120_000);

test('what cannot be simulated is said, and another model has no run', async () => {
  const session = await opened('active proctype p() { c_code { ; }; skip }');
  session.commands.simulateModel({ seed: 1 });
  const { message } = await until(session, ({ phase }) => phase === 'failed');
  expect(message).toMatch(/simulator does not run C/);
  session.commands.openModel('other.pml', { text: 'active proctype p() { skip }' });
  expect(jobOf(session.store.getState(), MODEL_RUN).phase).toBe('none');
  session.commands.simulateModel({ seed: 1 });
  const { trace } = await until(session, ({ phase }) => phase === 'ended');
  expect(trace?.run.steps.map(({ statement }) => statement)).toEqual(['(1)']);
}, 120_000);
