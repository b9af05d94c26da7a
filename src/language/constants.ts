import { CONSTANTS } from '../platform/index.ts';

/** What a name that expressions may use without a declaration stands for. */
export interface GivenName {
  readonly name: string;
  readonly about: string;
}

/** The platform's constants and the size of the input. */
export const PLATFORM_NAMES: readonly GivenName[] = CONSTANTS.map(
  ({ name, meaning, unit, about }) => ({
    name,
    about: `${meaning}, in ${unit}.${about === undefined ? '' : ` ${about}`}`,
  }),
);

/** What pragmas may say of the work-item at hand. */
export const ITEM_INFOS: readonly GivenName[] = [
  { name: 'lid', about: 'Index of the work-item in its group, dimension 0 running fastest.' },
  { name: 'group', about: 'Index of the work-group.' },
  { name: 'gid', about: 'Index of the work-item among all.' },
];
