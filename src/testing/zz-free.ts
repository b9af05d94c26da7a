import * as fc from 'fast-check';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf } from './engine.ts';
import { simulateEvents } from './event-simulation.ts';
import { drawSample } from './random-kernels.ts';
import { generateModel } from '../promela/index.ts';
const tc = await createNodeToolchain();
const divergence = process.argv[2] === 'div';
const n = Number(process.argv[3] ?? 60), nodes = Number(process.argv[4] ?? 12), seed = Number(process.argv[5] ?? 1);
const samples: any[] = [];
fc.assert(fc.property(fc.gen(), (g) => { samples.push(drawSample(g, { nodes, divergence }, 3, true)); }), { numRuns: n, seed });
for (const { kernel, values, platforms } of samples) {
  if (!generateModel(kernel, 'opencl', 'free').ok) continue;
  for (const constants of platforms) {
    const c = checkerOf(tc, { kernel, semantics: 'opencl', level: 'free', constants });
    const t0 = performance.now(); await c.verifier(); const t1 = performance.now();
    const signal = AbortSignal.timeout(20000);
    try {
    const d = await c.search({ bound: 'deadlock', signal }); const t2 = performance.now();
    const t = await c.search({ bound: 2**31-1, all: true, signal });
    const w = simulateEvents(kernel, values, constants);
    console.log(w.kind === 'finished' ? w.time : 'dead', d.deadlock, t.finishes.map(f => f.time), 'states', d.states, d.cut, t.states, 'compile', (t1-t0)|0, (t2-t1)|0, (performance.now()-t2)|0, JSON.stringify({ ...values, ...constants }));
    } catch (e) { console.log('TIMEOUT', JSON.stringify({ ...values, ...constants })); }
  }
}
tc.dispose();
