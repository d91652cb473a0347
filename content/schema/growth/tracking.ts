import { z } from "zod";
import { ContentId, NonEmptyText } from "../fields.ts";

/** Letters, digits and underscores, so that no personal data fits into a name. */
const EventName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, "must be letters, digits and underscores");
const FieldName = z.string().regex(/^[a-z][a-z_]{0,39}$/, "must be lower case");

/** The allow-list of the marketing outbox, and the part of it that may be forwarded. */
export const EventsFile = z
  .strictObject({
    note: NonEmptyText,
    events: z
      .array(z.strictObject({ name: EventName, from: z.enum(["browser", "server"]), means: NonEmptyText }))
      .min(1),
    fields: z.array(FieldName).min(1),
    forward: z.strictObject({ events: z.array(EventName), fields: z.array(FieldName) }),
    /** Months after which an event is deleted. */
    keepmonths: z.int().min(1).max(25),
  })
  .refine(({ events }) => new Set(events.map(({ name }) => name)).size === events.length, "names an event twice")
  .refine(
    ({ events, forward }) =>
      forward.events.every((name) => events.some((each) => each.name === name && each.from === "server")),
    "forwards an event the server does not write itself",
  )
  .refine(
    ({ fields, forward }) => forward.fields.every((name) => fields.includes(name)),
    "forwards a field nobody keeps",
  );
export type EventRules = z.output<typeof EventsFile>;

const Variant = z.strictObject({ name: ContentId, weight: z.int().min(1).max(100) });

const Experiment = z
  .strictObject({
    name: ContentId,
    running: z.boolean(),
    /** The decision the practice will base on it. */
    decides: NonEmptyText,
    variants: z.array(Variant).min(2),
  })
  .refine(
    ({ variants }) => new Set(variants.map(({ name }) => name)).size === variants.length,
    "names a variant twice",
  );
export type Experiment = z.output<typeof Experiment>;

export const ExperimentsFile = z
  .strictObject({ experiments: z.array(Experiment) })
  .refine(
    ({ experiments }) => new Set(experiments.map(({ name }) => name)).size === experiments.length,
    "names an experiment twice",
  );
