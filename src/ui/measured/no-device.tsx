import { PanelMessage } from '../shared/panel-message.tsx';
import { NO_DEVICE } from './on-gpu-words.ts';

/** Why nothing runs on a GPU here. */
export function NoDevice({ why }: { readonly why: keyof typeof NO_DEVICE }) {
  const { title, words } = NO_DEVICE[why];
  return (
    <PanelMessage icon="error" title={title}>
      {words}
    </PanelMessage>
  );
}
