// The sources are TypeScript. A worker thread of Node 20 does not inherit the loader of its parent
// (nor heed `--import`), so it begins by making its own.
import { register } from 'tsx/esm/api';

register();
await import('./worker-node.ts');
