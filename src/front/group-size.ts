/** What `reqd_work_group_size` or its older spelling lists, macros' brackets and all. */
export const groupSizeIn = (text: string): string | undefined =>
  /reqd_work_group_size(?:__)?\s*\(((?:[^()]|\([^()]*\))*)\)/.exec(text)?.[1];
