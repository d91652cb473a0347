import { patientRow } from "#server/auth/public.ts";
import { careReads } from "#server/care/public.ts";
import { openInMessages } from "#server/emergency/public.ts";
import { reviewReads } from "#server/followup/public.ts";
import { photoRows, recordRow } from "#server/onboarding/public.ts";
import { paymentRows, refundRows } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { readTogether } from "#server/platform/database/read-together.ts";
import { eventRows, orderRows, shownOrderRows } from "#server/store/public.ts";
import { bookReads } from "../book.ts";
import { changeRows } from "../change-queries.ts";

/** Orders shown on the home and treatment screens. */
export const shownOrders = 10;

const snapshotReads = (db: Database, patientId: string) => {
  const shown = shownOrderRows(db, patientId, shownOrders).clearSelect().select("id");
  const pending = db
    .selectFrom("subscription")
    .select("order_id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "pending");
  return {
    patient: patientRow(db, patientId),
    visit: recordRow(db, patientId),
    identityPhotos: photoRows(db, [patientId]),
    ...careReads(db, patientId),
    ...reviewReads(db, patientId),
    emergencies: openInMessages(db, patientId),
    ...bookReads(db, patientId),
    // The book's own, and those of the orders shown, in one read.
    orders: orderRows(db, patientId),
    events: eventRows(db, shown).union(eventRows(db, pending)),
    payments: paymentRows(db, shown),
    refunds: refundRows(db, shown),
    changes: changeRows(db, patientId),
  };
};

/** Everything home and the treatment screens are decided by and show, as it is at one moment: one query. */
export const readSnapshot = readTogether(snapshotReads);

export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;
