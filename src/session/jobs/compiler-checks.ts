import type { Diagnostic } from '../../base/diagnostic.ts';
import { Latest } from '../../base/latest.ts';
import { messageOf } from '../../base/message.ts';
import { lazy } from '../../base/lazy.ts';
import { languageOf } from '../../front/cuda/words.ts';
import { declaredNames } from '../../front/declared-names.ts';
import { CONSTANT_NAMES } from '../../platform/index.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import type { SessionTools } from '../tools.ts';
import type { CompilerView } from '../state.ts';
import { isBrought } from '../workspace/open-document.ts';
import { clangDiagnostics } from './clang-messages.ts';
import { textForClang } from './text-for-clang.ts';

/** Milliseconds without an edit before clang is asked. */
const PAUSE = 400;
/** A new page has other things to load first. */
const PAUSE_BEFORE_FETCH = 3000;

type CheckTools = Pick<SessionTools, 'store' | 'pause' | 'hasCompiler' | 'derivation'> & {
  /** Its own worker, so that checks never wait for searches. */
  readonly toolchain: () => Pick<Toolchain, 'checkKernel'>;
};

/** Has clang check the kernel text whenever edits pause; newer text cancels a check.
 * The compiler is 18 MB, so it is fetched for a check only at the user's wish; otherwise checks
 * start once a run has fetched it. A wanted fetch starts seconds after loading, mostly from the
 * browser's cache. */
export function checkWithCompiler(tools: CheckTools): void {
  const { store, pause, hasCompiler, derivation } = tools;
  const latest = new Latest();
  const toolchain = lazy(tools.toolchain);

  const publish = (compiler: CompilerView, compilerDiagnostics: readonly Diagnostic[] = []): void =>
    store.setState({ compiler, compilerDiagnostics });

  function restart(wait = PAUSE): void {
    const { compilerChecks = hasCompiler(), kernelText } = store.getState().settings;
    const signal = latest.start();
    // It is asked as a compiler of OpenCL C.
    const isOwn = !isBrought(store.getState()) && languageOf(kernelText) === 'opencl';
    const isAsked = compilerChecks && isOwn;
    publish({ phase: isAsked ? 'waiting' : 'none' });
    if (isAsked) void check(kernelText, wait, signal);
  }

  async function check(text: string, wait: number, signal: AbortSignal): Promise<void> {
    await pause(wait, signal);
    if (signal.aborted) return;
    publish({ phase: 'running' });
    try {
      const asked = textForClang(text, derivation());
      const messages = await toolchain().checkKernel({ text: asked }, { signal });
      if (signal.aborted) return;
      // The host defines these, so the text need not declare them.
      const given = new Set<string>([...CONSTANT_NAMES, ...declaredNames(text)]);
      publish({ phase: 'ended' }, clangDiagnostics(messages, text, given));
    } catch (error) {
      if (!signal.aborted) publish({ phase: 'failed', message: messageOf(error) });
    }
  }

  if (store.getState().settings.compilerChecks === true) restart(PAUSE_BEFORE_FETCH);
  store.subscribe(({ settings, compiler, document }, { settings: before, document: was }) => {
    const { kernelText, compilerChecks } = settings;
    const isTrusted = document.brought !== was.brought;
    const changed = kernelText !== before.kernelText || compilerChecks !== before.compilerChecks;
    const arrived =
      compiler.phase === 'none' &&
      compilerChecks === undefined &&
      hasCompiler() &&
      document.brought === undefined &&
      // Nothing else is asked, and that would be heard here again.
      languageOf(kernelText) === 'opencl';
    if (changed || arrived || isTrusted) restart();
  });
}
