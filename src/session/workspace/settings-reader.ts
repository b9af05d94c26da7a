import * as v from 'valibot';
import { CONSTANTS } from '../../platform/index.ts';
import { type Settings, settingsSchema } from '../kept/settings.ts';

/** Found settings, and their unreadable fields. */
interface ReadSettings {
  readonly settings: Settings;
  readonly lost: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Reads each kept field by itself; unreadable ones are as usual, or absent. */
export function readSettings(found: unknown, usual: Settings): ReadSettings {
  const fields = fieldsOf(found);
  if (!fields) return { settings: usual, lost: ['all'] };
  const lost: string[] = [];
  const { constants, limits, ...others } = settingsSchema.entries;
  const picked = {
    ...fieldsThatFit(others, fields, lost),
    constants: {
      ...usual.constants,
      ...within('constants', fields, lost, (kept) =>
        fieldsThatFit(constants.pipe[0].entries, withoutUnknown(kept), lost),
      ),
    },
    ...('limits' in fields && {
      limits: within('limits', fields, lost, (kept) =>
        fieldsThatFit(limits.wrapped.entries, kept, lost),
      ),
    }),
  };
  // Without the own text, its example is not the one shown.
  const text = 'kernelText' in picked ? picked : { ...picked, example: usual.example };
  return { settings: v.parse(settingsSchema, { ...usual, ...text }), lost };
}

/** The fields of something found, if it has any. */
export const fieldsOf = (value: unknown): Fields | undefined => {
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), value);
  return parsed.success ? parsed.output : undefined;
};

/** Drops constants of other page versions. */
const withoutUnknown = (kept: Fields): Fields =>
  Object.fromEntries(CONSTANTS.flatMap(({ name }) => (name in kept ? [[name, kept[name]]] : [])));

function within(
  name: string,
  fields: Fields,
  lost: string[],
  read: (kept: Fields) => Fields,
): Fields {
  const kept = fieldsOf(fields[name]);
  if (kept) return read(kept);
  lost.push(name);
  return {};
}

/** The fields that are as their schema wants them. */
export function fieldsThatFit(
  entries: Readonly<Record<string, v.GenericSchema>>,
  fields: Fields,
  lost: string[],
): Fields {
  const fitting: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    if (!(name in fields)) continue;
    const parsed = v.safeParse(schema, fields[name]);
    if (parsed.success) fitting[name] = parsed.output;
    else lost.push(name);
  }
  return fitting;
}
