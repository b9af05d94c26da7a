import { commands } from '@yowasp/clang';

/** Clang's complaints about an OpenCL text, except unknown pragmas; empty if it accepts it. */
export async function frontEndSays(
  name: string,
  text: string,
  standard: 'CL1.2' | 'CL3.0' = 'CL1.2',
  parameters: readonly string[] = [],
): Promise<string> {
  const said: string[] = [];
  const decoder = new TextDecoder();
  const run = commands['clang'];
  if (run === undefined) throw new Error('@yowasp/clang has no clang');
  // Values that a tuner passes when it builds.
  const given = parameters.map((parameter) => `-D${parameter}=4`);
  const language = ['-x', 'cl', `-cl-std=${standard}`, '--target=spir64'];
  const headers = ['-Xclang', '-finclude-default-header'];
  const warnings = ['-Wall', '-Wno-unknown-pragmas', '-ferror-limit=0'];
  try {
    await run(
      [...language, ...given, ...headers, ...warnings, '-fsyntax-only', name],
      { [name]: text },
      { stderr: (bytes) => said.push(decoder.decode(bytes ?? new Uint8Array())) },
    );
  } catch (error) {
    said.push(`${name}: ${String(error)}`);
  }
  return said.join('');
}
