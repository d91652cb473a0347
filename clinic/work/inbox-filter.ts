import { type InboxKind, inboxKinds, type AssigneeFilter, assigneeFilters } from "#contract/care/inbox-kinds.ts";

/** The kind chosen in the address; null for all. */
export function kindFromSearch(search: string): InboxKind | null {
  const chosen = new URLSearchParams(search).get("queue");
  return inboxKinds.find((name) => name === chosen) ?? null;
}

export const inboxPath = (kind: InboxKind | null): string =>
  kind === null ? "/clinic/inbox" : `/clinic/inbox?queue=${kind}`;

/** Whose conversations are shown, by the address. */
export const assigneeFromSearch = (search: string): AssigneeFilter => {
  const chosen = new URLSearchParams(search).get("whose");
  return assigneeFilters.find((name) => name === chosen) ?? "all";
};

export const assigneePath = (kind: InboxKind, assignee: AssigneeFilter): string =>
  assignee === "all" ? inboxPath(kind) : `${inboxPath(kind)}&whose=${assignee}`;
