import type { InboxItem } from "#contract/care/inbox.ts";
import { patient } from "./patients.ts";
import { staffId } from "./staff.ts";

let ids = 0;

/** A new case in the inbox, which says nothing but that it waits. */
export const inboxItem = (change: Partial<InboxItem> = {}): InboxItem => ({
  ...{ id: staffId(50_000 + ++ids), kind: "incoming", refid: patient(1).id, patient: patient(1), name: null },
  ...{ since: "2026-11-25T12:00:00Z", expires: null, promiseduntil: null, maydecide: true, assignee: null },
  ...{ medicines: [], flags: [], ordernumber: null, paymentdiffers: false, holdsmedicine: false },
  ...{ acknowledgedat: null, title: null, told: null, asked: null, conversation: null, reference: null, photos: null },
  attempts: null,
  ...change,
});
