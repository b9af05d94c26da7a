import * as v from 'valibot';
import { Cancelled, Failure, type FailurePlace } from '../../base/failure.ts';
import { bytesOf } from '../../base/letters.ts';
import { messageOf } from '../../base/message.ts';
import { type Tuning, withoutTuningClaim } from '../../promela/index.ts';
import { type Engine, type Ingredients, searchingElsewhere } from '../../spin/elsewhere.ts';
import { readProcess, type Ended } from '../../spin/process-run.ts';
import type { CallOptions, Toolchain } from '../../spin/toolchain.ts';
import { lineSplitter } from '../../spin/verifier-reader.ts';
import {
  type NativeAnswer,
  answerSchema,
  type NativeIngredients,
  type NativeQuestion,
  type NativeState,
  stateSchema,
  TOKEN_HEADER,
} from './question.ts';

/** The server that the page came from. */
export interface NativeServer {
  readonly address: string;
  readonly token: string;
}

const GONE = 'The server on this machine does not answer';
const WAKE = 'Start it again and open the address that it prints, or search in WebAssembly.';

/** Asks, and hears the answer as it comes. @throws {Failure} @throws {Cancelled} */
async function asked(
  { address, token }: NativeServer,
  question: NativeQuestion,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [TOKEN_HEADER]: token },
    body: JSON.stringify(question),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw signal?.aborted === true
      ? new Cancelled()
      : new Failure('worker', `${GONE}: ${messageOf(error)}`, WAKE);
  });
  if (response.ok) return response;
  throw new Failure(
    'worker',
    response.status === 403
      ? 'The server on this machine has been started anew'
      : `The server on this machine refuses the search (${response.status})`,
    WAKE,
  );
}

/** Asks for the machine's compiler, memory and cores. @throws {Failure} */
export async function nativeState(
  server: NativeServer,
  signal?: AbortSignal,
): Promise<NativeState> {
  const response = await asked(server, { ask: 'state' }, signal);
  return v.parse(stateSchema, await response.json());
}

/** The page's toolchain with searches made by the machine that serves it. @param tuning what is tuned, if so. */
export function nativeFromPage(
  toolchain: Toolchain,
  server: NativeServer,
  compiler: string,
  tuning?: Tuning,
): Toolchain {
  const engine: Engine<NativeIngredients> = {
    compiler,
    async compile(ingredients, call) {
      const program = ofPage(ingredients, tuning);
      let sha256: string | undefined;
      await heard({ ask: 'compile', ...program }, call, (answer) => {
        if ('made' in answer) sha256 = answer.made.sha256;
      });
      return { program, sha256 };
    },
    run(program, args, { memory: { maxMB = 2048 } = {}, ...given }, call) {
      const question = { ask: 'search' as const, ...program, args: [...args], memoryMB: maxMB };
      return readProcess(
        async (tell, signal) => {
          let ended: Ended | undefined;
          await heard(question, { signal }, (answer) => {
            if ('end' in answer) ended = { exit: undefined, trap: undefined, ...answer.end };
            else if ('file' in answer) tell({ file: answer.file, bytes: bytesOf(answer.letters) });
            else if ('line' in answer || 'stderr' in answer) tell(answer);
          });
          if (!ended) throw new Failure('worker', `${GONE} any more`, WAKE);
          return ended;
        },
        given,
        call,
      );
    },
  };
  return searchingElsewhere(toolchain, engine);

  async function heard(
    question: NativeQuestion,
    { signal }: CallOptions,
    hear: (answer: NativeAnswer) => void,
  ): Promise<void> {
    const { body } = await asked(server, question, signal);
    let failed: Failure | undefined;
    const lines = lineSplitter((line) => {
      const answer = v.parse(answerSchema, JSON.parse(line));
      if ('failed' in answer) failed = failureOf(answer.failed);
      else hear(answer);
    });
    try {
      const reader = body?.getReader();
      for (;;) {
        const next = await reader?.read();
        if (!next || next.done) break;
        lines.write(next.value);
      }
    } catch (error) {
      if (signal?.aborted === true) throw new Cancelled();
      throw new Failure('worker', `${GONE} any more: ${messageOf(error)}`, WAKE);
    }
    lines.end();
    if (failed) throw failed;
  }
}

const failureOf = (told: {
  readonly place: FailurePlace;
  readonly message: string;
  readonly hint: string;
  readonly detail?: string | undefined;
}): Failure => new Failure(told.place, told.message, told.hint, told.detail);

function ofPage(
  { from, optimise, defines }: Ingredients,
  tuning: Tuning | undefined,
): NativeIngredients {
  if (!from || from.separate === true) throw new Error('nobody knows what the verifier is of');
  return {
    model: tuning ? withoutTuningClaim(from.model) : from.model,
    ...(tuning && { tuning: { ...tuning, parameters: [...tuning.parameters] } }),
    lossy: from.lossy === true,
    optimise,
    defines: [...defines],
  };
}
