export { beyond, type Limits, type WgslModule, wgslOf } from './module.ts';
