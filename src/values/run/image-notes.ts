import type { NotChecked } from '../finding.ts';
import type { ImageShape, MemoryObject } from '../program.ts';

/** Said where pixels were accessed that an image of the size that is taken has not. */
export function largerNote({ name, span }: MemoryObject, { sizes }: ImageShape): NotChecked {
  const size = sizes.join(' x ');
  return {
    what: 'bounds',
    why: `Nobody says how large ${name} is: pixels are accessed that it has if it is larger than ${size}.`,
    hint: `Leave out what is outside: if (x < get_image_width(${name})) ...`,
    span,
    weakens: false,
    holdsIf: `${name} has more than ${size} pixels`,
  };
}

/** Said of an image that is read with a sampler of the host's. */
export function samplerNotes({ span, image }: MemoryObject): readonly NotChecked[] {
  const sampler = image?.sampler;
  if (sampler === undefined) return [];
  return [
    {
      what: 'result',
      why: `The host makes the sampler ${sampler}: it is taken to find the pixel of the edge outside.`,
      hint: 'Write the sampler in the text: const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;',
      span,
      weakens: false,
      holdsIf: `${sampler} is CLK_ADDRESS_CLAMP_TO_EDGE`,
    },
  ];
}
