/** Views that lessons and others may name. A test compares these ids with the panes' tables. */
export const EDITOR_VIEWS = ['kernel', 'cost', 'promela', 'spin'] as const;
export const RESULT_VIEWS = [
  'map',
  'time',
  'machine',
  'search',
  'sensitivity',
  'values',
  'next',
  'measured',
  'shortlist',
  'gpu',
  'runs',
] as const;
