import { afterAll, describe, expect, test } from 'vitest';
import { positionAt } from '../../base/span.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { checkerOf, exampleText, finish, kernelOf, platform } from '../../testing/engine.ts';
import type { Trace } from '../../trace/index.ts';
import { bisection } from '../../tuning/bisection.ts';
import { divergenceDiagnostics } from './divergence.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const text = exampleText('divergent');
const kernel = kernelOf(text);
const places = (found: ReturnType<typeof divergenceDiagnostics>): string[] =>
  found.map(
    ({ span }) => `${positionAt(text, span.start).line}: ${text.slice(span.start, span.end)}`,
  );

async function deadlock(np: number): Promise<Trace> {
  const checker = checkerOf(toolchain, {
    kernel,
    semantics: 'opencl',
    level: 'baton',
    constants: platform({ size: 16, NP: np }),
  });
  const { result } = await finish(bisection, checker);
  expect(result.status).toBe('deadlock');
  if (!result.trail) throw new Error('a deadlock without a trail');
  return checker.replay(result.trail);
}

describe('the divergent example', () => {
  test('the trace tells who waits at the barrier, and in which configuration', async () => {
    const trace = await deadlock(4);
    const found = divergenceDiagnostics(kernel, trace, trace.variables);
    expect(places(found)).toEqual(['10: barrier(CLK_LOCAL_MEM_FENCE)']);
    expect(found[0]?.message).toMatch(
      /^Barrier divergence with WG \d+: pex .*0.* waits? here for ever, since other work-items/,
    );
  });

  test('an element whose own items disagree comes to no barrier: the text tells', async () => {
    const trace = await deadlock(1);
    expect(places(divergenceDiagnostics(kernel, trace, trace.variables))).toEqual([
      '10: barrier(CLK_LOCAL_MEM_FENCE)',
    ]);
  });
});

describe('without a trace, the barriers that some items might not reach', () => {
  const lines = (body: string): string[] => {
    const source = `#pragma tuner param WG = pow2(2, size)
__kernel void k(__global int *a, int n) {
  int lid = get_local_id(0);
  ${body}
}`;
    return divergenceDiagnostics(kernelOf(source), undefined, undefined).map(({ span }) =>
      source.slice(span.start, span.end),
    );
  };

  test('under a condition or a trip count of the item, and after a return of some', () => {
    expect(lines('a[0] = 1; if (lid < 4) barrier(1);')).toEqual(['barrier(1)']);
    expect(lines('for (int i = 0; i < lid; i++) barrier(2);')).toEqual(['barrier(2)']);
    expect(lines('barrier(1); if (lid > 2) return; a[0] = 1; barrier(3);')).toEqual(['barrier(3)']);
  });

  test('not where all items go the same way', () => {
    expect(lines('a[0] = 1; barrier(1); for (int i = 0; i < size; i++) barrier(2);')).toEqual([]);
    expect(lines('a[0] = 1; if (get_local_size(0) > 4) barrier(1);')).toEqual([]);
  });
});
