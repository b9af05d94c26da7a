import { FileDrop } from './shell/file-drop.tsx';
import { Dialogs } from './shell/dialogs.tsx';
import { Help } from './shell/help.tsx';
import { Lessons } from './shell/lessons.tsx';
import { useIsAlone, useIsTaught } from './lessons/opened-lessons.ts';
import { useOpenedHelp } from './help/opened-help.ts';
import { Palette } from './shell/palette.tsx';
import { useKeys } from './shell/use-keys.ts';
import { useFullTitles } from './shared/full-titles.ts';
import { AroundPanes, useLeaveKey } from './shared/pane-frame.tsx';
import { NewerBar } from './offline/offline-bar.tsx';
import { ConsentBar } from './promela/consent-bar.tsx';
import { NativeBar } from './promela/native-bar.tsx';
import { PrintedPane } from './report/printed-pane.tsx';
import { NARROW } from './shell/narrow.ts';
import { useDoor, useDoorAddress } from './shell/doors.ts';
import { PAGE_ACTIONS } from './shell/page-actions.ts';
import { SkipLinks } from './shell/skip-links.tsx';
import { Workbench } from './shell/workbench.tsx';
import { BroughtBar } from './share/brought-bar.tsx';
import { useArrival } from './shell/use-arrival.ts';
import { BesidesBar } from './status-bar/besides-bar.tsx';
import { ProblemLine, StatusBar } from './status-bar/status-bar.tsx';
import { usePresentation } from './theme/presentation.ts';
import './shell/modal.css';
import './theme/presentation.css';
import './shell/short.css';
import { useNarrow, useShort, useTextSizeOnDocument } from './theme/text-size.ts';
import { useThemeOnDocument } from './theme/theme.ts';
import { TaskBar } from './top-bar/task-bar.tsx';
import { TopBar } from './top-bar/top-bar.tsx';
import { NoticeBar } from './workspace/notice-bar.tsx';

/** Presented, map and trace alone need less. */
const NARROW_PRESENTED = 600;
/** A lesson stands beside the page (`lessons-pane.css`). */
const LESSON = 300;

/** The whole page. */
export function App() {
  useThemeOnDocument();
  useTextSizeOnDocument();
  useFullTitles();
  useLeaveKey();
  useKeys(PAGE_ACTIONS);
  useArrival();
  useDoorAddress();
  const door = useDoor();
  const helped = useOpenedHelp(({ isOpen }) => isOpen);
  const taught = useIsTaught();
  // A list of lessons has the whole page.
  const isListed = useIsAlone();
  const least = usePresentation(({ isOn }) => isOn) ? NARROW_PRESENTED : NARROW;
  const narrow = useNarrow(taught ? least + LESSON : least);
  const short = useShort() && !narrow;
  const classes = [
    'app',
    narrow && 'narrow',
    short && 'short',
    helped && 'with-help',
    taught && 'with-lessons',
    isListed && 'lists-lessons',
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <AroundPanes>
        <SkipLinks />
        <TopBar door={door} />
        {!isListed && <TaskBar />}
        <BroughtBar />
      </AroundPanes>
      <div className="app-body">
        <AroundPanes>
          <Lessons />
        </AroundPanes>
        <Workbench isNarrow={narrow} />
      </div>
      <AroundPanes>
        <ProblemLine />
        <NoticeBar />
        <NewerBar />
        <StatusBar />
      </AroundPanes>
      <Palette />
      <Help />
      <Dialogs />
      <ConsentBar />
      <NativeBar />
      <FileDrop />
      <BesidesBar />
      <PrintedPane />
    </div>
  );
}
