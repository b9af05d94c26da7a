import { SAMPLERS } from '../../front/literal.ts';
import { bytesOf } from '../../front/layout.ts';
import { isFloat, type Scalar } from '../../front/scalar.ts';
import { type Declarator, expressionsOf, type FunctionDeclaration } from '../../front/syntax.ts';
import { laneOf, vectorType } from '../../front/types.ts';
import { beyond, countOf, LONGER, PIXEL_LANES } from '../pixels.ts';
import type { Value } from '../program.ts';
import { load, store } from './access.ts';
import type { Context, Image } from './context.ts';
import { convertTo, NOTHING, ofLanes, ofScalar } from './conversion.ts';
import { argument, type BuiltInCall, type Handler, one } from './handler.ts';
import { coordinatesOf, imageOf } from './image-type.ts';
import { binary, call, constant, convert, int, numberOf, offset, select, zero } from './make.ts';
import { objectOf } from './memory.ts';

/** Images: arrays of pixels, one for each place in the range of work-items. What lies outside is
 * the sampler's affair (OpenCL C, "Image Read and Write Functions"). */

/** The lanes of pixels, by how the functions that read and write them end. */
const PIXELS: Readonly<Record<string, Scalar>> = { f: 'float', h: 'half', i: 'int', ui: 'uint' };

/** Pixels along a dimension in which the range has none. */
const DEEP = 4;

/** Declares the argument if it is an image. */
export function declareImage(context: Context, { name, nameSpan, type }: Declarator): boolean {
  const dimensions = type.kind === 'other' ? coordinatesOf(type.what) : undefined;
  if (dimensions === undefined) return false;
  const { global, dimensions: used } = context.range;
  const sizes = global.slice(0, dimensions).map((items, i) => (i < used ? items : DEEP));
  const pixel = vectorType(lanesOf(context, name) ?? 'float', PIXEL_LANES);
  const about = { space: 'global', span: nameSpan, length: 'assumed', isArgument: true } as const;
  const made = objectOf(name, pixel, {
    ...about,
    elements: countOf(sizes),
    input: { kind: 'unknown' },
  });
  const columns = dimensions === 1 ? undefined : PIXEL_LANES * (sizes[0] ?? 1);
  const address = context.object({ ...made, image: sizes, columns });
  context.images.set(context.objects.length - 1, { address, sizes, pixel });
  context.scope.set(name, {
    kind: 'value',
    type: { kind: 'pointer', to: pixel },
    lanes: [address],
  });
  return true;
}

/** What the lanes of an image's pixels are: the functions tell that are called with it. */
function lanesOf(context: Context, image: string): Scalar | undefined {
  const [own, all] = [new Set<Scalar>(), new Set<Scalar>()];
  const visit = ({ body }: Pick<FunctionDeclaration, 'body'>): void => {
    for (const each of expressionsOf(body)) {
      if (each.kind !== 'call' || each.callee.kind !== 'name') continue;
      const lane = PIXELS[/^(?:read|write)_image(\w+)$/.exec(each.callee.name)?.[1] ?? ''];
      if (lane === undefined) continue;
      const [first] = each.args;
      all.add(lane);
      if (first?.kind === 'name' && first.name === image) own.add(lane);
    }
  };
  context.program.functions.forEach(visit);
  return [...own, ...all][0];
}

function imageIn(given: BuiltInCall): Image {
  const image = imageOf(given.context, argument(given, 0).lanes[0]);
  return image ?? given.context.refuse(given.span, `Which image ${given.name} takes is not told.`);
}

/** The variable that a value is. */
const nameOf = ({ emitter }: Context, value: Value): string | undefined =>
  value.kind === 'register' ? emitter.registers[value.register]?.name : undefined;

/** How coordinates are meant. */
interface Sampler {
  readonly isNormalized: boolean;
  readonly border: 'none' | 'edge' | 'zeros' | 'repeat';
}

/** Without a sampler, whole coordinates of pixels of the image. */
const PLAIN: Sampler = { isNormalized: false, border: 'none' };

const STATED_BY_HOST = 'What this sampler does is stated by the host, not by the text.';
const IN_THE_TEXT =
  'Write it in the text: const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;';

function samplerIn(given: BuiltInCall): Sampler {
  const { context, span } = given;
  const sampler = one(given, 1);
  const bits = numberOf(sampler);
  if (bits === undefined) {
    const name = nameOf(context, sampler);
    if (name === undefined || argument(given, 2).lanes.some((lane) => isFloat(lane.type)))
      return context.refuse(span, STATED_BY_HOST, IN_THE_TEXT);
    context.assume({
      what: 'result',
      why: `The host makes the sampler ${name}: outside it is taken to find the pixel of the edge.`,
      hint: IN_THE_TEXT,
      span,
      weakens: false,
      touches: 'results',
      holdsIf: `${name} is CLK_ADDRESS_CLAMP_TO_EDGE`,
    });
    return { isNormalized: false, border: 'edge' };
  }
  const address = bits & 14;
  if ((bits & SAMPLERS.CLK_FILTER_LINEAR) !== 0)
    context.refuse(span, 'What lies between pixels is not followed (CLK_FILTER_LINEAR).');
  if (address === SAMPLERS.CLK_ADDRESS_MIRRORED_REPEAT)
    context.refuse(span, 'Mirrored images are not followed (CLK_ADDRESS_MIRRORED_REPEAT).');
  return {
    isNormalized: (bits & SAMPLERS.CLK_NORMALIZED_COORDS_TRUE) !== 0,
    border:
      address === SAMPLERS.CLK_ADDRESS_CLAMP_TO_EDGE
        ? 'edge'
        : address === SAMPLERS.CLK_ADDRESS_CLAMP
          ? 'zeros'
          : address === SAMPLERS.CLK_ADDRESS_REPEAT
            ? 'repeat'
            : 'none',
  };
}

