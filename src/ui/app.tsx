import { useCallback, useState } from 'react';
import { HelpDialog } from './shell/help-dialog.tsx';
import { useKeys } from './shell/keys.ts';
import { Palette } from './shell/palette.tsx';
import { NARROW, Workbench } from './shell/workbench.tsx';
import { useMedia } from './shared/use-media.ts';
import { ProblemLine } from './status-bar/problem-line.tsx';
import { StatusBar } from './status-bar/status-bar.tsx';
import { useThemeOnDocument } from './theme/theme.ts';
import { TopBar } from './top-bar/top-bar.tsx';

/** The whole page. */
export function App() {
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const openHelp = useCallback(() => setHelp(true), []);
  const openPalette = useCallback(() => setPalette(true), []);
  useThemeOnDocument();
  useKeys(openHelp, openPalette);
  const narrow = useMedia(NARROW);
  return (
    <div className={narrow ? 'app narrow' : 'app'}>
      <TopBar onHelp={openHelp} onPalette={openPalette} />
      <Workbench />
      <ProblemLine />
      <StatusBar />
      <Palette isOpen={palette} onOpenChange={setPalette} openHelp={openHelp} />
      <HelpDialog isOpen={help} onOpenChange={setHelp} />
    </div>
  );
}
