/** Views of the texts and of the results that others may speak of, such as lessons. The panes have tables with
 * these ids; a test keeps both the same. */
export const EDITOR_VIEWS = ['kernel', 'cost', 'promela', 'spin'] as const;
export const RESULT_VIEWS = [
  'map',
  'time',
  'machine',
  'search',
  'sensitivity',
  'values',
  'measured',
  'shortlist',
  'runs',
] as const;
