import * as p from '../syntax/index.ts';
import { BASE, chans, ME, process } from './parts.ts';

interface Server {
  readonly parameters?: readonly p.Declaration[];
  /** By which warps ask, and are told that they were served. */
  readonly asked: string;
  readonly answers: string;
  /** Among several on one channel. */
  readonly which?: p.Pattern;
  /** When what it is asked for may begin. */
  readonly begins: p.Expression;
  /** Its work's name in the events. */
  readonly does: string;
}

/** Something that serves one warp after the other, first come, first served. */
const server = (
  name: 'port' | 'l2' | 'scheduler',
  { parameters = [], which, ...rest }: Server,
): p.Process => {
  const { asked, answers, begins, does } = rest;
  return process(name, {
    parameters: [...parameters, ...chans(asked, answers)],
    locals: [
      p.declare('byte', 'who'),
      p.declare('int', 'cost'),
      p.declare('int', 'step'),
      p.declare('long', 'began', 'the last that it was asked'),
      p.declare('long', 'free_at'),
    ],
    body: [
      p.label('end_waiting'),
      p.repeat(
        p.option(
          p.receive(asked, 'go', ...(which === undefined ? [] : [which]), 'who', 'cost', 'step'),
          p.assign('began', p.expression('free_at > begins ? free_at : begins', { begins })),
          p.assign('free_at', 'began + cost'),
          p.event(`@work %d ${does} %d %d %d %d`, '_pid', 'began', 'free_at', 'step', 'who'),
          p.send(answers, 'done', 'who'),
        ),
      ),
    ],
  });
};

/** The port of the unit to its first cache and local memory. */
export const port = (): p.Process =>
  server('port', {
    asked: 'w_port',
    answers: 'port_w',
    does: 'port',
    begins: p.expression('time'),
  });

/** Asked after the port, it begins with it or later. */
export const secondCache = (): p.Process =>
  server('l2', {
    parameters: [BASE],
    asked: 'w_l2',
    answers: 'l2_w',
    does: 'l2',
    begins: p.remote('port', 'base + 1', 'began'),
  });

/** A scheduler issues the instructions of its warps. */
export const scheduler = (): p.Process =>
  server('scheduler', {
    parameters: [ME],
    asked: 'w_s',
    answers: 's_w',
    does: 'issue',
    which: p.value('me'),
    begins: p.expression('time'),
  });
