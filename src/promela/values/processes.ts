import * as p from '../syntax/index.ts';
import { CAME_TO, type Mode, STATUS } from './c-words.ts';

/** The Promela around a kernel's C. */
export const aroundCode = (
  mode: Mode,
  configurations: number,
  most: { readonly groups: number },
): Omit<p.PromelaModel, 'comment'> => ({
  messages: ['go', 'arrived', 'done'],
  globals: [
    [
      p.declare('short', ['configuration', 'slot', 'slots', 'groups', 'items']),
      p.declare('int', ['value', 'most']),
      p.declare('byte', 'came'),
    ],
    CHANNELS[mode](most.groups),
  ],
  inlines: [
    { name: 'stop', comment: 'Ends a path, with an error where something is wrong.', body: STOP },
    {
      name: 'choose',
      comment: 'A configuration and its inputs: one path for each.',
      body: choose(configurations),
    },
    { name: 'claim', body: [came('v_ensured ()'), STOP_UNLESS_ON, p.code('v_forget ();')] },
  ],
  processes: { chain, mixed, free }[mode],
  forgets: false,
  kinds: false,
});

const MESSAGE = ['mtype', 'short'];

const CHANNELS: Readonly<Record<Mode, (groups: number) => p.Declaration[]>> = {
  chain: () => p.channels(MESSAGE, 'to_group', 'to_items', 'to_host', 'back'),
  mixed: () => p.channels(MESSAGE, 'to_item', 'back'),
  free: (length) => [
    p.declare('chan', 'to_group', { message: MESSAGE, length }),
    p.channel('to_host', 'mtype'),
  ],
};

const came = (call: string): p.Simple => p.code(`now.came = ${call};`);
const cameTo = (to: keyof typeof CAME_TO): string => `came == ${CAME_TO[to]}`;

const STOP = [p.when(p.short(cameTo('wrong'), p.assert('false'))), p.NEVER];
const STOP_UNLESS_ON = p.when(p.short(`came != ${CAME_TO.on}`, p.call('stop')));
const STOP_IF_LOST = p.when(p.short(`${cameTo('wrong')} || ${cameTo('nothing')}`, p.call('stop')));

/** Any number from where it is to below `end`. */
const any = (variable: string, end: string): p.Statement =>
  p.repeat(p.short(p.BREAK), p.short(`${variable} < ${end}`, p.increment(variable)));

const choose = (configurations: number): p.Block => [
  any('configuration', String(configurations - 1)),
  p.code('v_configure ();'),
  p.loop(
    'slot < slots',
    p.code('now.most = v_last (now.slot); now.value = 0;'),
    any('value', 'most'),
    p.code('now.v_input.value[now.slot] = now.value;'),
    p.increment('slot'),
  ),
  p.assign('value', 0),
  p.assign('most', 0),
];

/** Chooses a run and begins it, one step each. */
const host = (locals: readonly string[], begun: p.Block, ...rest: p.Block): p.Process =>
  p.process('host', {
    active: true,
    locals: [p.declare('short', locals)],
    body: [
      p.atomic(p.call('choose')),
      p.atomic(came('v_is_found () ? 2 : 0'), p.wait('came == 0'), p.code('v_begin ();'), ...begun),
      ...rest,
    ],
  });

/** A process that serves one message after the other. */
const server = (
  models: p.ProcessName,
  name: string,
  local: string,
  asked: string,
  ...body: p.Block
): p.Process =>
  p.process(models, {
    name,
    active: true,
    idle: true,
    atomic: true,
    locals: p.variables('short', local),
    body: [p.repeat(p.option(p.receive(asked, 'go', local), ...body))],
  });

/** Groups run in turn; so do items, between two meetings. */
const chain: readonly p.Process[] = [
  host(
    ['g'],
    [
      p.loop(
        'g < groups',
        p.send('to_group', 'go', 'g'),
        p.receive('to_host', 'done', '_'),
        p.increment('g'),
      ),
      p.assign('g', 0),
      p.call('claim'),
    ],
  ),
  server(
    'unit',
    'group',
    'g',
    'to_group',
    p.code('v_start_group (Pgroup->g);'),
    p.repeat(
      p.unguarded(
        p.send('to_items', 'go', 'g'),
        p.receive('back', 'arrived', '_'),
        came('v_meet (Pgroup->g)'),
        p.choose(
          p.short(cameTo('on')),
          p.short(cameTo('done'), p.BREAK),
          p.shortOtherwise(p.call('stop')),
        ),
      ),
    ),
    p.assign('g', 0),
    p.send('to_host', 'done', 0),
  ),
  server(
    'pex',
    'work_items',
    'g',
    'to_items',
    came('v_region (Pwork_items->g)'),
    STOP_UNLESS_ON,
    p.assign('g', 0),
    p.send('back', 'arrived', 0),
  ),
];

