import { productOf } from '../../base/product.ts';
import { SAMPLERS } from '../../front/literal.ts';
import { bytesOf } from '../../front/layout.ts';
import { isFloat, type Scalar } from '../../front/scalar.ts';
import { type Declarator, expressionsOf, type FunctionDeclaration } from '../../front/syntax.ts';
import { laneOf, otherName, vectorType } from '../../front/types.ts';
import { beyond, LONGER, PIXEL_LANES } from '../pixels.ts';
import type { Value } from '../program.ts';
import { load, store } from './access.ts';
import type { Context, Image, RValue } from './context.ts';
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

/** Declares the argument if it is an image. @param stated its sizes, where somebody states them. */
export function declareImage(
  context: Context,
  { name, nameSpan, type }: Declarator,
  stated: () => readonly number[] | undefined,
): boolean {
  const image = otherName(type, 'type') ?? '';
  const dimensions = coordinatesOf(image);
  if (dimensions === undefined) return false;
  const layers = image.includes('_array') ? 1 : 0;
  const { global, dimensions: used } = context.range;
  const given = stated();
  if (given !== undefined && given.length !== dimensions)
    context.refuse(
      nameSpan,
      `The image ${name} has ${dimensions} sizes; the pragma states ${given.length}.`,
    );
  const sizes = given ?? global.slice(0, dimensions).map((items, i) => (i < used ? items : DEEP));
  const pixel = vectorType(lanesOf(context, name) ?? 'float', PIXEL_LANES);
  const length = given === undefined ? 'assumed' : 'stated';
  const about = { space: 'global', span: nameSpan, length, isArgument: true } as const;
  const made = objectOf(name, pixel, {
    ...about,
    elements: productOf(sizes),
    input: { kind: 'unknown' },
  });
  const columns = dimensions === 1 ? undefined : PIXEL_LANES * (sizes[0] ?? 1);
  const address = context.object({ ...made, image: sizes, columns, lanes: undefined });
  context.images.set(context.objects.length - 1, { address, sizes, layers, pixel });
  context.scope.set(name, {
    kind: 'value',
    type: { kind: 'pointer', to: pixel },
    lanes: [address],
  });
  return true;
}

/** The type of an image's pixels, by the functions that are called with it. */
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

/** The meaning of coordinates. */
interface Sampler {
  readonly isNormalized: boolean;
  /** Between pixels their values are mixed. */
  readonly isLinear: boolean;
  readonly border: 'none' | 'edge' | 'zeros' | 'repeat';
}

/** Without a sampler, whole coordinates of pixels of the image. */
const PLAIN: Sampler = { isNormalized: false, isLinear: false, border: 'none' };

const BORDERS: ReadonlyMap<number, Sampler['border']> = new Map([
  [SAMPLERS.CLK_ADDRESS_NONE, 'none'],
  [SAMPLERS.CLK_ADDRESS_CLAMP_TO_EDGE, 'edge'],
  [SAMPLERS.CLK_ADDRESS_CLAMP, 'zeros'],
  [SAMPLERS.CLK_ADDRESS_REPEAT, 'repeat'],
]);

/** The bits that say where a sampler looks outside. */
const ADDRESSING = SAMPLERS.CLK_ADDRESS_REPEAT | SAMPLERS.CLK_ADDRESS_MIRRORED_REPEAT;

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
    if (sampler.kind === 'register') context.emitter.isNoInput(sampler.register);
    context.assume({
      what: 'result',
      why: `The host makes the sampler ${name}: outside it is taken to find the pixel of the edge.`,
      hint: IN_THE_TEXT,
      span,
      weakens: false,
      touches: 'results',
      holdsIf: `${name} is CLK_ADDRESS_CLAMP_TO_EDGE`,
    });
    return { isNormalized: false, isLinear: false, border: 'edge' };
  }
  const border = BORDERS.get(bits & ADDRESSING);
  if (border === undefined)
    return context.refuse(span, 'Mirrored images are not followed (CLK_ADDRESS_MIRRORED_REPEAT).');
  return {
    isNormalized: (bits & SAMPLERS.CLK_NORMALIZED_COORDS_TRUE) !== 0,
    isLinear: (bits & SAMPLERS.CLK_FILTER_LINEAR) !== 0,
    border,
  };
}

/** The coordinates, counted in pixels. */
function coordinatesIn(
  given: BuiltInCall,
  index: number,
  { sizes, layers }: Image,
  { isNormalized }: Pick<Sampler, 'isNormalized'>,
): readonly Value[] {
  const { lanes } = argument(given, index);
  return sizes.map((size, i) => {
    const lane = lanes[i];
    if (lane === undefined)
      return given.context.refuse(given.span, `${given.name} needs ${sizes.length} coordinates.`);
    if (!isFloat(lane.type) || !isNormalized || i >= sizes.length - layers) return lane;
    return binary('*', lane, constant(lane.type, size));
  });
}

