import { runProgram } from '../spin/verifier.ts';
import { createReplayParser, type PanReplay } from './pan-replay-text.ts';

/** pan's own textual replay: the oracle for our quick one. */
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
