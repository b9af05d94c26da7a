import { perConstant } from '../../platform/index.ts';
import type { Settings } from '../kept/settings.ts';

/** Omitted from portable states of version 1. Never change these: old links must keep their meaning.
 * Newer constants take their usual value. */
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

/** Portable states hold only differences from these. */
export const BASE_SETTINGS: Settings = {
  kernelText: '',
  example: '',
  constants: perConstant(({ name, usual }) => CONSTANTS_1[name] ?? String(usual)),
  semantics: 'opencl',
  level: 'auto',
  method: 'bisection',
};
