import { commaParts, upToClosing } from '../base/comma-parts.ts';
import type { Span } from '../base/span.ts';
import { argumentsIn } from './python-arguments.ts';
import { arrayInPython, withSameShape } from './python-arrays.ts';
import { DEEPEST, inC, isNumber, isOfPython, type PythonText } from './python-launches.ts';

/** Calls of an extension's functions in a script of PyTorch, with the shapes that `get_inputs` states, as the host's
 * text of CUDA would say them. */

/** A function of the extension that takes tensors. */
interface Wrapper {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
}

interface Call extends Span {
  readonly code: string;
}

const FUNCTION = /\b(\w+)\s*\(([^(){};]*\bTensor\b[^(){};]*)\)\s*\{/g;

const BOUND = /\bm\s*\.\s*def\s*\(\s*"(\w+)"\s*,\s*&?\s*(\w+)/g;

function wrappersIn(code: string): readonly Wrapper[] {
  return [...code.matchAll(FUNCTION)].map(([, name = '', list = '']) => ({
    name,
    parameters: commaParts(list).map((each) => {
      const [, type = '', own = ''] = /^([^=]*?)(\w+)\s*(?:=.*)?$/s.exec(each) ?? [];
      return { name: own, type: type.trim() };
    }),
  }));
}

interface PythonFunction {
  readonly name: string;
  /** A method of the class that is made with what `get_init_inputs` returns. */
  readonly isOfModel: boolean;
  readonly start: number;
  readonly parameters: readonly string[];
  /** Default values. */
  readonly usual: readonly (string | undefined)[];
  /** Lines up to the place. */
  readonly body: string;
}

/** The function of the script around a place. */
function functionAround(around: string, place: number): PythonFunction | undefined {
  const before = [...around.slice(0, place).matchAll(/\bdef\s+(\w+)\s*\(([^()]*)\)[^:\n]*:/g)];
  const last = before.at(-1);
  if (last === undefined) return undefined;
  const [head, name = '', list = ''] = last;
  const [owner] =
    [...around.slice(0, last.index).matchAll(/^class\s+(\w+)/gm)].at(-1)?.slice(1) ?? [];
  const own = commaParts(list).map((each) => /^(\w*)[^=]*(?:=([^]*))?/.exec(each) ?? []);
  const taken = own.filter(([, each]) => each !== 'self');
  return {
    name,
    // Nobody states the arguments of other classes, nor those of `apply`.
    isOfModel: own.length > taken.length && !isMadeHere(owner ?? '', around),
    start: last.index + head.length,
    parameters: taken.map(([, each = '']) => each),
    usual: taken.map(([, , value]) => value?.trim()),
    body: around.slice(last.index + head.length, place),
  };
}

/** The script makes objects of a class with other arguments than `get_init_inputs` returns. */
const isMadeHere = (owner: string, around: string): boolean =>
  new RegExp(`(?<!\\bclass\\s+)\\b${owner}\\s*\\((?!\\s*\\*\\s*get_init_inputs\\(\\))`).test(
    around,
  );

const setsOf = (name: string, lines: string): readonly string[] =>
  [...lines.matchAll(new RegExp(`^[^\\S\\n]*${name}\\s*=(?!=)\\s*([^\\n]*)`, 'gm'))].map(
    ([, value = '']) => value.trim(),
  );

/** A function without arguments returns this in a place of its list, nothing behind the end; undefined where it is
 * not written so. */
function returned(by: string, place: number, around: string): string | undefined {
  const [head, another] = around.matchAll(new RegExp(`^def\\s+${by}\\s*\\(\\s*\\)[^:\\n]*:`, 'gm'));
  if (head === undefined || another !== undefined || place < 0) return undefined;
  const body = around.slice(head.index + head[0].length).split(/^\S/m)[0] ?? '';
  const [list, more] = body.matchAll(/\breturn\s*\[/g);
  if (list === undefined || more !== undefined) return undefined;
  const all = commaParts(upToClosing(body.slice(list.index + list[0].length)) ?? '');
  const own = withSameShape(all[place] ?? '');
  if (!/^[A-Za-z_]\w*$/.test(own)) return own;
  const [only, other] = setsOf(own, body);
  return other === undefined ? (only ?? own) : undefined;
}

/** Names that are set outside of functions, as a function sees them that does not set them. */
function ofModule(text: PythonText, start: number): PythonText {
  const valueOf = (name: string): string | undefined => {
    if (text.isSetBehind(name, start)) return text.valueOf(name);
    const sets = [...text.around.matchAll(new RegExp(`^${name}\\s*=(?!=)\\s*([^\\n]*)`, 'gm'))];
    return sets.length === 1 ? sets[0]?.[1]?.trim() : text.valueOf(name);
  };
  return { ...text, valueOf };
}

/** `self.w`, where the script sets it once; its names are those of `__init__`, and of what `get_init_inputs` returns. */
function attribute(name: string, text: PythonText) {
  const { around } = text;
  const [only, another] = [
    ...around.matchAll(
      new RegExp(`^[^\\S\\n]*self\\.${name}(?:\\.\\w+)*\\s*=(?!=)\\s*([^\\n]*)`, 'gm'),
    ),
  ];
  if (only?.[1] === undefined || another !== undefined) return undefined;
  const own = functionAround(around, only.index);
  if (own?.name !== '__init__' || !own.isOfModel) return undefined;
  const valueOf = (each: string): string | undefined => {
    const place = own.parameters.indexOf(each);
    if (place >= 0 && text.isSetBehind(each, own.start)) return undefined;
    const passed = place < 0 ? undefined : returned('get_init_inputs', place, around);
    const given = passed === '' ? own.usual[place] : passed;
    return given === each || place < 0 ? ofModule(text, own.start).valueOf(each) : given;
  };
  return { made: only[1].trim(), text: { ...text, valueOf } };
}

const PARAMETER = /^(?:(?:torch\.)?nn\.)?Parameter\(([^]*)\)$/;

const LAYER = /^(?:(?:torch\.)?nn\.)?(Linear|Conv[123]d)\(([^()]*)\)$/;

/** Sizes of a layer's weights and of its bias, where it has no groups. */
function sizesOfLayer(made: string, member: string): readonly string[] | undefined {
  const [, layer, list = ''] = LAYER.exec(made) ?? [];
  const { named, plain } = argumentsIn(commaParts(list));
  const [from, to, width] = plain;
  if (layer === undefined || from === undefined || to === undefined || named.has('groups'))
    return undefined;
  if (member === 'bias') return [to];
  if (member !== 'weight') return undefined;
  const across = layer === 'Linear' ? 0 : Number(layer.at(-2));
  const size = named.get('kernel_size') ?? width ?? '';
  return across > 0 && !/^\w+$/.test(size)
    ? undefined
    : [to, from, ...Array<string>(across).fill(size)];
}

/** Sizes of an argument, in C; undefined where the script does not state them. */
function sizesOf(arg: string, place: number, text: PythonText): readonly string[] | undefined {
  const around = functionAround(text.around, place);
  if (around?.name !== 'forward' || !around.isOfModel || isSetInParts(arg, around.body))
    return undefined;
  const name = meantBy(withSameShape(arg), around);
  if (name === undefined) return undefined;
  const [, owner, member = ''] = /^self\.(\w+)(?:\.(\w+))?$/.exec(name) ?? [];
  if (owner === undefined) {
    const start = text.around.search(/^def\s+get_inputs\b/m);
    const passed = returned('get_inputs', around.parameters.indexOf(name), text.around);
    return shapeMade(passed, ofModule(text, text.around.indexOf('\n', start)));
  }
  const own = attribute(owner, text);
  if (own === undefined) return undefined;
  const inner = PARAMETER.exec(own.made)?.[1];
  if (member === '') return shapeMade(inner ?? own.made, own.text);
  return sizesInC(sizesOfLayer(own.made, member), own.text);
}

/** `torch.rand(n)` of `torch.rand(n).float() * 2 - 1`. */
function withoutArithmetic(made: string): string {
  const inner = withSameShape(made).replace(/\)\s*[-+*/]\s*[\d.]+$/, ')');
  const again = inner.replace(/(\d)\s*[-+*/]\s*[\d.]+$/, '$1');
  return again === made ? made : withoutArithmetic(again);
}

/** `torch.randn(n, *shape)` with what the tuple has. */
const unpacked = (made: string, { valueOf }: PythonText): string =>
  made.replaceAll(/([(,]\s*)\*(\w+)/g, (whole, before: string, name: string) => {
    const inside = /^[([]([^()[\]]+?),?\s*[)\]]$/.exec(valueOf(name) ?? '')?.[1];
    return inside === undefined ? whole : before + inside;
  });

function shapeMade(made: string | undefined, text: PythonText): readonly string[] | undefined {
  const array = made === undefined ? undefined : unpacked(withoutArithmetic(made), text);
  return sizesInC(
    array === undefined ? undefined : arrayInPython(array, text.valueOf)?.sizes,
    text,
  );
}

function sizesInC(sizes: readonly string[] | undefined, text: PythonText) {
  const all = sizes?.map((each) => inC(each, text));
  const isTold = (size: string): boolean =>
    isNumber(size) && !size.startsWith('*') && !hasNames(size);
  return all?.every(isTold) === true && sizes?.some(isOfPython) === false ? all : undefined;
}

/** A name that the host's text would not know. */
const hasNames = (size: string): boolean => /[A-Za-z_]/.test(size.replaceAll('(double)', ''));

/** `x, y = y, x`, and loops. */
const isSetInParts = (arg: string, body: string): boolean =>
  /\b(?:for|while|if)\b/.test(body) ||
  /^[^=\n]*,[^=\n]*=(?!=)/m.test(body.replaceAll(/\([^()]*\)/g, '')) ||
  arg.startsWith('*');

/** The argument, or the member of the model, that a name of `forward` stands for. */
function meantBy(name: string, around: PythonFunction, depth = 0): string | undefined {
  const { parameters, body } = around;
  if (!/^\w+$/.test(name) || depth > DEEPEST) return name;
  const [only, another] = setsOf(name, body)
    .map(withSameShape)
    .filter((each) => each !== name);
  if (only === undefined) return name;
  return another !== undefined || parameters.includes(name)
    ? undefined
    : meantBy(only, around, depth + 1);
}

/** A number, in C; undefined where the script does not state it. */
function numberOf(arg: string, text: PythonText): string | undefined {
  const [, member] = /^self\.(\w+)$/.exec(arg.trim()) ?? [];
  const own = member === undefined ? { made: arg, text } : attribute(member, text);
  const value = own && inC(own.made, own.text);
  const isOne = value !== undefined && /^[\d.eE+\-*/() ]+$/.test(value) && /\d/.test(value);
  return isOne && !isOfPython(own?.made ?? '') ? value : undefined;
}

/** Names that the script calls an extension by. */
const extensionsIn = (around: string): ReadonlySet<string> =>
  new Set(
    [...around.matchAll(/^[^\S\n]*(?:self\.)?(\w+)\s*=[^=\n]*\bload(?:_inline)?\s*\(/gm)].map(
      ([, name = '']) => name,
    ),
  );

/** Calls of the functions of one of the script's texts. */
export function tensorCallsInPython(text: PythonText, code: string): readonly Call[] {
  const { around } = text;
  const wrappers = new Map(wrappersIn(code).map((each) => [each.name, each]));
  const bound = new Map([...code.matchAll(BOUND)].map(([, as = '', name = '']) => [as, name]));
  const extensions = extensionsIn(around);
  const names = new Set([...wrappers.keys(), ...bound.keys()]);
  return [...names].flatMap((name) => {
    const wrapper = wrappers.get(bound.get(name) ?? name);
    const calls = around.matchAll(
      new RegExp(`(?<!\\bdef\\s+)((?:\\w+\\.)*)\\b${name}\\s*\\(`, 'g'),
    );
    return [...calls].flatMap((call): readonly Call[] => {
      const owner = call[1]?.split('.').at(-2) ?? '';
      const from = call.index + call[0].length;
      const inside = upToClosing(around.slice(from));
      if (!wrapper || inside === undefined || !extensions.has(owner)) return [];
      const passed = passedTo(wrapper, commaParts(inside), call.index, text);
      return passed === undefined
        ? []
        : [{ code: passed, start: call.index, end: from + inside.length + 1 }];
    });
  });
}

/** A host's function that makes the tensors and calls; undefined where no shape is stated. */
function passedTo(
  { name, parameters }: Wrapper,
  args: readonly string[],
  place: number,
  text: PythonText,
): string | undefined {
  if (args.length > parameters.length || args.some((arg) => arg.includes('='))) return undefined;
  const open: string[] = [];
  const made: string[] = [];
  const passed = args.map((arg, i) => {
    const { name: own = '', type = '' } = parameters[i] ?? {};
    if (!/\bTensor\b/.test(type)) {
      const value = numberOf(arg, text);
      if (value !== undefined) return value;
      open.push(`${type} ${own}`);
      return own;
    }
    const sizes = sizesOf(arg, place, text);
    if (sizes !== undefined) made.push(`auto ${own} = torch::randn({${sizes.join(', ')}});`);
    return sizes && own;
  });
  // A shape that nobody states cannot be chosen to fit large ones.
  return made.length === 0 || passed.includes(undefined)
    ? undefined
    : `void call_${place}(${open.join(', ')}) { ${made.join(' ')} ${name}(${passed.join(', ')}); }`;
}
