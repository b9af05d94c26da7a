import { afterAll, expect, test } from 'vitest';
import { exampleText } from '../../testing/engine.ts';
import {
  exampleModel as example,
  isOver,
  type knownOf,
  modelPages,
  until,
} from '../../testing/model-page.ts';
import { memoryHistory } from '../../testing/session.ts';
import type { Session } from '../core.ts';
import type { SessionState } from '../state.ts';
import { fragmentOf } from '../portable/link.ts';
import { portableOf } from '../portable/portable.ts';
import { placed } from '../../checker/promela/read-model.ts';
import { jobOf } from '../jobs/job.ts';
import { MODEL_CHECK, MODEL_TUNING, MODEL_RECHECK } from './model-view.ts';
import { MODEL_RUN } from '../model-run/model-run-view.ts';

const { page, dispose } = await modelPages();
afterAll(dispose);

const run = async (
  session: Session,
  isSo: (state: SessionState) => boolean,
): Promise<SessionState> => {
  await until(session, isSo);
  return session.store.getState();
};

const checked = async (session: Session): Promise<ReturnType<typeof knownOf>> => {
  session.commands.verify();
  return until(session, (state) => {
    const { phase } = jobOf(state, MODEL_CHECK);
    return state.model.consent ? phase === 'none' : isOver(phase);
  });
};

test('the model of a kernel becomes one of its own, and the kernel is as it was', async () => {
  const kept = new Map([['overtime.visited', 'yes']]);
  const session = await page(kept);
  const { commands, store } = session;
  const { settings } = store.getState();
  commands.detachModel();
  const { document } = store.getState().model;
  expect(document?.text).toContain('proctype');
  expect(document?.text).not.toContain('c_code');
  expect(document?.tuning).toEqual({
    parameters: ['WG', 'TS'],
    objective: 'time',
    when: 'FIN',
    goal: 'smallest',
  });
  commands.setModelText('byte x;\nactive proctype p() { x = 1; assert(x == 2) }\n');
  expect(store.getState().settings).toBe(settings);
  const { check, trail } = await checked(session);
  expect(check.results.map(({ status }) => status)).toEqual(['violated']);
  expect(trail?.packed.length).toBeGreaterThan(0);
  expect(trail?.verifier.model).toContain('assert(x == 2)');

  // It outlasts the page, attached or detached; so does the kernel.
  const again = await page(kept);
  expect(again.store.getState().subject).toBe('model');
  expect(again.store.getState().model.document?.text).toContain('assert(x == 2)');
  again.commands.attachModel();
  expect(again.store.getState().settings.kernelText).toBe(settings.kernelText);
  const later = await page(kept);
  expect(later.store.getState().subject).toBe('kernel');
  later.commands.returnToModel();
  expect(later.store.getState().model.document?.text).toContain('assert(x == 2)');
});

test('SPIN says in place what it does not take, in included files as well', async () => {
  const session = await page();
  session.commands.openModel('a.pml', {
    text: '#include "b.h"\nactive proctype p() {\n  x = 1;\n  y = 1\n}\n',
  });
  const isRead = ({ model }: SessionState): boolean => model.reading.phase === 'failed';
  const missing = await until(session, isRead);
  expect(missing.reading.diagnostics[0]?.message).toContain("'b.h' file not found");
  session.commands.setModelFile('b.h', 'byte x;\n');
  const rejected = await until(session, (state) => isRead(state) && state.model !== missing);
  const [first] = rejected.reading.diagnostics;
  expect(first?.message).toContain('`y` is not declared');
  expect(rejected.document?.text.slice(first?.span.start, first?.span.end)).toBe('y = 1');
});

test('what is said of an included file stands where it is included', () => {
  const text = 'byte x;\n  #include "lib/b.h"\n';
  const said = { severity: 'error', line: 7, message: 'No.', original: 'no' } as const;
  const { diagnostics } = placed({ text, files: { 'b.h': '' } }, [{ ...said, file: 'lib/b.h' }]);
  expect(diagnostics).toMatchObject([{ message: 'Line 7 of lib/b.h: No.' }]);
  const { span } = diagnostics[0] ?? { span: { start: 0, end: 0 } };
  expect(text.slice(span.start, span.end)).toBe('#include "lib/b.h"');
  expect(placed({ text, files: {} }, [{ ...said, file: 'c.h' }]).note).toBe('Line 7 of c.h: No.');
});

