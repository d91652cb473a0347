import { sql } from "kysely";
import type { EmergencyAction } from "#contract/care/told-emergency.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

type Content = Pick<EmergencyAction, "reached" | "text">;

const contentOf = sealed("emergency_action.action_sealed");

interface ActionInput extends Pick<EmergencyAction, "kind" | "actor"> {
  readonly reached?: EmergencyAction["reached"];
  readonly text?: string | null;
}

/** Notes what was done about a report. */
export async function noteAction(
  { db, secrets, clock }: TxServices,
  reportId: string,
  { kind, actor, reached = null, text = null }: ActionInput,
): Promise<void> {
  const id = newId();
  const content: Content = { reached, text };
  await db
    .insertInto("emergency_action")
    .values({
      ...{ id, report_id: reportId, kind, actor, at: clock.now() },
      action_sealed: secrets.seal(content, contentOf(id)),
    })
    .execute();
}

/** Somebody takes care of a report; only the first time counts. */
export async function acknowledgeReport(
  services: TxServices,
  id: string,
  { actor, text }: Pick<ActionInput, "actor" | "text">,
): Promise<void> {
  const { numUpdatedRows } = await services.db
    .updateTable("emergency_report")
    .set({ acknowledged_at: services.clock.now() })
    .where("id", "=", id)
    .where("acknowledged_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await noteAction(services, id, { kind: "acknowledged", actor, text: text ?? null });
}

/** A clinician says that a report is over, and how it ended; only the first time counts. */
export async function closeReport(
  services: TxServices,
  id: string,
  { actor, text }: Pick<ActionInput, "actor" | "text">,
): Promise<void> {
  const now = services.clock.now();
  const { numUpdatedRows } = await services.db
    .updateTable("emergency_report")
    .set({ closed_at: now, acknowledged_at: sql`coalesce(acknowledged_at, ${now})` })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await noteAction(services, id, { kind: "closed", actor, text: text ?? null });
}

/** A doctor has read the follow-up: closes its reports. */
export async function closeFollowupReports(
  services: TxServices,
  followupId: string,
  by: Pick<ActionInput, "actor" | "text">,
): Promise<void> {
  const open = await services.db
    .selectFrom("emergency_report")
    .select("id")
    .where("followup_id", "=", followupId)
    .where("closed_at", "is", null)
    .execute();
  for (const { id } of open) await closeReport(services, id, by);
}

/** What was done about these reports, oldest first. */
export async function actionsOf(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  reportIds: readonly string[],
): Promise<ReadonlyMap<string, EmergencyAction[]>> {
  const rows = await db
    .selectFrom("emergency_action")
    // The join is by text, because systems act as well.
    .leftJoin("staff_member", (join) => join.on(sql<boolean>`emergency_action.actor = 'staff:' || staff_member.id`))
    .select(["emergency_action.id", "report_id", "kind", "actor", "name", "at", "action_sealed"])
    .where(sql<boolean>`report_id = any(${reportIds}::uuid[])`)
    .orderBy("at")
    .orderBy("emergency_action.id")
    .execute();
  const actions = rows.map(({ report_id, kind, at, action_sealed, ...row }) => ({
    reportId: report_id,
    action: {
      ...row,
      kind: kind,
      at: at.toISOString(),
      ...secrets.open<Content>(action_sealed, contentOf(row.id)),
    },
  }));
  return new Map(
    [...Map.groupBy(actions, ({ reportId }) => reportId)].map(([id, of]) => [id, of.map(({ action }) => action)]),
  );
}
