import { formatList } from "#contract/fields/formats.ts";
import type * as z from "zod/mini";
import type { ShippingEffects } from "#contract/account.ts";
import { formatCents } from "#contract/fields/fields.ts";
import type { Content } from "#content/loader/load.ts";
import type { StateMovePlaceholder, Passage } from "#content/schema/texts/state-move.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";

type State = Content["states"][number];
type Effects = z.output<typeof ShippingEffects>;
type Effect = Effects["effects"][number];
type Values = Readonly<Partial<Record<StateMovePlaceholder, string>>>;

/** What decides which effects a move to another state has for her. */
export interface StateMoveFacts {
  /** Where she gets her medicine now; null before she said so. */
  readonly from: State | null;
  readonly to: State;
  /** Null while no doctor treats her. */
  readonly doctor: { readonly name: string; readonly succession: "stays" | "changes" | "nobody" } | null;
  /** The next sum on her card in both states, tax and shipping included, in cents; `day` as she reads it. Null when none is planned. */
  readonly charge: { readonly day: string; readonly nowCents: number; readonly thenCents: number } | null;
  /** Names of the face products she has. */
  readonly faceProducts: readonly string[];
  /** She has a plan whose prices and dates go on. */
  readonly hasPlan: boolean;
}

/** What another state would change for her, in the practice's words, before it does. */
export function decideShippingEffects(words: Content["moving"], facts: StateMoveFacts): Effects {
  const { from, to, doctor, charge, faceProducts } = facts;
  const values: Values = {
    to: to.name,
    ...(from && { from: from.name }),
    ...(doctor && { doctor: doctor.name }),
    ...(charge && { day: charge.day, now: formatCents(charge.nowCents), then: formatCents(charge.thenCents) }),
    products: formatList(faceProducts),
  };
  const result = (possible: Effects["possible"], passage: Passage, effects: Effect[] = []): Effects => {
    return { from: from?.id ?? null, to: to.id, possible, ...fillPassage(passage, values), effects };
  };
  if (to.status !== "served") return result("no", words.notserved);
  if (from?.id === to.id) return result("same", words.same);
  return result(
    "yes",
    words.served,
    listEffects(words, facts).map(({ topic, kind, passage }) => ({ topic, kind, ...fillPassage(passage, values) })),
  );
}

type FoundEffect = Pick<Effect, "topic" | "kind"> & { readonly passage: Passage };

/** Changes first, then what stays. */
function listEffects(
  words: Content["moving"],
  { from, to, doctor, charge, faceProducts, hasPlan }: StateMoveFacts,
): FoundEffect[] {
  const effects: FoundEffect[] = [];
  const changes = (topic: Effect["topic"], passage: Passage) => effects.push({ topic, kind: "changes", passage });
  const stays = (topic: Effect["topic"], passage: Passage) => effects.push({ topic, kind: "stays", passage });

  if (doctor?.succession === "stays") stays("doctor", words.doctor.stays);
  else if (doctor) changes("doctor", words.doctor[doctor.succession]);

  if (!charge) stays("tax", words.tax.unknown);
  else if (charge.nowCents === charge.thenCents) stays("tax", words.tax.same);
  else changes("tax", words.tax.changes);

  if (to.adminchat && from?.adminchat === false) changes("messages", words.messages.gained);
  else if (!to.adminchat && from?.adminchat) changes("messages", words.messages.lost);
  else stays("messages", words.messages.stays);

  if (faceProducts.length > 0 && !to.facevisits && from?.facevisits !== false) changes("face", words.face.lost);
  if (hasPlan) stays("plan", words.plan.stays);
  return effects.toSorted((a, b) => Number(a.kind === "stays") - Number(b.kind === "stays"));
}

/** A passage with its placeholders filled in; one that is not known here is a mistake in the content's use. */
function fillPassage({ title, text }: Passage, values: Values): Passage {
  const fillText = (template: string) =>
    fillPlaceholders(template, values, (name) => new Error(`No ${name} for “${template}”`));
  return { title: fillText(title), text: fillText(text) };
}
