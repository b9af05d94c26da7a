import { productOf } from '../../base/product.ts';
import type { Span } from '../../base/span.ts';
import type { FunctionDeclaration } from '../../front/syntax.ts';
import { load } from './access.ts';
import type { Context, RValue } from './context.ts';
import { NOTHING } from './conversion.ts';
import { binary, constant, convert, offset } from './make.ts';
import { objectOf } from './memory.ts';
import { bytesOf } from '../../front/layout.ts';
import type { CType } from '../../front/types.ts';
import { globalLinearId } from './work-item.ts';

const isPlain = ({ kind }: CType): boolean => kind === 'scalar' || kind === 'vector';

/** The result of a function without a body that takes and returns scalars and vectors alone, and so
 * touches no memory: anything. Each item reads its own from memory that nobody states. Undefined
 * for other functions.
 * @param type of its result. @param takes its parameters' types. */
export function unknownResult(
  context: Context,
  declaration: FunctionDeclaration,
  type: CType,
  takes: readonly CType[],
  span: Span,
): RValue | undefined {
  const { name, nameSpan } = declaration;
  if (![type, ...takes].every((each) => each.kind === 'void' || isPlain(each))) return undefined;
  if (type.kind === 'void') return NOTHING;
  const results = context.once(declaration, type, () => ({
    kind: 'memory',
    type,
    address: context.object({
      ...objectOf(name, type, {
        space: 'constant',
        span: nameSpan,
        length: 'stated',
        input: { kind: 'unknown' },
        elements: productOf(context.range.global),
      }),
      isResults: true,
    }),
  }));
  if (results.kind !== 'memory') return undefined;
  const bytes = binary(
    '*',
    convert('long', globalLinearId(context.range)),
    constant('long', bytesOf(type)),
  );
  return load(context, { ...results, address: offset(results.address, bytes) }, span);
}
