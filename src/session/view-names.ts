/** Views of the texts and of the results that others may speak of: lessons, links. The panes have a table with
 * these ids, and a check of types keeps both the same. */
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
