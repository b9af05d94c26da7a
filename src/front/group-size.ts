/** The list in `reqd_work_group_size(...)`; macros may have put brackets into it. */
export const groupSizeIn = (text: string): string | undefined =>
  /reqd_work_group_size(?:__)?\s*\(((?:[^()]|\([^()]*\))*)\)/.exec(text)?.[1];

/** The number in `intel_reqd_sub_group_size(...)`. */
export const subGroupSizeIn = (text: string): string | undefined =>
  /reqd_sub_group_size(?:__)?\s*\(\s*"?(\w+)"?\s*\)/.exec(text)?.[1];
