/** The page's tabs by name, in their order. */
export const RESULT_VIEWS = [
  'Map',
  'Time',
  'Machine',
  'Search',
  'Sensitivity',
  'Values',
  'Measured',
  'Shortlist',
  'Runs',
] as const;
export const EDITOR_VIEWS = ['Kernel', 'Promela', 'SPIN', 'Cost'] as const;
