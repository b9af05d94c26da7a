const GROUP_SIZE = /reqd_work_group_size(?:__)?\s*\(((?:[^()]|\([^()]*\))*)\)/;

/** The list in `reqd_work_group_size(...)`; macros may have put brackets into it. */
export const groupSizeIn = (text: string): string | undefined => GROUP_SIZE.exec(text)?.[1];

/** All such lists of a text. */
export const groupSizesIn = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(GROUP_SIZE, 'g'))].flatMap(([, sizes]) => sizes ?? []);

/** The number in `intel_reqd_sub_group_size(...)`. */
export const subGroupSizeIn = (text: string): string | undefined =>
  /reqd_sub_group_size(?:__)?\s*\(\s*"?(\w+)"?\s*\)/.exec(text)?.[1];
