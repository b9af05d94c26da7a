import { positionAt, type Span } from '../src/base/span.ts';
import { checkByRunning } from '../src/values/run/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import {
  type NotChecked,
  poseValues,
  type SearchValues,
  type VerifiedConfiguration,
  type Verification,
  type VerifiedPlace,
  verifyPrograms,
} from '../src/checker/index.ts';
import { showConfiguration } from '../src/tuning/index.ts';