/** The chain, with a choice of the next atomic operation. */
const mixed: readonly p.Process[] = [
  host(
    ['x', 'g'],
    [
      ...p.count(['g', 0, 'groups'], p.code('v_start_group (Phost->g);')),
      p.assign('g', 0),
      came('v_settle ()'),
      STOP_IF_LOST,
    ],
    p.loop(
      cameTo('on'),
      p.atomic(
        p.assign('x', 0),
        any('x', 'groups * items - 1'),
        p.holds('v_pending (Phost->x)'),
        p.send('to_item', 'go', 'x'),
        p.receive('back', 'arrived', '_'),
        p.assign('x', 0),
      ),
    ),
    p.atomic(p.call('claim')),
  ),
  // The item that comes next, and all that needs no other choice.
  server(
    'pex',
    'work_item',
    'x',
    'to_item',
    came('v_item (Pwork_item->x / now.items, Pwork_item->x % now.items, 1)'),
    p.when(p.short(cameTo('on'), came('v_settle ()'))),
    STOP_IF_LOST,
    p.assign('x', 0),
    p.send('back', 'arrived', 0),
  ),
];

const ARRIVE = p.code('v_arrive (Pwork_item->g, Pwork_item->i);');
const ARRIVES = p.holds('v_arrives (Pwork_item->g, Pwork_item->i)');
const TELL_GROUP = p.send('to_group[g]', 'arrived', 'i');

/** Items interleave at every access that others see; they meet in a group's process. Private steps
 * and arrivals come with the access before. */
const free: readonly p.Process[] = [
  host(
    ['g', 'i'],
    [
      p.loop(
        'g < groups',
        p.code('v_start_group (Phost->g); now.came = v_region (Phost->g);'),
        STOP_UNLESS_ON,
        p.run('group', 'g'),
        p.loop('i < items', p.run('work_item', 'g', 'i'), p.increment('i')),
        p.assign('i', 0),
        p.increment('g'),
      ),
    ],
    p.loop('g > 0', p.atomic(p.receive('to_host', 'done'), p.decrement('g'))),
    p.atomic(p.call('claim')),
  ),
  p.process('unit', {
    name: 'group',
    parameters: p.variables('short', 'g'),
    locals: p.variables('short', 'here'),
    idle: true,
    body: [
      p.repeat(
        p.unguarded(
          p.atomic(
            p.receive('to_group[g]', 'arrived', '_'),
            p.increment('here'),
            p.choose(
              p.short('here < items', p.goto('end_idle')),
              p.otherwise(
                p.assign('here', 0),
                came('v_meet (Pgroup->g)'),
                p.choose(
                  p.option(
                    cameTo('on'),
                    came('v_region (Pgroup->g)'),
                    STOP_UNLESS_ON,
                    p.goto('end_idle'),
                  ),
                  p.short(cameTo('done'), p.assign('came', 0), p.goto('finished')),
                  p.shortOtherwise(p.call('stop')),
                ),
              ),
            ),
          ),
        ),
      ),
      p.label('finished'),
      p.send('to_host', 'done'),
      p.labelled('end_done', p.NEVER),
    ],
  }),
  p.process('pex', {
    name: 'work_item',
    parameters: p.variables('short', 'g', 'i'),
    idle: true,
    body: [
      p.repeat(
        p.unguarded(
          p.atomic(
            p.holds(`v_is (Pwork_item->g, Pwork_item->i) == ${STATUS.access}`),
            came('v_step (Pwork_item->g, Pwork_item->i)'),
            STOP_UNLESS_ON,
            p.choose(p.short(ARRIVES, ARRIVE), p.shortOtherwise(p.goto('end_idle'))),
            TELL_GROUP,
          ),
        ),
        p.unguarded(p.atomic(ARRIVES, ARRIVE, TELL_GROUP)),
      ),
    ],
  }),
];
