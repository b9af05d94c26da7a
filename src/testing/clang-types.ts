import { commands } from '@yowasp/clang';
import { type Expression, expressionsOf, type Program } from '../front/syntax.ts';

/** clang's own typed tree as the oracle for ours. */

/** An expression of clang's tree: its type as C writes it. */
export interface ClangExpression {
  readonly kind: string;
  readonly type: string;
  /** What its place makes of it, where that is another type of numbers. */
  readonly becomes: string;
}

/** Conversions that an operator, an assignment or a call makes by itself. */
const CONVERSION =
  /^(Integral|Floating)(Cast|To(Floating|Integral|Boolean))$|^VectorSplat$|^BooleanToSignedIntegral$|^ZeroToOCLOpaqueType$/;

interface Node {
  readonly kind?: string;
  readonly type?: Written;
  readonly castKind?: string;
  readonly opcode?: string;
  /** The type that a compound assignment's left side is brought to. */
  readonly computeLHSType?: Written;
  readonly range?: { readonly begin: Place; readonly end: Place };
  readonly inner?: readonly (Node | null)[];
}

interface Written {
  readonly qualType: string;
  readonly desugaredQualType?: string;
}

interface Place {
  readonly offset?: number;
  readonly tokLen?: number;
  readonly includedFrom?: unknown;
}

/** The type of a scalar condition: C only asks whether it is 0, and clang promotes it first. */
function conditionOf(node: Node | null): string | undefined {
  const [inner = null] = node?.inner ?? [];
  if (node !== null && /^(ImplicitCast|Paren)Expr$/.test(node.kind ?? ''))
    return conditionOf(inner);
  const type = node?.type && written(node.type);
  return type === undefined || /\d$/.test(type) ? undefined : type;
}

/** Reads a text in OpenCL C without macros: its expressions by their places, `start end`.
 * @param own is in the names of all its functions. */
export async function typesByClang(
  text: string,
  own: string,
): Promise<{ readonly found: ReadonlyMap<string, ClangExpression>; readonly errors: string }> {
  const run = commands['clang'];
  if (run === undefined) throw new Error('@yowasp/clang has no clang');
  const decoder = new TextDecoder();
  const [out, said]: [string[], string[]] = [[], []];
  const language = ['-x', 'cl', '-cl-std=CL3.0', '--target=spir64', '-cl-ext=+all'];
  const dump = ['-Xclang', '-finclude-default-header', '-Xclang', '-ast-dump=json'];
  const filter = ['-Xclang', `-ast-dump-filter=${own}`];
  try {
    await run(
      [...language, ...dump, ...filter, '-w', '-ferror-limit=0', '-fsyntax-only', 'text.cl'],
      { 'text.cl': text },
      {
        stdout: (bytes) => out.push(bytes === null ? '' : decoder.decode(bytes, { stream: true })),
        stderr: (bytes) => said.push(bytes === null ? '' : decoder.decode(bytes, { stream: true })),
      },
    );
  } catch {
    // An error in one kernel leaves the tree of the others whole.
  }
  const found = new Map<string, ClangExpression>();
  const visit = (node: Node | null, asked?: string): void => {
    if (node === null) return;
    const { kind = '', type, range, castKind = '', opcode = '', computeLHSType, inner = [] } = node;
    const own = type && written(type);
    if (kind === 'ImplicitCastExpr' || kind === 'ParenExpr') {
      const becomes = CONVERSION.test(castKind) ? own : undefined;
      for (const each of inner) visit(each, asked ?? becomes);
      return;
    }
    const isOwn = range?.begin.includedFrom === undefined;
    if (isOwn && own !== undefined && range && !/Decl$|Attr$/.test(kind)) {
      const end = (range.end.offset ?? 0) + (range.end.tokLen ?? 0);
      const key = `${range.begin.offset} ${end}`;
      if (!found.has(key)) found.set(key, { kind, type: own, becomes: asked ?? own });
    }
    const left = computeLHSType && written(computeLHSType);
    inner.forEach((each, i) => {
      const isAsked = /^(&&|\|\|)$/.test(opcode) || (kind === 'ConditionalOperator' && i === 0);
      const given = kind === 'ConstantExpr' ? asked : i === 0 ? left : undefined;
      visit(each, isAsked ? conditionOf(each) : given);
    });
  };
  for (const tree of out.join('').split(/\n(?=\{)/))
    if (tree.trim()) visit(JSON.parse(tree) as Node);
  return { found, errors: said.join('') };
}

const WORDS: Readonly<Record<string, string>> = {
  'unsigned char': 'uchar',
  'unsigned short': 'ushort',
  'unsigned int': 'uint',
  'unsigned long': 'ulong',
  _Bool: 'bool',
};

const written = ({ qualType, desugaredQualType = qualType }: Written): string =>
  plainType(desugaredQualType);

/** A type without spaces of memory and qualifiers, spelt as `showType` does. */
function plainType(text: string): string {
  const bare = text
    .replaceAll(/\b(__(global|local|private|constant|generic)|const|volatile|restrict)\b/g, '')
    .replaceAll(/unsigned (char|short|int|long)|_Bool/g, (word) => WORDS[word] ?? word)
    .replaceAll(/(\w+)\s*__attribute__\(\(ext_vector_type\((\d+)\)\)\)/g, '$1$2')
    .replaceAll(/\bstruct (?=\w)/g, '') // said or not, as the text names the type
    .replaceAll(/\s+/g, ' ')
    .trim();
  const rows = /^(.+?) ?\( ?\*+ ?\)(.+)$/.exec(bare);
  const flat = rows === null ? bare : `${rows[1]}${rows[2]} *`;
  return flat
    .replaceAll(/\[[^\]]*\]/g, '[]')
    .replaceAll(/ ?\*/g, ' *')
    .replaceAll(/ (?=\[)/g, '');
}

/** Every expression of a program. */
export function* expressionsIn(program: Program): Generator<Expression> {
  for (const statement of [...program.globals, ...program.functions.map(({ body }) => body)])
    yield* expressionsOf(statement);
}
