import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import type { WorkKind } from "#contract/http/work.ts";
import type { Claim } from "#contract/staff/work.ts";

export interface Work {
  readonly kind: WorkKind;
  readonly id: string;
}

export const claimOf = (claims: readonly Claim[], { kind, id }: Work): Claim | null =>
  claims.find((claim) => claim.kind === kind && claim.id === id) ?? null;

/** How each kind's work is named in a claim; those that are left out nobody claims. */
const workKindOf: Partial<Readonly<Record<InboxKind, WorkKind>>> = {
  incoming: "case",
  accepted: "case",
  identity: "identity",
  conversation: "conversation",
  renewal: "renewal",
  upsell: "upsell",
  followup: "followup",
  ready: "order",
  contact: "contact",
  work_item: "work_item",
  pair: "pair",
};

/** What is claimed by whoever does this; null where nothing is. A case and an identity check are named by their patient. */
export function workOf({ kind: of, id, patient }: Pick<InboxItem, "kind" | "id" | "patient">): Work | null {
  const kind = workKindOf[of];
  if (!kind) return null;
  if (kind !== "case" && kind !== "identity") return { kind, id };
  return patient && { kind, id: patient.id };
}
