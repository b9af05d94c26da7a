/** The list in `reqd_work_group_size(...)`; macros may have put brackets into it. */
export const groupSizeIn = (text: string): string | undefined =>
  /reqd_work_group_size(?:__)?\s*\(((?:[^()]|\([^()]*\))*)\)/.exec(text)?.[1];
