import { patientFactsQuery } from "#server/auth/public.ts";
import { unclosedReportsQuery } from "#server/emergency/public.ts";
import { pendingFollowupQueries } from "#server/followup/public.ts";
import { doctorThreadQueries } from "#server/messages/public.ts";
import { identityPhotosQuery, visitProgressQuery } from "#server/onboarding/public.ts";
import { orderEventRows, orderRows, visibleOrderRows } from "#server/orders/public.ts";
import { paymentSummaryRows, refundMovementRows } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { readInOneStatement } from "#server/platform/database/read-together.ts";
import { holdingRowsOf } from "#server/tasks/public.ts";
import { treatmentSnapshotQueries, treatmentChangeRows, undecidedSuggestionRows } from "#server/treatment/public.ts";
import { doseQueries } from "#server/wellbeing/public.ts";
import { careQueries } from "./care-snapshot.ts";

/** Orders shown on the home and treatment screens. */
export const shownOrders = 10;

const overviewQueries = (db: Database, patientId: string) => {
  const shown = visibleOrderRows(db, patientId, shownOrders).clearSelect().select("id");
  const pending = db
    .selectFrom("subscription")
    .select("order_id as id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "pending");
  return {
    visit: visitProgressQuery(db, patientId),
    identityPhotos: identityPhotosQuery(db, [patientId]),
    ...careQueries(db, patientId),
    ...pendingFollowupQueries(db, patientId),
    emergencies: unclosedReportsQuery(db, patientId),
    ...doctorThreadQueries(db, patientId),
    ...treatmentSnapshotQueries(db, patientId),
    ...doseQueries(db, patientId),
    // What the snapshot asks of the patient, and the rest.
    patient: patientFactsQuery(db, patientId),
    // The snapshot's orders and the orders shown, in one query.
    orders: orderRows(db, patientId),
    events: orderEventRows(db, db.selectFrom(shown.as("shown")).select("shown.id").unionAll(pending)),
    payments: paymentSummaryRows(db, shown),
    refunds: refundMovementRows(db, shown),
    changes: treatmentChangeRows(db, patientId),
    questions: holdingRowsOf(db, patientId),
    suggestions: undecidedSuggestionRows(db, patientId),
  };
};

/** Everything the home and treatment screens are decided on and show, as one consistent snapshot in one query. */
export const readOverviewRows = readInOneStatement(overviewQueries);

export type OverviewRows = Awaited<ReturnType<typeof readOverviewRows>>;
