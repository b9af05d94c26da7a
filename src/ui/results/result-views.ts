import { fetched } from '../shared/fetched.tsx';

/** Views that are fetched when one of their group is first shown. */

export const MapView = fetched(() => import('./map-view.tsx'), 'MapView');

const why = () => import('./why-views.ts');
export const MachinePane = fetched(why, 'MachinePane');
export const MachineSensitivity = fetched(why, 'MachineSensitivity');
export const RobustView = fetched(why, 'RobustView');
export const SensitivityView = fetched(why, 'SensitivityView');
export const TimeView = fetched(why, 'TimeView');

const right = () => import('./right-views.ts');
export const SchedulesView = fetched(right, 'SchedulesView');
export const ValuesView = fetched(right, 'ValuesView');

const measure = () => import('./measure-views.ts');
export const MeasuredView = fetched(measure, 'MeasuredView');
export const NextView = fetched(measure, 'NextView');
export const OfProposed = fetched(measure, 'OfProposed');
export const OnGpu = fetched(measure, 'OnGpu');
export const ShortlistView = fetched(measure, 'ShortlistView');

const search = () => import('./search-views.ts');
export const LevelCheck = fetched(search, 'LevelCheck');
export const RunsView = fetched(search, 'RunsView');
export const SearchView = fetched(search, 'SearchView');
