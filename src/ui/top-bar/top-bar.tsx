import { usePresentationOnDocument } from '../theme/presentation.ts';
import { isTuning } from '../../session/subject.ts';
import { HELP } from '../help/opened-help.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { useSessionState } from '../shared/session-context.tsx';
import { addressOf, type Door, DOORS } from '../shell/doors.ts';
import { PALETTE } from '../shell/page-actions.ts';
import { SHARE } from '../share/share-actions.ts';
import { Presenting } from './presenting.tsx';
import './top-bar.css';
import { ViewMenu } from './view-menu.tsx';

/** The site's name, its places, and what all of them share. */
export function TopBar({ door }: { readonly door: Door }) {
  usePresentationOnDocument(useSessionState(isTuning));
  return (
    <header className="top-bar row">
      <div className="brand row">
        <img src="./icon.svg" width={24} height={24} alt="" />
        <h1>Overtime</h1>
      </div>
      <nav className="doors" aria-label="Places">
        {DOORS.map(({ id, short, rest }) => (
          <a
            key={id}
            className="door ring-inside one-line"
            href={addressOf(id)}
            aria-current={door === id ? 'page' : undefined}
          >
            {short}
            {rest !== '' && <span className="door-rest">{rest}</span>}
          </a>
        ))}
      </nav>
      <span className="spacer" />
      <Presenting />
      <div className="tools row">
        <IconButton {...PALETTE} icon="search" onPress={PALETTE.run} />
        <IconButton {...SHARE} icon="share" onPress={SHARE.run} />
        <ViewMenu />
        <IconButton {...HELP} icon="help" onPress={HELP.run} />
      </div>
    </header>
  );
}
