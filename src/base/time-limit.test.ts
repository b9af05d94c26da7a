import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { timeLimit } from './time-limit.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('a time limit ends what waits for it, though memory is collected before', async () => {
  const signal = AbortSignal.any([timeLimit(300), new AbortController().signal]);
  let heard = false;
  AbortSignal.any([
    AbortSignal.any([timeLimit(300)]),
    new AbortController().signal,
  ]).addEventListener('abort', () => (heard = true));
  for (let at = 0; at < 4; at += 1) {
    await after(20);
    collect();
  }
  await after(400);
  const name = (signal.reason as DOMException | undefined)?.name;
  expect([signal.aborted, name, heard]).toEqual([true, 'TimeoutError', true]);
});
