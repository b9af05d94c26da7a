import { describe, expect, it, test } from 'vitest';
import { exampleText } from '../../testing/engine.ts';
import { world } from '../../testing/session.ts';
import { createSessionWith, type Session } from '../core.ts';
import { caveatsOf, spoiling } from './caveats.ts';
import { publishedRounds } from './of-published.ts';
import { likePapers, similarity } from './papers.ts';

const ABSTRACT = exampleText('abstract');

async function session(): Promise<Session> {
  const created = createSessionWith(world({}));
  await Promise.resolve();
  return created;
}

const words = ({ store }: Session): string[] =>
  caveatsOf(store.getState()).map((caveat) => `${caveat.tone}: ${caveat.words}`);

describe('what limits an answer', () => {
  it('is a race, before anything was run', async () => {
    const made = await session();
    made.commands.openExample('racy');
    expect(words(made)[0]).toBe('wrong: data race');
    const [race] = spoiling(caveatsOf(made.store.getState()));
    const { kernelText } = made.store.getState().settings;
    expect(race?.place && kernelText.slice(race.place.start, race.place.end)).toBe('tile[lid]');
    made.commands.openExample('transpose');
    expect(spoiling(caveatsOf(made.store.getState()))).toEqual([]);
  });

  it('is what was ignored, and what costs nothing', async () => {
    const made = await session();
    made.commands.setKernelText(`#pragma tuner param WG = pow2(2, 8)
#pragma tuner param TS = pow2(2, 8)
#pragma tuner items 64
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void one(__global int *a) { a[get_global_id(0)] = 1; }
__kernel void two(__global int *a) { a[0] = 1; }
`);
    expect(made.store.getState().settings.semantics).toBe('opencl');
    expect(words(made)).toEqual([
      'warning: the attribute fixes the group size',
      'warning: TS and size do not matter',
      'note: two is ignored',
      'note: arithmetic is free',
    ]);
    made.commands.setConstant('AT', '1');
    expect(words(made)).not.toContain('note: arithmetic is free');
  });

  it('is a loop of which nobody knows that it ends', async () => {
    const made = await session();
    made.commands.setKernelText(`#pragma tuner param WG = pow2(2, size/2)
__kernel void spin(__global int *a, int n) {
  int i = n;
  while (i != 1) i = i % 2 == 0 ? i / 2 : 3 * i + 1;
  a[get_global_id(0)] = i;
}
`);
    expect(words(made)[0]).toBe('wrong: a loop may never end');
  });

  it('is nothing for the kernel of the paper on its platform but that arithmetic is free', async () => {
    expect(words(await session())).toEqual(['note: arithmetic is free']);
  });

  it('is the published counting, on an edited kernel', async () => {
    const made = await session();
    made.commands.setKernelText(ABSTRACT.replace('cost f = GMT', 'cost f = 2 * GMT'));
    expect(made.store.getState().settings.semantics).toBe('published');
    expect(words(made)).toEqual(['note: as published, edited kernel', 'note: arithmetic is free']);
  });
});

// 8 groups: one each on 8 units; on 16 the model counts one too many.
test('as published more units than groups look slower', () => {
  expect(publishedRounds(8, 1, 8)).toEqual({ counted: 1, fair: 1 });
  expect(publishedRounds(8, 1, 16)).toEqual({ counted: 9, fair: 1 });
  expect(publishedRounds(8, 1, 2)).toEqual({ counted: 5, fair: 4 });
});

describe('likePapers', () => {
  const like = (text: string) => likePapers(text, 'published', exampleText);
  it("knows the papers' kernels, their edits, and others", () => {
    expect(like(ABSTRACT)).toBe('same');
    expect(like(`// mine\n${ABSTRACT.replaceAll('  ', '\t')}`)).toBe('same');
    expect(like(ABSTRACT.replace('kernel void abstract', 'kernel void other'))).toBe('edited');
    expect(like(exampleText('minimum').replace('WG * TS <= size', 'WG <= size'))).toBe('edited');
    for (const id of ['sum', 'max', 'matmul', 'histogram', 'racy', 'scan'])
      expect(like(exampleText(id))).toBe('other');
    expect(likePapers(exampleText('sum'), 'opencl', exampleText)).toBeUndefined();
  });

  it('does not read what is so much longer', () => {
    expect(similarity(ABSTRACT, ABSTRACT.repeat(50))).toBe(0);
  });
});

test('a pasted kernel is tuned in OpenCL semantics, with a way back', async () => {
  const { store, commands } = await session();
  const state = () => store.getState();
  commands.setKernelText(exampleText('sum'));
  expect(state().settings.semantics).toBe('opencl');
  expect(state().notice).toMatchObject({ back: 'published' });
  // The paper's again, as after undo in the editor.
  commands.setKernelText(ABSTRACT);
  expect(state().settings.semantics).toBe('published');
  commands.setKernelText(exampleText('sum'));
  commands.setSemantics('published');
  expect(state().notice).toBeUndefined();
  // Chosen by the user, it survives edits but not another text.
  commands.setKernelText(`${exampleText('sum')}// edited\n`);
  expect(state().settings.semantics).toBe('published');
  expect(caveatsOf(state())[0]?.words).toBe('as published: another kernel');
  commands.setKernelText(exampleText('transpose'));
  expect(state().settings.semantics).toBe('opencl');
});

test('what Live does with level and method is said', async () => {
  const { store, commands } = await session();
  commands.setLive(true);
  expect(store.getState().notice?.words).toMatch(
    /^Live tunes by branch and bound at level accelerated/,
  );
  commands.setLive(false);
  expect(store.getState().notice).toBeUndefined();
});

test('what comes with an example or a preset is said', async () => {
  const { store, commands } = await session();
  commands.openExample('matmul');
  expect(store.getState().notice?.words).toBe(
    'Set with it: semantics As published → OpenCL, size 32 → 16.',
  );
  commands.setConstant('GMT', '5');
  expect(store.getState().notice).toBeUndefined();
  commands.applyPreset('a100');
  expect(store.getState().notice?.words).toMatch(/^Set: NU 2 → 108, NP 4 → 64, /);
});
