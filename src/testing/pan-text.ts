import { runProgram } from '../spin/verifier.ts';
import { createReplayParser, type PanReplay } from './pan-replay-text.ts';

/** A trail as pan itself replays it (`pan -g -r trail`), read from the text of every step: the oracle
 * for the quick replay. */
export function replayedByPan(
  module: WebAssembly.Module,
  trail: string,
  words: readonly string[],
): Extract<PanReplay, { ok: true }> {
  const parser = createReplayParser();
  let text = '';
  runProgram(module, ['-g', '-r', 'trail', ...words], {
    files: { trail: new TextEncoder().encode(trail) },
    lineBuffered: false,
    onStdout: (bytes) => {
      text += new TextDecoder('latin1').decode(bytes);
    },
  });
  for (const line of text.replace(/\n$/, '').split('\n')) parser.push(line);
  const replay = parser.end();
  if (!replay.ok) throw new Error(replay.reason);
  return replay;
}
