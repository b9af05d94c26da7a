import { fetched } from '../shared/fetched.tsx';

/** Views that are fetched when one of their group is first shown. */

export const MapView = fetched(
  () => import('./map-view.tsx'),
  (view) => view.MapView,
);

const why = () => import('./why-views.ts');
export const MachinePane = fetched(why, (views) => views.MachinePane);
export const MachineSensitivity = fetched(why, (views) => views.MachineSensitivity);
export const RobustView = fetched(why, (views) => views.RobustView);
export const SensitivityView = fetched(why, (views) => views.SensitivityView);
export const TimeView = fetched(why, (views) => views.TimeView);

const right = () => import('./right-views.ts');
export const SchedulesView = fetched(right, (views) => views.SchedulesView);
export const ValuesView = fetched(right, (views) => views.ValuesView);

const measure = () => import('./measure-views.ts');
export const MeasuredView = fetched(measure, (views) => views.MeasuredView);
export const NextView = fetched(measure, (views) => views.NextView);
export const OfProposed = fetched(measure, (views) => views.OfProposed);
export const OnGpu = fetched(measure, (views) => views.OnGpu);
export const ShortlistView = fetched(measure, (views) => views.ShortlistView);

const search = () => import('./search-views.ts');
export const LevelCheck = fetched(search, (views) => views.LevelCheck);
export const RunsView = fetched(search, (views) => views.RunsView);
export const SearchView = fetched(search, (views) => views.SearchView);
