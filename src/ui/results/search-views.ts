export { LevelCheck } from './level-check.tsx';
export { RunsView } from './runs-view.tsx';
export { SearchView } from './search-view.tsx';
