// What a link may hold. It comes from elsewhere: everything is looked at before it is used.
import * as z from 'zod/mini';

const list = <T extends z.ZodMiniType>(of: T) => z.readonly(z.array(of));
const place = z.int().check(z.nonnegative());
const file = z.object({ name: z.string(), base64: z.string() });
const value = z.union([z.string(), z.number(), z.null()]);
const movement = z.enum(['free', 'fixed', 'up', 'down']);

const View = z.object({
  version: z.literal(1),
  tab: z.enum(['decision', 'rows', 'overview']),
  example: z.optional(z.string()),
  row: z.optional(place),
  /** A whole case, or what was changed by hand in a row. */
  values: z.optional(list(value)),
  edits: list(z.readonly(z.tuple([place, value]))),
  movable: z.readonly(z.record(z.string(), movement)),
  target: z.optional(z.string()),
  held: list(place),
  open: list(z.enum(['all', 'features'])),
  query: z.object({
    text: z.string(),
    classes: list(place),
    onlyProblems: z.boolean(),
    ranges: z.readonly(
      z.record(z.string(), z.object({ from: z.optional(z.number()), to: z.optional(z.number()) })),
    ),
    values: z.readonly(z.record(z.string(), list(z.string()))),
    sort: z.optional(z.object({ column: z.string(), descending: z.boolean() })),
  }),
  model: z.optional(file),
  table: z.optional(file),
  needs: z.object({ model: z.string(), table: z.optional(z.string()) }),
});

export type View = z.infer<typeof View>;

/** @throws when the data is no view. */
export function toView(data: unknown): View {
  return z.parse(View, data);
}
