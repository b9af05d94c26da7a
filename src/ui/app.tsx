import { useCallback, useState } from 'react';
import { HelpDialog } from './shell/help-dialog.tsx';
import { useKeys } from './shell/keys.ts';
import { NARROW, Workbench } from './shell/workbench.tsx';
import { useMedia } from './shared/use-media.ts';
import { ProblemLine } from './status-bar/problem-line.tsx';
import { StatusBar } from './status-bar/status-bar.tsx';
import { useThemeOnDocument } from './theme/theme.ts';
import { TopBar } from './top-bar/top-bar.tsx';

/** The whole page. */
export function App() {
  const [help, setHelp] = useState(false);
  const openHelp = useCallback(() => setHelp(true), []);
  useThemeOnDocument();
  useKeys(openHelp);
  const narrow = useMedia(NARROW);
  return (
    <div className={narrow ? 'app narrow' : 'app'}>
      <TopBar onHelp={openHelp} />
      <Workbench />
      <ProblemLine />
      <StatusBar />
      <HelpDialog isOpen={help} onOpenChange={setHelp} />
    </div>
  );
}
