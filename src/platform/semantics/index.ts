import { rowOf } from '../../base/search.ts';
import { device } from './device.ts';
import { fermi, fermiPrinted } from './fermi.ts';
import { opencl } from './opencl.ts';
import { published } from './published.ts';
import { warps } from './warps.ts';
import type { Semantics } from './semantics.ts';

export type { Erratum } from './errata.ts';
export type { Lack, Semantics } from './semantics.ts';

/** All semantics, in the order in which they are offered. */
const TABLE = [opencl, published, warps, fermi, fermiPrinted, device] as const;

export const SEMANTICS: readonly (Semantics & { readonly id: SemanticsId })[] = TABLE;

export type SemanticsId = (typeof TABLE)[number]['id'];

export const SEMANTICS_IDS: readonly SemanticsId[] = TABLE.map(({ id }) => id);

/** Where nobody chooses: that of the papers. */
export const USUAL_SEMANTICS: SemanticsId = published.id;
/** For a kernel of one's own. */
export const OWN_SEMANTICS: SemanticsId = opencl.id;
/** For what was measured on a real machine. */
export const MACHINE_SEMANTICS: SemanticsId = device.id;

export const semanticsOf = (id: SemanticsId): Semantics => rowOf(SEMANTICS, id);

/** A machine's figures take the place of constants. */
export const isOnMachine = (id: SemanticsId): boolean => semanticsOf(id).onMachine === true;
