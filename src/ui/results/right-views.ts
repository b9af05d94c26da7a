export { SchedulesView } from './schedules-view.tsx';
export { ValuesView } from './values-view.tsx';