test('C of a model runs only once the user has let it', async () => {
  const session = await page();
  session.commands.openModel('c.pml', {
    text: '#define C c_code\nbyte x;\nactive proctype p() { C { now.x = 3; }; assert(x == 4) }\n',
  });
  const asked = await checked(session);
  expect(asked.check.phase).toBe('none');
  expect(asked.consent?.c).toEqual(['c_code { now.x = 3; }']);
  session.commands.answerC(false);
  expect(session.store.getState().model).toMatchObject({ consent: undefined });
  await checked(session);
  session.commands.answerC(true);
  const ran = await until(session, (state) => isOver(jobOf(state, MODEL_CHECK).phase));
  expect(ran.check.results[0]?.status).toBe('violated');
  // Another piece of C is asked about again.
  session.commands.setModelText('active proctype p() { c_code { ; } }');
  expect((await checked(session)).consent?.c).toEqual(['c_code { ; }']);
});

test('a model is tuned for the largest value of an expression', async () => {
  const session = await page();
  session.commands.openModel('packing.pml', { text: example('packing') });
  session.commands.setModelTuning({
    parameters: ['width', 'height'],
    objective: '2 * boxes',
    when: 'packed',
    goal: 'largest',
  });
  session.commands.tune();
  const { tuning, trail } = await until(session, (state) =>
    isOver(jobOf(state, MODEL_TUNING).phase),
  );
  expect(tuning.run.result).toMatchObject({
    status: 'proved',
    minTime: 192,
    optima: [{ width: 2, height: 2 }],
  });
  // All that divide 24 and 16; each one's best is proved too.
  const all = [...tuning.run.configurations];
  expect(all).toHaveLength(5 * 3);
  for (const { values, time, status } of all) {
    const { width = 0, height = 0 } = values;
    expect([status, time]).toEqual(['proved', 2 * (24 / width) * (16 / height)]);
  }
  expect(trail?.title).toBe('2 * boxes = 192');
  expect(trail?.words).toContain('T=-192');
});

// Compiles two verifiers, and searches with each configuration.
test(
  'what a tuning found is kept, its configurations have runs, and its proof is checked again',
  { timeout: 180_000 },
  async () => {
    const kept = new Map([['overtime.visited', 'yes']]);
    const history = memoryHistory();
    const first = await page(kept, history);
    first.commands.openModel('packing.pml', { text: example('packing') });
    const asked = { parameters: ['width', 'height'], objective: 'boxes', when: 'packed' };
    first.commands.setModelTuning({ ...asked, goal: 'largest' });
    first.commands.tune();
    const { tuning } = await until(first, (state) => isOver(jobOf(state, MODEL_TUNING).phase));
    await until(first, (state) => state.history.length > 0);
    expect(first.store.getState().history).toMatchObject([
      { name: 'packing.pml: boxes', status: 'proved', model: { tuning: asked } },
    ]);

    const again = await page(kept, history);
    const { commands, store } = again;
    const { tuning: found } = await until(
      again,
      (state) => jobOf(state, MODEL_TUNING).phase === 'ended',
    );
    const { trail: _, ...result } = { ...tuning.run.result };
    expect(found.run.result).toEqual(result);
    expect([...found.run.configurations]).toEqual([...tuning.run.configurations]);

    // A run of a worse configuration, as good as known.
    const other = [...found.run.configurations].find(({ values }) => values['width'] === 4);
    if (!other) throw new Error('there is none');
    commands.openTunedRun(other.values);
    const { trail } = await until(again, ({ model }) => model.trail !== undefined);
    expect(trail?.values).toEqual(other.values);
    expect(trail?.title).toContain(`boxes = ${other.time} at `);
    const { trace } = jobOf(
      await run(again, (state) => jobOf(state, MODEL_RUN).phase === 'ended'),
      MODEL_RUN,
    );
    expect(trace?.variablesAt(trace.count - 1)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          variable: expect.objectContaining({ name: 'width' }),
          value: '4',
        }),
      ]) as object,
    );

    // A kept run has no trail: it is searched for.
    commands.recheckTuning();
    const { recheck } = await until(again, (state) => isOver(jobOf(state, MODEL_RECHECK).phase));
    expect(recheck.checks.map(({ about, holds }) => [about, holds])).toEqual([
      ['proof', true],
      ['optima', true],
      ['times', true],
      ['searches', true],
      ['run', true],
    ]);
    expect(recheck.checks[0]?.words).toContain(
      `No run has boxes at least ${Number(result.minTime) + 1}: the search was exhausted again`,
    );
    expect(recheck.checks[3]?.words).toContain('have the same figures');

    // Kernels' and models' runs stay apart; its model comes back with it.
    commands.openModel('other.pml', { text: 'byte other;' });
    expect(jobOf(store.getState(), MODEL_TUNING).phase).toBe('none');
    const [saved] = store.getState().history;
    commands.restoreRun(saved?.id ?? '');
    await until(again, (state) => jobOf(state, MODEL_TUNING).phase === 'ended');
    expect(store.getState().model.document?.name).toBe('packing.pml');
  },
);

