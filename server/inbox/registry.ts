import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxEntry } from "./entry.ts";
import { decisionEntries } from "./kinds/decisions.ts";
import { orderEntries } from "./kinds/orders.ts";
import { patientEntries } from "./kinds/patients.ts";
import { taskEntry } from "./kinds/tasks.ts";

/** Each kind of thing that waits for the practice. A new one is its name and who sees it in `contract/care/inbox-kinds.ts`, and an entry here. */
export const registry: Readonly<Record<InboxKind, InboxEntry>> = {
  ...patientEntries,
  ...decisionEntries,
  ...orderEntries,
  task: taskEntry,
};
