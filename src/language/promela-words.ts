/** A Promela keyword for the editor. */
export interface PromelaWord {
  readonly kind: 'keyword' | 'type' | 'function' | 'constant';
  readonly about: string;
  /** Its syntax. */
  readonly syntax?: string;
  /** With places to fill in; absent: the word alone. */
  readonly snippet?: string;
}

const keyword = (about: string, syntax?: string, snippet?: string): PromelaWord => ({
  kind: 'keyword',
  about,
  ...(syntax !== undefined && { syntax }),
  ...(snippet !== undefined && { snippet }),
});
const type = (about: string, syntax?: string): PromelaWord => ({
  kind: 'type',
  about,
  ...(syntax !== undefined && { syntax }),
});
const predicate = (syntax: string, about: string): PromelaWord => ({
  kind: 'function',
  syntax,
  about,
});
const constant = (about: string): PromelaWord => ({ kind: 'constant', about });

/** The language (SPIN's manual pages), in a sentence each. */
export const PROMELA_WORDS: Readonly<Record<string, PromelaWord>> = {
  active: keyword(
    'A process type whose processes run from the start.',
    'active [2] proctype name() { ... }',
    'active proctype ${1:name}() {\n  $0\n}',
  ),
  assert: keyword('An error where the expression is 0.', 'assert(expression)', 'assert(${1:x})'),
  atomic: keyword(
    'Steps that nobody interrupts, as long as each of them can be taken.',
    'atomic { ... }',
    'atomic { $0 }',
  ),
  bit: type('0 or 1.'),
  bool: type('true or false.'),
  break: keyword('Leaves the innermost do loop.'),
  byte: type('0 to 255.'),
  c_code: keyword('C that is a step of the verifier. The simulator does not run it.'),
  c_decl: keyword('Declarations in C, before the state.'),
  c_expr: keyword('An expression in C: the step can be taken where it is not 0.'),
  c_state: keyword('A variable of C that is part of the state.'),
  c_track: keyword('Memory of C that is part of the state.'),
  chan: type(
    'A channel; of capacity 0 sender and receiver meet.',
    'chan c = [2] of { mtype, byte }',
  ),
  D_proctype: keyword('A process type that must not be non-deterministic.'),
  d_step: keyword(
    'Steps taken as one. None of them may wait, and none may choose.',
    'd_step { ... }',
    'd_step { $0 }',
  ),
  do: keyword(
    'Takes one of the branches that can go on, again and again, until break.',
    'do :: ... od',
    'do\n:: ${1:true} -> $0\nod',
  ),
  else: keyword('The branch that is taken where none of the others can be.'),
  empty: predicate('empty(channel)', 'Whether no message is in the channel.'),
  enabled: predicate('enabled(pid)', 'Whether a process can take a step. It allows no reduction.'),
  eval: predicate('eval(variable)', 'In a receive: takes only messages with this value.'),
  false: constant('0.'),
  fi: keyword('Ends an if.'),
  for: keyword(
    'Counts a variable over a range or an array.',
    'for (i : 0 .. 3) { ... }',
    'for (${1:i} : ${2:0} .. ${3:3}) {\n  $0\n}',
  ),
  full: predicate('full(channel)', 'Whether the channel has no room.'),
  goto: keyword('Goes on at a label of the same process.', 'goto label', 'goto ${1:label}'),
  hidden: keyword('A variable that is no part of the state.'),
  if: keyword(
    'Takes one of the branches that can go on; waits where none can.',
    'if :: ... fi',
    'if\n:: ${1:true} -> $0\n:: else\nfi',
  ),
  init: keyword('The first process, where there is one.', 'init { ... }', 'init {\n  $0\n}'),
  inline: keyword(
    'A piece of text with parameters, put in where it is named.',
    'inline name(a, b) { ... }',
    'inline ${1:name}(${2}) {\n  $0\n}',
  ),
  int: type('A whole number of 32 bits.'),
  len: predicate('len(channel)', 'How many messages are in the channel.'),
  local: keyword('A global variable that one process alone uses: nobody checks it.'),
  ltl: keyword(
    'A formula over all runs: [] always, <> eventually, U until, -> implies, !, &&, ||.',
    'ltl name { [] (p -> <> q) }',
    'ltl ${1:name} { [] (${2:p} -> <> ${3:q}) }',
  ),
  mtype: type('A name of a message, or one of them.', 'mtype = { ask, answer }'),
  nempty: predicate('nempty(channel)', 'Whether a message is in the channel.'),
  never: keyword('A claim: an automaton of what must never happen.', 'never name { ... }'),
  nfull: predicate('nfull(channel)', 'Whether the channel has room.'),
  np_: constant('True as long as no process is at a label progress...'),
  od: keyword('Ends a do.'),
  pc_value: predicate('pc_value(pid)', 'The number of the state that a process is in.'),
  pid: type('The number of a process: 0 to 255.'),
  printf: predicate('printf("x = %d\\n", x)', 'Prints; never part of a state.'),
  priority: keyword('Of processes that can go on those of the highest do.'),
  proctype: keyword(
    'A type of process; run makes one of it.',
    'proctype name(byte x) { ... }',
    'proctype ${1:name}(${2}) {\n  $0\n}',
  ),
  provided: keyword('The process takes steps only while this holds.'),
  run: predicate('run name(1)', 'Makes a process; its value is the number of the process.'),
  select: predicate('select (x : 1 .. 8)', 'Chooses a value of a range.'),
  short: type('A whole number of 16 bits.'),
  skip: keyword('A step that does nothing.'),
  timeout: constant('True where no process can take a step.'),
  trace: keyword('What may happen on channels, in order.'),
  notrace: keyword('What must not happen on channels.'),
  true: constant('1.'),
  typedef: keyword(
    'A structure of variables.',
    'typedef name { byte a; byte b }',
    'typedef ${1:name} {\n  $0\n}',
  ),
  unless: keyword(
    'Leaves the first sequence as soon as the second can begin.',
    '{ ... } unless { ... }',
  ),
  unsigned: type('A whole number of so many bits.', 'unsigned x : 5'),
  xr: keyword('This process alone receives from the channel: helps the reduction.', 'xr channel'),
  xs: keyword('This process alone sends to the channel: helps the reduction.', 'xs channel'),
  _: constant('Takes any value, and forgets it.'),
  _last: constant('The process that took the last step. It allows no reduction.'),
  _nr_pr: constant('How many processes there are.'),
  _pid: constant('The number of this process.'),
};