test('the answer of a file is checked again, and does not hold where it was changed', async () => {
  const sender = await page();
  const text =
    'int n, cost; bool done;\nactive proctype p() { select(n : 1 .. 4); cost = n - 3; done = true }\n';
  sender.commands.openModel('small.pml', { text });
  const asked = { parameters: ['n'], objective: 'cost', when: 'done', goal: 'smallest' } as const;
  sender.commands.setModelTuning(asked);
  sender.commands.tune();
  await until(sender, (state) => isOver(jobOf(state, MODEL_TUNING).phase));
  const file = await sender.commands.workbenchFile({});
  if (!file.ok) throw new Error(file.message);

  const receiver = await page();
  const { commands, store } = receiver;
  expect(await commands.openWorkbench('small.overtime.json', file.text)).toBeUndefined();
  const tuning = jobOf(store.getState(), MODEL_TUNING);
  expect(tuning).toMatchObject({
    tuning: asked,
    run: { origin: { name: 'small.overtime.json' }, result: { minTime: -2, optima: [{ n: 1 }] } },
  });
  expect([...tuning.run.configurations]).toHaveLength(4);
  commands.recheckTuning();
  const checks = async (): Promise<Readonly<Record<string, boolean | undefined>>> => {
    const { recheck } = await until(receiver, (state) => isOver(jobOf(state, MODEL_RECHECK).phase));
    return Object.fromEntries(recheck.checks.map(({ about, holds }) => [about, holds]));
  };
  expect(await checks()).toEqual({
    proof: true,
    optima: true,
    times: true,
    searches: true,
    run: true,
  });

  const changed = file.text.replaceAll('"minTime": "-2"', '"minTime": "-1"');
  expect(await commands.openWorkbench('changed.overtime.json', changed)).toBeUndefined();
  commands.recheckTuning();
  expect(await checks()).toEqual({
    proof: false,
    optima: false,
    times: true,
    searches: true,
    run: false,
  });
});

test('a model that another takes the place of can be had back', async () => {
  const { commands, store } = await page();
  commands.openModel('one.pml', { text: 'byte one;' });
  commands.openModel('two.pml', { text: 'byte two;' });
  expect(store.getState().model.earlier.map(({ name }) => name)).toEqual(['one.pml']);
  commands.openEarlierModel('byte one;');
  expect(store.getState().model.document?.name).toBe('one.pml');
  expect(store.getState().model.earlier.map(({ name }) => name)).toEqual(['two.pml']);
});

test('a link carries the model that is open, with what is asked of it, but not what C may run', async () => {
  const sender = await page();
  const text = 'byte x;\nactive proctype p() { c_code { ; } }\n';
  sender.commands.openModel('sent.pml', { text, files: { 'a.h': 'byte y;' } });
  sender.commands.setModelAsked({ what: 'formula', formula: '[] (x < 3)', fair: true });
  const { settings, model } = sender.store.getState();
  const sent = model.document && { ...model.document, allowedC: 'anything' };
  const fragment = fragmentOf(portableOf(settings, {}, exampleText, sent)) ?? '';
  const receiver = await page();
  receiver.commands.openModel('mine.pml', { text: 'byte mine;' });
  await receiver.commands.openLink(fragment);
  const { document, earlier } = receiver.store.getState().model;
  expect(receiver.store.getState().subject).toBe('model');
  expect(document).toEqual(model.document);
  expect(earlier.map(({ name }) => name)).toEqual(['mine.pml']);
  // Content other than a model is told and left out.
  const { model: _, ...rest } = portableOf(settings, {}, exampleText, sent);
  await receiver.commands.openLink(fragmentOf({ ...rest, model: { text: 3 } }) ?? '');
  expect(receiver.store.getState().notice?.words).toContain('model');
  expect(receiver.store.getState().subject).toBe('kernel');
});
