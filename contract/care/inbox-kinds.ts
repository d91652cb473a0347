import { type Permission, permits } from "#contract/policy/policy.ts";

/** Every kind of thing that waits for the practice, in the order of the inbox's filter; who has one of its permissions sees it. */
const kindNeeds = {
  emergency: ["read:health"],
  work_item: ["read:health"],
  task: ["read:tasks"],
  conversation: ["read:doctor_conversation", "read:services_conversation"],
  incoming: ["read:prescribing"],
  accepted: ["read:prescribing"],
  renewal: ["read:prescribing"],
  upsell: ["read:prescribing"],
  followup: ["read:prescribing"],
  followup_due: ["read:prescribing"],
  change: ["read:prescribing"],
  identity: ["read:identity"],
  pair: ["read:identity"],
  contact: ["read:contact_form"],
  ready: ["read:dispensing"],
  mismatch: ["read:money"],
  past_due: ["read:subscriptions", "read:money"],
  dispute: ["read:money"],
} as const satisfies Record<string, readonly Permission[]>;
export type InboxKind = keyof typeof kindNeeds;
export const inboxKinds = Object.keys(kindNeeds) as InboxKind[];

/** One of these opens a kind of the inbox. */
export const inboxNeeds = [...new Set(Object.values(kindNeeds).flat())] as [Permission, ...Permission[]];

/** The kinds that somebody with these permissions sees, in the order of the filter. */
export const inboxKindsFor = (own: readonly Permission[]): readonly InboxKind[] =>
  inboxKinds.filter((kind) => permits(own, kindNeeds[kind]));

/** Whose conversations: everybody's, the caller's own, or those that are nobody's. */
export const assigneeFilters = ["all", "mine", "nobodys"] as const;
export type AssigneeFilter = (typeof assigneeFilters)[number];
