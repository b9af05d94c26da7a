import { perConstant } from '../../platform/index.ts';
import type { Settings } from '../kept/settings.ts';

/** What a portable state of version 1 leaves out. These values stay as they are for ever, whatever becomes usual in
 * the page: a link that was made means what it meant. A constant that was not there yet has its usual value. */
const CONSTANTS_1: Readonly<Record<string, string>> = {
  size: '32',
  ND: '1',
  NU: '2',
  NP: '4',
  NS: '2',
  WR: '2',
  GMT: '4',
  LMT: '1',
  AT: '0',
  BT: '1',
  DT: '1',
  LM: '12288',
};

/** Settings that a portable state says only how it differs from. */
export const BASE_SETTINGS: Settings = {
  kernelText: '',
  example: '',
  constants: perConstant(({ name, usual }) => CONSTANTS_1[name] ?? String(usual)),
  semantics: 'opencl',
  level: 'auto',
  method: 'bisection',
};
