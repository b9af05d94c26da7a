import { CONSTANTS } from '../platform/index.ts';

/** What a name that expressions may use without a declaration stands for. */
export interface ConstantInfo {
  readonly name: string;
  readonly about: string;
}

const MEMORY: Readonly<Record<string, string>> = {
  GMT: 'What one access of __global memory costs in this model.',
  LMT: 'What one access of __local memory costs in this model.',
};

/** The platform's constants and the size of the input. */
export const PLATFORM_NAMES: readonly ConstantInfo[] = CONSTANTS.map(({ name, meaning, unit }) => ({
  name,
  about: [`${meaning}, in ${unit}.`, MEMORY[name]].filter(Boolean).join(' '),
}));

/** What pragmas may say of the work-item at hand. */
export const ITEM_INFOS: readonly ConstantInfo[] = [
  { name: 'lid', about: 'Index of the work-item in its group, dimension 0 running fastest.' },
  { name: 'group', about: 'Index of the work-group.' },
  { name: 'gid', about: 'Index of the work-item among all.' },
];
