import { groupSizeIn } from '../../front/group-size.ts';
import { blankComments } from '../../front/lexer.ts';
import { scan } from '../scan.ts';
import { insertion, type Mending } from './edit.ts';

/** Group sizes that the code implies, as pragmas: its attribute, or its local arrays. */
export function sizeMendings(source: string, code: string): readonly Mending[] {
  const clean = blankComments(source).text;
  const sizes = required(clean) ?? extents(clean);
  if (sizes === undefined) return [];
  const product = sizes.every((size) => /^\d+$/.test(size))
    ? String(sizes.reduce((whole, size) => whole * Number(size), 1))
    : undefined;
  if (code === 'required-group-size') return product === undefined ? [] : narrowed(source, product);
  const top =
    /^(?:[^\S\n]*(?:#pragma\s+tuner\b[^\n]*|\/\/[^\n]*)?\n)*/.exec(source)?.[0].length ?? 0;
  const add = (lines: readonly string[]): readonly Mending[] => [
    { title: `Add ${lines.join(' and ')}`, edits: [insertion(top, `${lines.join('\n')}\n`)] },
  ];
  const dimensions = Math.max(sizes.length, dimensionsOf(clean));
  if (dimensions > 1) {
    if (code !== 'needs-dimensions' && code !== 'missing-local-size') return [];
    // A tile of fewer dimensions is one item thick in the others.
    const all = Array.from({ length: dimensions }, (_, at) => sizes[at] ?? '1');
    return add([
      `#pragma tuner local_size ${all.join(', ')}`,
      `#pragma tuner items ${all.map(() => 'size').join(', ')}`,
    ]);
  }
  const [only = ''] = sizes;
  return /^\d+$/.test(only)
    ? add([`#pragma tuner param WG = {${only}}`])
    : add([`#pragma tuner local_size ${only}`]);
}

/** Work-item dimensions used by the code. */
const dimensionsOf = (clean: string): number =>
  [
    ...clean.matchAll(/\bget_(?:global|local|group|num)_(?:id|size|groups)\s*\(\s*([012])\s*\)/g),
  ].reduce((most, [, dimension]) => Math.max(most, Number(dimension) + 1), 1);

/** `reqd_work_group_size(16, 16, 1)`, without its trailing ones. */
function required(clean: string): readonly string[] | undefined {
  const listed = groupSizeIn(clean)?.split(',');
  const sizes = listed?.map((each) => each.trim());
  return sizes?.slice(0, Math.max(1, sizes.findLastIndex((size) => size !== '1') + 1));
}

/** Extents of a local array indexed by work-items; C puts the first dimension last. */
function extents(clean: string): readonly string[] | undefined {
  if (!/\bget_local_id\b/.test(clean)) return undefined;
  const [, lengths = ''] =
    /\b(?:__)?local\b[^;(){}=]*?\w\s*((?:\[\s*\w+\s*\]\s*){1,3});/.exec(clean) ?? [];
  const sizes = [...lengths.matchAll(/\w+/g)].map(([each]) => each).toReversed();
  return sizes.length === 0 ? undefined : sizes;
}

/** Narrows WG's pragma to the required values. */
function narrowed(source: string, value: string): readonly Mending[] {
  const param = scan(source).pragmas.find(
    (each) => each.kind === 'param' && each.target.name === 'WG',
  );
  if (param?.kind !== 'param') return [];
  return [{ title: `Let WG be ${value}`, edits: [{ span: param.domainSpan, text: `{${value}}` }] }];
}
