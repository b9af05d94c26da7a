import { readFileSync } from 'node:fs';
import { createNodeKernelParser } from './src/kernel/node.ts';
import { pose } from './src/checker/index.ts';
import { usualConstants } from './src/base/constants.ts';
const p = await createNodeKernelParser();
for (const f of process.argv.slice(2)) {
 const t = readFileSync('/tmp/cli/'+f,'utf8');
 let t0 = performance.now();
 p.parse(t); console.log(f, 'parse', ((performance.now()-t0)/1000).toFixed(2)); t0 = performance.now();
 const l = p.lower(t); console.log(f, 'lower', ((performance.now()-t0)/1000).toFixed(2), l.ok, l.diagnostics.slice(0,2).map(d=>d.code)); t0 = performance.now();
 if (l.ok) { try { const q = pose(p,t,{semantics:'opencl', level:'auto', constants: usualConstants()}); console.log(f,'pose',((performance.now()-t0)/1000).toFixed(2), q.obstacle, q.diagnostics.map(d=>d.code+d.message.slice(0,60)).slice(0,3), q.model?.text.length); } catch (e) { console.log(String((e as Error).stack).slice(0,600)); } }
}
