/** Threads of a warp (CUDA C++ Programming Guide, "SIMT Architecture"). */
export const WARP_SIZE = 32;

/** Lanes of a warp: of AMD's wavefronts there are either. */
export type Lanes = 32 | 64;

/** HIP, by its headers and its calls. */
const HIP = /#\s*include\s*[<"]hip\/|\bhip(?:[A-Z]\w*\s*[(<]|Launch|Stream_t|Error_t)/;

/** A shuffle among 64 lanes, a mask of them, a name for their number, or a thread's place among them. */
const WIDE =
  /\b__shfl\w*\s*\([^;]*,\s*64\s*\)|\b0x[fF]{16}|\b\w*(?:WARP|WAVE|warp|wave)\w*\s*=?\s*64\b|\bthreadIdx\.x\s*(?:[%/]\s*64|&\s*(?:63|0x3[fF])|>>\s*6)\b/;

/** Built from our functions, which have 32 lanes. */
const NARROW = /\b(?:hipcub|coalesced_threads|__match_all_sync|__activemask)\b/;

/** The lanes that a text is read for. */
export interface Wavefronts {
  readonly lanes: Lanes;
  /** Lanes that the text has, and that are not followed. */
  readonly others?: string | undefined;
  readonly isStated: boolean;
}

/** @param source without comments. @param stated by a pragma. @returns undefined of texts that are not HIP's. */
export function wavefrontsOf(source: string, stated: string | undefined): Wavefronts | undefined {
  if (!HIP.test(source)) return undefined;
  const told = stated ?? (WIDE.test(source) ? '64' : undefined);
  const isStated = stated !== undefined;
  if (told === '64' && !NARROW.test(source)) return { lanes: 64, isStated };
  const isNarrow = told === undefined || told === String(WARP_SIZE);
  return { lanes: WARP_SIZE, isStated, ...(!isNarrow && { others: told }) };
}

/** All threads of all blocks meet. */
export const GRID_BARRIER = '__grid_sync';
/** CUDA's copy of an element by one thread, which its `__pipeline_wait_prior` ends. */
export const COPY_OF_ITEM = '__copy_async';
/** One that a barrier ends. */
export const COPY_OF_BARRIER = '__copy_async_barrier';
