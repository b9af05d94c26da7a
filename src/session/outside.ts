import type { Bundled, Files } from '../cluster/index.ts';
import type { readSearchSpace } from '../exchange/index.ts';
import type { ReadMeasured } from '../measured/index.ts';
import type { ReadPortable } from './portable/portable.ts';
import type { ParsedWorkbench } from './workbench/workbench-file.ts';

/** Why something was not read, in sentences. */
export interface Refusal {
  readonly ok: false;
  readonly message: string;
}

/** Reads what comes from elsewhere, in little time and memory, or refuses. Never throws. */
export interface Outside {
  readonly link: (fragment: string) => Promise<ReadPortable>;
  readonly workbench: (text: string) => Promise<ParsedWorkbench>;
  readonly space: (text: string) => Promise<ReturnType<typeof readSearchSpace>>;
  /** A folder that came back from other machines, or its archive. */
  readonly bundle: (packed: Files | Blob) => Promise<Bundled>;
  readonly measured: (file: Blob) => Promise<ReadMeasured>;
}
