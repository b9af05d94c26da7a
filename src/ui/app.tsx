import { HelpDialog } from './shell/help-dialog.tsx';
import { Palette } from './shell/palette.tsx';
import { useKeys } from './shell/use-keys.ts';
import { NARROW, Workbench } from './shell/workbench.tsx';
import { useMedia } from './shared/use-media.ts';
import { ProblemLine, StatusBar } from './status-bar/status-bar.tsx';
import { useThemeOnDocument } from './theme/theme.ts';
import { TopBar } from './top-bar/top-bar.tsx';

/** The whole page. */
export function App() {
  useThemeOnDocument();
  useKeys();
  const narrow = useMedia(NARROW);
  return (
    <div className={narrow ? 'app narrow' : 'app'}>
      <TopBar />
      <Workbench />
      <ProblemLine />
      <StatusBar />
      <Palette />
      <HelpDialog />
    </div>
  );
}
