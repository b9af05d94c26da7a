import { host } from '#host';
import { SPIN_VERSION } from '../src/spin/spin-version.ts';

export const VERSIONS = { overtime: host.version, spin: SPIN_VERSION } as const;
