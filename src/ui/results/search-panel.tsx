import { LevelCheckBar } from './level-check-bar.tsx';
import { SearchView } from './search-view.tsx';
import './search-panel.css';

/** How the answer was searched for, and whether the level it was searched at can be trusted. */
export function SearchPanel() {
  return (
    <div className="search-panel">
      <div className="search-panel-body">
        <SearchView />
      </div>
      <LevelCheckBar />
    </div>
  );
}
