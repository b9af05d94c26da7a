import type { ModelContext } from '../context.ts';
import { indent, type Line, type Lines } from '../writer.ts';

/** The text of a process. At level baton its whole body is one atomic sequence that begins with a
 * blocking receive, so that control passes with the messages and nothing else interleaves. */
export function process(
  context: ModelContext,
  head: string,
  declarations: Lines,
  body: Lines,
): Line[] {
  const inner: Lines = context.level !== 'free' ? ['atomic {', ...indent(body), '}'] : body;
  return [
    ...indent([`proctype ${head} {`], 0),
    ...indent(declarations),
    // At level free the host begins by itself; all others may wait for ever.
    ...indent(head.startsWith('host') && context.level === 'free' ? [] : ['end_idle:']),
    ...indent(inner),
    ...indent(['}'], 0),
  ];
}

/** Where a process stays once it has been told to stop. It does not terminate: the orders in which
 * processes terminate would multiply the states. */
export const STOPPED = 'end_stopped: false';

/** A loop over `variable` = first .. limit - 1. */
export function count(variable: string, first: string, limit: string, body: Lines): Line[] {
  return indent(
    [
      `${variable} = ${first};`,
      'do',
      `:: ${variable} < ${limit} ->`,
      ...indent(body, 2),
      `    ${variable}++`,
      ':: else -> break',
      'od;',
    ],
    0,
  );
}

/** Lines as one atomic sequence at level free; at level baton everything is atomic as it is.
 * Either way a further statement may follow. */
export function together(context: ModelContext, lines: Lines): Line[] {
  if (context.level !== 'free') {
    const all = indent(lines, 0);
    return all.map((line, index) =>
      index < all.length - 1 || line.text.endsWith(';') ? line : { ...line, text: `${line.text};` },
    );
  }
  return indent(['atomic {', ...indent(lines), '};'], 0);
}

/** The clock knows processes by their number, the unit and the barrier by their index. */
export const HAND_BACK = 'back ! wait, (back == p_clk -> _pid : me)';