/** The pixel along each dimension, before the border is thought of. */
function pixelsAt(given: BuiltInCall, index: number, sizes: Image['sizes'], how: Sampler): Value[] {
  const { lanes } = argument(given, index);
  return sizes.map((size, i) => {
    const lane = lanes[i];
    if (lane === undefined)
      return given.context.refuse(given.span, `${given.name} needs ${sizes.length} coordinates.`);
    if (!isFloat(lane.type)) return given.context.emitter.keep(convert('int', lane), given.span);
    const scale = how.isNormalized ? constant(lane.type, size) : undefined;
    const at = scale === undefined ? lane : binary('*', lane, scale);
    const whole = convert('int', call(lane.type, 'floor', at), { saturate: true });
    return given.context.emitter.keep(whole, given.span);
  });
}

const isBefore = (at: Value): Value => binary('<', at, int(0));
const isBeyond = (at: Value, size: number): Value => binary('>=', at, int(size));

/** A pixel's address. */
function addressOf({ address, pixel }: Image, index: Value): Value {
  const bytes = binary('*', convert('long', index), constant('long', bytesOf(pixel)));
  return offset(address, bytes);
}

/** The pixel's number in its image. */
const indexOf = (sizes: Image['sizes'], at: readonly Value[]): Value =>
  at.reduceRight<Value>(
    (rest, each, i) => binary('+', binary('*', rest, int(sizes[i] ?? 1)), each),
    int(0),
  );

/** The same; outside in any dimension it lies before the image, or where a larger one has it. */
function checkedIndexOf(sizes: Image['sizes'], at: readonly Value[]): Value {
  const larger = sizes.map((size) => LONGER * size);
  const outside = binary('+', int(beyond(sizes)), indexOf(larger, at));
  const isOutside = at
    .map((each, i) => isBeyond(each, sizes[i] ?? 1))
    .reduce((a, b) => binary('|', a, b));
  const index = select(isOutside, outside, indexOf(sizes, at));
  return at.reduce((value, each) => select(isBefore(each), int(-1), value), index);
}

const read =
  (lane: Scalar): Handler =>
  (given) => {
    const { context, span, args } = given;
    const image = imageIn(given);
    check(given, image, lane);
    const how = args.length > 2 ? samplerIn(given) : PLAIN;
    const asked = pixelsAt(given, args.length > 2 ? 2 : 1, image.sizes, how);
    const { border } = how;
    const index =
      border === 'none'
        ? checkedIndexOf(image.sizes, asked)
        : indexOf(
            image.sizes,
            asked.map((each, i) => moved(each, image.sizes[i] ?? 1, border)),
          );
    const address = addressOf(image, index);
    const pixel = load(context, { kind: 'memory', type: image.pixel, address }, span);
    if (border !== 'zeros') return pixel;
    const isOutside = asked
      .flatMap((each, i) => [isBefore(each), isBeyond(each, image.sizes[i] ?? 1)])
      .reduce((a, b) => binary('|', a, b));
    const outside = context.emitter.keep(isOutside, span);
    return ofLanes(pixel.lanes.map((each) => select(outside, zero(each.type), each)));
  };

/** Where a sampler looks for a pixel that may be outside. */
function moved(at: Value, size: number, border: 'edge' | 'zeros' | 'repeat'): Value {
  if (border === 'repeat')
    return binary('%', binary('+', binary('%', at, int(size)), int(size)), int(size));
  return select(isBefore(at), int(0), select(isBeyond(at, size), int(size - 1), at));
}

const write =
  (lane: Scalar): Handler =>
  (given) => {
    const { context, span } = given;
    const image = imageIn(given);
    check(given, image, lane);
    const colour = convertTo(context, argument(given, 2), image.pixel, span);
    const at = pixelsAt(given, 1, image.sizes, PLAIN);
    const address = addressOf(image, checkedIndexOf(image.sizes, at));
    store(context, { kind: 'memory', type: image.pixel, address }, colour, span);
    return NOTHING;
  };

function check({ context, name, span }: BuiltInCall, { pixel }: Image, lane: Scalar): void {
  if (laneOf(pixel) !== lane)
    context.refuse(
      span,
      `${name} is called with an image whose pixels are ${laneOf(pixel)} elsewhere.`,
    );
}

const sized =
  (dimension: number): Handler =>
  (given) =>
    ofScalar(int(imageIn(given).sizes[dimension] ?? 1));

/** Functions of images. */
export const IMAGES: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(
    Object.entries(PIXELS).flatMap(([end, lane]) => [
      [`read_image${end}`, read(lane)],
      [`write_image${end}`, write(lane)],
    ]),
  ),
  get_image_width: sized(0),
  get_image_height: sized(1),
  get_image_depth: sized(2),
  get_image_dim: (given) => {
    const { sizes } = imageIn(given);
    return ofLanes([...sizes, ...(sizes.length === 3 ? [1] : [])].map(int));
  },
};
