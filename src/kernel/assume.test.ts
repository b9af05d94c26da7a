import { describe, expect, it } from 'vitest';
import { kernelOf, platform } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { canDiverge } from './divergence.ts';
import { createNodeKernelParser } from './node.ts';

const parser = await createNodeKernelParser();

const text = (body: string, more = ''): string => `${more}
struct Box { int n; int offset; };
struct Grid { struct Box inner; int sizes[4]; };
#pragma tuner param WG = {4}
__kernel void k(__global int *a, __local int *l, struct Box box, struct Grid grid,
                __global const struct Box *boxes, __constant struct Grid *grids) {
${body}
}`;

/** Ticks of the first group, by memory space. */
function ticksOf(body: string, more = '') {
  const run = simulateEvents(kernelOf(text(body, more)), { WG: 4 }, platform({ size: 4, NP: 1 }));
  if (run.kind !== 'finished') throw new Error('it deadlocks');
  const { global = 0, local = 0 } = run.groups[0]?.elements[0] ?? {};
  return { global: global / (4 * 4), local: local / 4 };
}

const codes = (body: string): string[] =>
  parser.lower(text(body)).diagnostics.map(({ code }) => code);

describe('the value of a member', () => {
  it.each([
    ['of a struct that is an argument', 'box.n', 'box.n'],
    ['of a struct in a struct', 'grid.inner.n', 'grid.inner.n'],
    ['of a struct behind a pointer', 'boxes->n', 'boxes->n'],
    ['of one, as an operator writes it', 'boxes->n', '(*boxes).n'],
    ['of an element', 'boxes[2].n', 'boxes[2].n'],
    ['of a struct in a struct behind a pointer', 'grids->inner.n', 'grids->inner.n'],
    ['in an array', 'grids->sizes[1]', 'grids->sizes[1]'],
    ['in an array of an argument', 'grid.sizes[1]', 'grid.sizes[1]'],
  ])('%s', (_, path, expression) => {
    const loop = `int n = ${expression}; for (int i = 0; i < n; i++) l[i] = 1;`;
    expect(codes(loop)).toContain('unknown-trip-count');
    expect(ticksOf(loop, `#pragma tuner value ${path} = 16`).local).toBe(16);
  });

  it('may mention the group, and stands for what is loaded again in every round', () => {
    const loop = 'for (int i = 0; i < boxes->n; i++) l[i] = 1;';
    // The condition is tested once more than the body runs.
    expect(ticksOf(loop, '#pragma tuner value boxes->n = group + 3')).toEqual({
      local: 3,
      global: 4,
    });
  });

  it('of another member says nothing', () => {
    const result = parser.lower(
      text('for (int i = 0; i < box.n; i++) l[i] = 1;', '#pragma tuner value box.offset = 3'),
    );
    expect(result.ok).toBe(false);
  });

  it.each(['s.', 's->1', 's[n]', 's[1', '.n'])('%s is no member', (path) => {
    const { diagnostics } = parser.lower(text('a[0] = 1;', `#pragma tuner value ${path} = 3`));
    expect(diagnostics.map(({ code }) => code)).toContain('broken-pragma');
  });
});

describe('an assumption about a condition on data', () => {
  const branch = (how: string): string =>
    `#pragma tuner assume ${how}\nif (a[0] > 3) { l[0] = 1; l[1] = 1; } else l[2] = 1;`;

  it.each([
    ['taken', 2],
    ['not taken', 1],
    ['uniform', 2],
  ])('%s', (how, local) => {
    expect(ticksOf(branch(how))).toEqual({ global: 1, local });
  });

  it('lets a barrier stand there', () => {
    const barrier =
      'if (a[get_group_id(0)] > 3) { l[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); l[1] = 2; }';
    expect(codes(barrier)).toContain('data-dependent-barrier');
    for (const [how, local] of [
      ['taken', 2],
      ['not taken', 0],
      ['uniform', 2],
    ] as const) {
      const body = `#pragma tuner assume ${how}\n${barrier}\nl[3] = 1;`;
      const kernel = kernelOf(text(body));
      expect(canDiverge(kernel)).toBe(false);
      expect(ticksOf(body).local, how).toBe(local + 1);
    }
  });

  it('holds for barriers in both sides: the dearer one counts', () => {
    const body = `#pragma tuner assume uniform
      if (a[get_group_id(0)] > 3) { l[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); }
      else { barrier(CLK_LOCAL_MEM_FENCE); l[1] = 2; l[2] = 3; }`;
    expect(ticksOf(body)).toEqual({ global: 1, local: 2 });
  });

  it('lets items leave early before a barrier', () => {
    const body = (how: string): string => `#pragma tuner assume ${how}
      if (a[get_group_id(0)] > 3) return;
      barrier(CLK_LOCAL_MEM_FENCE); l[0] = 1;`;
    expect(ticksOf(body('not taken')).local).toBe(1);
    expect(ticksOf(body('taken')).local).toBe(0);
    expect(ticksOf(body('uniform')).local).toBe(1);
  });

  it('decides one that is derived as well', () => {
    expect(
      ticksOf('#pragma tuner assume not taken\nif (get_local_id(0) < 2) l[0] = 1;').local,
    ).toBe(0);
  });

  it('is about an if, and says something known', () => {
    expect(codes('#pragma tuner assume taken\na[0] = 1;')).toContain('unused-pragma');
    for (const how of ['', 'not', 'perhaps', 'not uniform', 'taken 3'])
      expect(codes(`#pragma tuner assume ${how}\nif (a[0]) a[1] = 1;`)).toContain('broken-pragma');
  });
});
