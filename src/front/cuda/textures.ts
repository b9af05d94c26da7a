import { isFloat, isSigned, type Scalar } from '../scalar.ts';
import type { Expression, Type } from '../syntax.ts';
import { laneOf, lanesOf, otherType, scalarType, vectorType } from '../types.ts';
import type { Maker } from './rows.ts';

/** Textures are images as large as the range: what is in them, and where their edges lie, is the host's
 * (CUDA C++ Programming Guide, "Texture Memory"). */

const FETCH = /^tex([123])D(?:Lod|Grad|Layered|LayeredLod|LayeredGrad|fetch)?$/;
const HANDLE = /^(?:(?:cuda|hip)TextureObject_t|texture)$/;

/** Coordinates of a place, and lanes of a pixel. */
const LANES = 4;

/** An image of as many dimensions as the text looks up. */
export function textureType(word: string, text: string): Type | undefined {
  if (!HANDLE.test(word)) return undefined;
  const looked = [...text.matchAll(/\btex([123])D(Layered)?/g)].map(([, dimensions, layered]) =>
    Math.min(Number(dimensions) + (layered ? 1 : 0), 3),
  );
  const name = `image${Math.max(1, ...looked)}d_t`;
  return otherType('type', name, `the type ${name}`);
}

/** The type that a texture gives which is declared so. */
export const givenBy = (element: Type, mode = ''): Type =>
  !mode.endsWith('NormalizedFloat') || (element.kind !== 'scalar' && element.kind !== 'vector')
    ? element
    : { ...element, scalar: 'float' };

/** `tex2D<T>(texture, x, y)`, which finds no place outside. */
export function textureCall(
  name: string,
  of: Type | undefined,
  [texture, ...at]: readonly Expression[],
  make: Maker,
): Expression | undefined {
  const [found, dimensions] = FETCH.exec(name) ?? [];
  if (found === undefined || texture === undefined) return undefined;
  if (of?.kind !== 'scalar' && of?.kind !== 'vector') return undefined;
  const count = Number(dimensions) + (name.includes('Layered') ? 1 : 0);
  const place = placed(at.slice(0, count), name.endsWith('fetch') ? 'int' : 'float', make);
  const edge = make.binary(
    '|',
    make.name('CLK_ADDRESS_CLAMP_TO_EDGE'),
    make.name('CLK_FILTER_NEAREST'),
  );
  const [lane, lanes] = [laneOf(of), lanesOf(of)];
  const object = make.call(`read_image${endOf(lane)}`, [texture, edge, place]);
  const field = 'xyzw'.slice(0, lanes);
  const part =
    lanes === LANES
      ? object
      : make.typed({ kind: 'member', object, arrow: false, field, span: make.span });
  return of.kind === 'scalar' ? make.cast(of, part) : make.call(`convert_${lane}${lanes}`, [part]);
}

/** Images of fewer dimensions leave out the last. */
function placed(at: readonly Expression[], lane: 'int' | 'float', make: Maker): Expression {
  const lanes = Array.from({ length: LANES }, (_, i) => {
    const given = at[i];
    return make.cast(scalarType(lane), given ?? make.number(0));
  });
  return make.cast(vectorType(lane, LANES), ...lanes);
}

/** The ends of images' functions, by their lanes. */
const endOf = (lane: Scalar): 'f' | 'i' | 'ui' =>
  isFloat(lane) ? 'f' : isSigned(lane) ? 'i' : 'ui';
