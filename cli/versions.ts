import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { PROJECT } from './packaged.ts';
import { SPIN_VERSION } from '../src/spin/spin-version.ts';

const packageSchema = v.object({ version: v.string() });

const read = (): string =>
  v.parse(packageSchema, JSON.parse(readFileSync(`${PROJECT}package.json`, 'utf8'))).version;

export const VERSIONS = { overtime: read(), spin: SPIN_VERSION } as const;
