import { sql } from "kysely";
import type { UtmSet } from "#contract/growth/campaign-values.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TrackingHeaders } from "#server/platform/http/handler.ts";

/** Where a patient came from, as the visit stores it: the headers of the sign-up, and click ids that came with events. */
export type VisitTracking = TrackingHeaders & {
  readonly [Click in "everflowtransactionid" | "irclickid" | "taboolaclickid" | "shareasaleclickid"]?: string;
};

/** An anonymous visitor is deleted after as long as the e-mail of a lead. */
const visitorRetentionMs = 30 * 24 * 3_600_000;

/** The patient's campaigns and click ids; empty for a patient without a visit. */
export async function findVisitTracking(db: Database, patientId: string): Promise<VisitTracking> {
  const row = await db
    .selectFrom("onboarding")
    .select(["tracking", "shareasale_click_id"])
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  if (!row) return {};
  const { shareasale_click_id: shareasaleclickid } = row;
  return { ...(row.tracking as VisitTracking), ...(shareasaleclickid === null ? {} : { shareasaleclickid }) };
}

/** Ids of clicks and browsers that a visit stores. */
const clickIdFields = [
  ...["gclid", "tbclid", "fbp", "fbc", "deduplicationid"],
  ...["everflowtransactionid", "irclickid", "taboolaclickid"],
];

/** Deletes the ids of the clicks and the browser that brought the patient; the campaign stays. */
export async function deleteClickIds(db: Database, patientId: string): Promise<void> {
  await db
    .updateTable("onboarding")
    .set({
      tracking: sql`tracking - ${clickIdFields}::text[]`,
      deduplication_id: null,
      shareasale_click_id: null,
    })
    .where("patient_id", "=", patientId)
    .execute();
}

/** Deletes the tracking of patients that was stored before `until`. */
export async function deleteVisitTrackingBefore(db: Database, until: Date): Promise<void> {
  await sql`update onboarding set tracking = '{}', deduplication_id = null, shareasale_click_id = null
    where coalesce(tracking_updated_at, created_at) < ${until}
      and (tracking <> '{}' or deduplication_id is not null or shareasale_click_id is not null)`.execute(db);
}

/** Merges newer tracking into that of the visit; the first touch, once there, stays. */
export async function mergeVisitTracking(
  db: Database,
  patientId: string,
  newer: VisitTracking,
  now: Date,
): Promise<void> {
  const { shareasaleclickid, ...tracking } = newer;
  const trackingJson = JSON.stringify(tracking);
  await db
    .updateTable("onboarding")
    .set({
      tracking: sql`tracking || ${trackingJson}::jsonb || case when tracking ? 'firsttouchutm'
        then jsonb_build_object('firsttouchutm', tracking -> 'firsttouchutm') else '{}' end`,
      ...(Object.keys(newer).length === 0 ? {} : { tracking_updated_at: now }),
      ...(tracking.deduplicationid === undefined ? {} : { deduplication_id: tracking.deduplicationid }),
      ...(shareasaleclickid === undefined ? {} : { shareasale_click_id: shareasaleclickid }),
    })
    .where("patient_id", "=", patientId)
    .execute();
}

/** Stores where a browser that left an e-mail came from; its first touch once. */
export async function saveVisitorTracking(
  db: Database,
  cookieId: string,
  tracking: TrackingHeaders,
  now: Date,
): Promise<void> {
  const { utm, firsttouchutm } = tracking;
  if (!utm && !firsttouchutm) return;
  const fields = JSON.stringify({ ...(utm && { utm }), ...(firsttouchutm && { firsttouchutm }) });
  await db
    .insertInto("visitor_tracking")
    .values({ cookie_id: cookieId, fields, at: now })
    .onConflict((conflict) =>
      conflict.column("cookie_id").doUpdateSet({ fields: sql`excluded.fields || visitor_tracking.fields`, at: now }),
    )
    .execute();
}

/** What is stored about a browser, by its id. */
export async function findVisitorTracking(
  db: Database,
  cookieId: string,
): Promise<{ readonly utm?: UtmSet; readonly firsttouchutm?: UtmSet }> {
  const row = await db
    .selectFrom("visitor_tracking")
    .select("fields")
    .where("cookie_id", "=", cookieId)
    .executeTakeFirst();
  return (row?.fields ?? {}) as { utm?: UtmSet; firsttouchutm?: UtmSet };
}

export async function deleteExpiredVisitorTracking(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom("visitor_tracking")
    .where("at", "<", new Date(now.getTime() - visitorRetentionMs))
    .execute();
}
