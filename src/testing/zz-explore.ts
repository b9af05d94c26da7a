import * as fc from 'fast-check';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, simulatedTime } from './engine.ts';
import { simulateEvents } from './event-simulation.ts';
import { drawSample } from './random-kernels.ts';
import { generateModel } from '../promela/index.ts';
import { show, type Block } from '../kernel/index.ts';
const out = (b: Block, i = '  '): string => b.map((n) => n.kind === 'work' ? `${i}work ${n.accesses.map((a) => a.space[0]+' '+show(a.ticks)).join(', ')}` : n.kind === 'loop' ? `${i}loop ${n.index}<${show(n.trips)}\n${out(n.body, i+'  ')}` : n.kind === 'branch' ? `${i}if ${show(n.condition)}\n${out(n.then,i+'  ')}\n${i}else\n${out(n.otherwise,i+'  ')}` : i+n.kind).join('\n');
const tc = await createNodeToolchain();
const divergence = process.argv[2] === 'div';
const n = Number(process.argv[3] ?? 60), nodes = Number(process.argv[4] ?? 12), seed = Number(process.argv[5] ?? 1);
const samples: any[] = [];
fc.assert(fc.property(fc.gen(), (g) => { samples.push(drawSample(g, { nodes, divergence }, 2)); }), { numRuns: n, seed });
let bad = 0, dead = 0, ok = 0, none = 0;
const t0 = performance.now();
for (const { kernel, values, platforms } of samples) {
  const m = generateModel(kernel, 'opencl', 'baton');
  if (!m.ok) { none++; continue; }
  for (const constants of platforms) {
    const w = simulateEvents(kernel, values, constants);
    const wanted = w.kind === 'deadlock' ? 'deadlock' : w.time;
    let got: unknown; const t1 = performance.now();
    try { got = await simulatedTime(checkerOf(tc, { kernel, semantics: 'opencl', level: 'baton', constants }), values); } catch (e) { got = String(e) + JSON.stringify(e); }
    if (performance.now() - t1 > 2000) console.log('SLOW', performance.now() - t1);
    if (wanted === 'deadlock') dead++;
    if (got === wanted) ok++; else { bad++; if (bad <= 4) console.log(`--- wanted ${wanted} got ${String(got).slice(0,600)}`, JSON.stringify(values), JSON.stringify(constants), '\n' + out(kernel.body)); }
  }
}
console.log({ ok, bad, dead, none, ms: performance.now() - t0 });
tc.dispose();
