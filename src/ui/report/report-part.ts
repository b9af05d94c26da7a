export { Report } from './report.tsx';
export { reportOf } from './report-state.ts';