/** The pixel in which a point lies, before the border is thought of. */
const pixelsAt = ({ context, span }: BuiltInCall, { sizes, layers }: Image, at: readonly Value[]) =>
  at.map((each, i) => {
    if (!isFloat(each.type)) return context.emitter.keep(convert('int', each), span);
    const rounding = i >= sizes.length - layers ? 'rint' : 'floor';
    const whole = convert('int', call(each.type, rounding, each), { saturate: true });
    return context.emitter.keep(whole, span);
  });

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
    const image = imageIn(given);
    check(given, image, lane);
    const how = given.args.length > 2 ? samplerIn(given) : PLAIN;
    const at = coordinatesIn(given, given.args.length > 2 ? 2 : 1, image, how);
    if (how.isLinear && mixes(given, image, at)) return mixed(given, image, at, how);
    return pixelAt(given, image, pixelsAt(given, image, at), how);
  };

/** A pixel, or what stands for one outside. */
function pixelAt(
  { context, span }: BuiltInCall,
  image: Image,
  asked: readonly Value[],
  { border }: Sampler,
): RValue {
  const { sizes, layers, pixel: type } = image;
  const borders = sizes.map((_, i) => (i >= sizes.length - layers ? 'edge' : border));
  const at = asked.map((each, i) => moved(each, sizes[i] ?? 1, borders[i] ?? border));
  const index = border === 'none' ? checkedIndexOf(sizes, at) : indexOf(sizes, at);
  const pixel = load(context, { kind: 'memory', type, address: addressOf(image, index) }, span);
  if (border !== 'zeros') return pixel;
  const isOutside = asked
    .flatMap((each, i) =>
      borders[i] === 'zeros' ? [isBefore(each), isBeyond(each, sizes[i] ?? 1)] : [],
    )
    .reduce((a, b) => binary('|', a, b));
  const outside = context.emitter.keep(isOutside, span);
  return ofLanes(pixel.lanes.map((each) => select(outside, zero(each.type), each)));
}

/** Only fractions are mixed, and at fractions; what else is read so is undefined, and devices find the pixel. */
function mixes({ context, span, name }: BuiltInCall, image: Image, at: readonly Value[]): boolean {
  if (at.every(({ type }) => isFloat(type)) && laneOf(image.pixel) === 'float') return true;
  context.assume({
    what: 'result',
    why: `${name} is undefined here with CLK_FILTER_LINEAR: it is taken to find the pixel, as devices do.`,
    hint: 'Write CLK_FILTER_NEAREST.',
    span,
    weakens: false,
    touches: 'results',
    holdsIf: 'CLK_FILTER_LINEAR finds the pixel of whole coordinates',
  });
  return false;
}

/** The mean of the pixels around a point, by how near they are (OpenCL C, "Linear Filtering"). */
function mixed(given: BuiltInCall, image: Image, at: readonly Value[], how: Sampler): RValue {
  const { span } = given;
  const { emitter } = given.context;
  const points = at.map((each, i) => {
    if (i >= at.length - image.layers) return [{ pixel: each, share: constant('float', 1) }];
    const from = emitter.keep(binary('-', each, constant(each.type, 0.5)), span);
    const pixel = call(each.type, 'floor', from);
    const share = emitter.keep(convert('float', binary('-', from, pixel)), span);
    const next = binary('+', pixel, constant(each.type, 1));
    return [
      { pixel, share: binary('-', constant('float', 1), share) },
      { pixel: next, share },
    ];
  });
  const corners = points.reduce<readonly (readonly { pixel: Value; share: Value }[])[]>(
    (all, along) => all.flatMap((corner) => along.map((point) => [...corner, point])),
    [[]],
  );
  return ofLanes(
    corners
      .map((corner) => {
        const place = pixelsAt(
          given,
          image,
          corner.map(({ pixel }) => pixel),
        );
        const share = corner.map((point) => point.share).reduce((a, b) => binary('*', a, b));
        const { lanes } = pixelAt(given, image, place, how);
        return lanes.map((lane) => emitter.keep(binary('*', share, lane), span));
      })
      .reduce((sum, next) => sum.map((lane, i) => binary('+', lane, next[i] ?? lane))),
  );
}

/** Where a sampler looks for a pixel that may be outside. */
function moved(at: Value, size: number, border: Sampler['border']): Value {
  if (border === 'none') return at;
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
    const at = pixelsAt(given, image, coordinatesIn(given, 1, image, PLAIN));
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
  get_image_array_size: (given) => {
    const { sizes } = imageIn(given);
    return ofScalar(constant('ulong', sizes.at(-1) ?? 1));
  },
  get_image_dim: (given) => {
    const { sizes, layers } = imageIn(given);
    const own = sizes.slice(0, sizes.length - layers);
    return ofLanes([...own, ...(own.length === 3 ? [1] : [])].map(int));
  },
};
