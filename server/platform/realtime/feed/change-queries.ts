import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { deleteAged } from "../../jobs/delete-aged.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Services } from "../../services.ts";
import type { FeedItem, FeedCursor } from "../ports.ts";

/** Days a change is kept: a client that was away longer must reload everything. */
export const retentionDays = 7;

interface Row {
  readonly seq: number;
  readonly topic: string;
  readonly object_id: string | null;
  readonly at: Date;
}

type OrNulls<T> = { readonly [Key in keyof T]: T[Key] | null };

/** The end of the patient's feed. */
export const currentFeedCursor = async (db: Database, patientId: string): Promise<FeedCursor> =>
  (await currentFeedCursors(db, [patientId])).get(patientId) ?? { seq: 0, at: 0 };

/** The ends of many patients' feeds; patients without a feed are left out. */
export async function currentFeedCursors(
  db: Database,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, FeedCursor>> {
  const rows = await db
    .selectFrom("change_feed as feed")
    .leftJoin("change_event as last", (join) =>
      join.onRef("last.patient_id", "=", "feed.patient_id").onRef("last.seq", "=", "feed.last_seq"),
    )
    .select(["feed.patient_id", "feed.last_seq", sql<Date | null>`last.at`.as("at")])
    .where("feed.patient_id", "in", patientIds)
    .execute();
  return new Map(rows.map((row) => [row.patient_id, { seq: row.last_seq, at: row.at?.getTime() ?? 0 }]));
}

/** A feed's last `seq`, and its changes from a cursor on, including the one at the cursor. */
export interface FeedSlice {
  readonly lastSeq: number;
  readonly items: readonly FeedItem[];
}

/** For a patient without a feed. */
export const emptyFeedSlice: FeedSlice = { lastSeq: 0, items: [] };

/** Up to `limit` changes of each patient from their cursor on, with the feed's last `seq`; patients without a feed are left out. */
export async function feedSlices(
  db: Database,
  cursors: ReadonlyMap<string, FeedCursor>,
  limit: number,
): Promise<ReadonlyMap<string, FeedSlice>> {
  const patients = [...cursors.keys()];
  const seqs = [...cursors.values()].map(({ seq }) => seq);
  const requestedCursors = sql<{ patient_id: string; seq: number }>`unnest(${patients}::uuid[], ${seqs}::bigint[])`;
  const rows = await db
    .selectFrom(requestedCursors.as<"place">(sql`place (patient_id, seq)`))
    .innerJoin("change_feed as feed", "feed.patient_id", "place.patient_id")
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom("change_event")
          .select(["seq", "topic", "object_id", "at"])
          .whereRef("change_event.patient_id", "=", "place.patient_id")
          .whereRef("change_event.seq", ">=", "place.seq")
          .orderBy("seq")
          .limit(limit)
          .as("event"),
      (join) => join.onTrue(),
    )
    .select(["place.patient_id", "feed.last_seq", "event.seq", "event.topic", "event.object_id", "event.at"])
    .orderBy("place.patient_id")
    .orderBy("event.seq")
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.patient_id)].map(([id, ofPatient]) => [id, feedSliceOf(ofPatient)]),
  );
}

/** Builds a slice from a feed's rows; a feed with no change from the cursor on comes as one row of nulls. */
function feedSliceOf(rows: readonly ({ readonly last_seq: number } & OrNulls<Row>)[]): FeedSlice {
  const found = rows.filter((row): row is typeof row & Row => row.seq !== null);
  return { lastSeq: rows[0]?.last_seq ?? 0, items: found.map(itemOf) };
}

const itemOf = ({ seq, topic, object_id: objectId, at }: Row): FeedItem => ({ seq, topic, objectId, at });

/** Deletes up to `limit` changes past their retention, oldest first; gives how many it deleted. */
export async function deleteOldChanges(db: Database, limit: number, until: Date): Promise<number> {
  const old = db
    .selectFrom("change_event")
    .select(["patient_id", "seq"])
    .where(sql<boolean>`at < least(now(), ${until}::timestamptz) - make_interval(days => ${retentionDays})`)
    .orderBy("at")
    .orderBy("seq")
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("change_event")
    .where((eb) => eb(eb.refTuple("patient_id", "seq"), "in", old.$asTuple("patient_id", "seq")))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

const batchSize = 10_000;

/** Defines the nightly job that deletes changes past their retention. */
export function defineChangeCleanupJob(jobs: Jobs, services: Pick<Services, "db" | "clock" | "jobs">): void {
  const queue = "notifications.forget-changes";
  const deleteOld = deleteAged(services, queue, async (until) => {
    while ((await deleteOldChanges(services.db, batchSize, until)) === batchSize);
  });
  jobs.define(queue, deleteOld, { cron: "41 3 * * *" });
}
