/** A kernel text's language; HIP is CUDA's. */
export type Language = 'opencl' | 'cuda';

/** A language's words for what both have. */
export interface LanguageWords {
  readonly item: string;
  readonly group: string;
  /** Items that go together. */
  readonly warp: string;
  /** All groups. */
  readonly grid: string;
  /** An item's number in its group. */
  readonly index: string;
  /** Memory of a group. */
  readonly local: string;
  /** A group's barrier, as it is written. */
  readonly barrier: string;
  /** The call that waits for asynchronous copies. */
  readonly copied: string;
  /** The standard's name. */
  readonly name: string;
  /** The usual file name extension. */
  readonly ending: string;
}

/** Endings of files that hold a kernel's text in either language. */
export const KERNEL_ENDINGS: readonly string[] = ['cl', 'opencl', 'ocl', 'clh', 'cu', 'cuh', 'hip'];

/** Everything that is said of a kernel takes its words from here. */
export const WORDS_OF: Readonly<Record<Language, LanguageWords>> = {
  opencl: {
    item: 'work-item',
    group: 'work-group',
    warp: 'sub-group',
    grid: 'NDRange',
    index: 'get_local_id',
    local: 'local memory',
    barrier: 'barrier(CLK_LOCAL_MEM_FENCE);',
    copied: 'wait_group_events(1, &event)',
    name: 'OpenCL',
    ending: 'cl',
  },
  cuda: {
    item: 'thread',
    group: 'block',
    warp: 'warp',
    grid: 'grid',
    index: 'threadIdx',
    local: 'shared memory',
    barrier: '__syncthreads();',
    copied: '__pipeline_wait_prior(0) or wait(group)',
    name: 'CUDA',
    ending: 'cu',
  },
};

/** Items that a group has at most on any device; OpenCL leaves it to the device. */
export const MOST_ITEMS: Readonly<Record<Language, number>> = { opencl: Infinity, cuda: 1024 };

/** OpenCL's barrier needs all of its group; CUDA's only those that have not returned. */
export const sparesReturned = (language: Language): boolean => language === 'cuda';
