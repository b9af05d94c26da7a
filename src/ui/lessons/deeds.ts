import { type Deed, type Lesson, pageOf, settingsOf } from '../../lessons/index.ts';
import type { Session } from '../../session/core.ts';
import { isStale } from '../../session/outdated.ts';
import { open, selectPlace } from '../shared/opened.ts';

const EDITORS: readonly string[] = ['kernel', 'cost', 'promela', 'spin'];

/** Does to the page what a link of a lesson says. */
export function doDeed(session: Session, lesson: Lesson, deed: Deed): void {
  const { commands, store } = session;
  switch (deed.do) {
    case 'tune':
      set(session, deed.constants);
      commands.tune();
      return;
    case 'verify':
      open({ results: 'values' });
      commands.verify();
      return;
    case 'reset':
      commands.lend(
        settingsOf(pageOf(lesson.page)),
        undefined,
        'set the page as the lesson has it',
      );
      return;
    case 'show':
      open(EDITORS.includes(deed.view) ? { editor: deed.view } : { results: deed.view });
      return;
    case 'set':
      set(session, deed.constants);
      return;
    case 'trace':
      set(session, deed.constants);
      showTrace(session, deed.values);
      return;
    case 'line': {
      const at = store.getState().settings.kernelText.indexOf(deed.words);
      if (at >= 0) selectPlace(at, deed.words.length);
    }
  }
}

function set({ commands }: Session, constants: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(constants)) commands.setNamed(name, value);
}

/** Opens a configuration's run, and tunes first if there is no answer. */
function showTrace({ commands, store }: Session, values: Readonly<Record<string, number>>): void {
  const isAnswered = (): boolean =>
    store.getState().run.phase === 'ended' && !isStale(store.getState());
  if (isAnswered()) return commands.showTraceOf(values);
  commands.tune();
  const leave = store.subscribe(({ run }, before) => {
    if (run.phase === 'running' || before.run.phase !== 'running') return;
    leave();
    if (isAnswered()) commands.showTraceOf(values);
  });
}
