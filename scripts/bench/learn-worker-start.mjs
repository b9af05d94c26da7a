// A worker thread of Node 20 does not inherit the loader of its parent: see src/spin.
import { register } from 'tsx/esm/api';

register();
await import('./learn-worker.ts');
