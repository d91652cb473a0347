import type { Selectable } from "kysely";
import type { care } from "#contract/care/calls.ts";
import type { ContactMessage } from "#contract/care/contact.ts";
import { loadPatientSummaries } from "#server/care/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { beyondCursor, paginate, pageSize, type KeysetCursor, decodeCursor } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { decryptContactMessage } from "./contact.ts";

type Row = Selectable<Tables["contact_message"]>;

/** The practice's calls about messages by the contact form. */
export const clinicContactHandlers = {
  contactMessages: async ({ query }, ctx) => {
    const rows = await findUnansweredMessages(ctx.db, decodeCursor(query.nextpage), pageSize + 1);
    const { items, nextpage } = paginate(rows, ({ created_at: at, id }) => ({ at, id }));
    for (const { patient_id } of items) if (patient_id) ctx.auditPatient(patient_id);
    return { items: await presentContactMessages(ctx, items), nextpage };
  },
  contactAnswered: async ({ params }, ctx) => {
    const row = await markMessageAnswered(ctx.db, params.id, { now: ctx.clock.now(), actor: ctx.clinic.actor });
    if (!row) throw new Refusal("not_found");
    if (row.patient_id) ctx.auditPatient(row.patient_id);
    const [item] = await presentContactMessages(ctx, [row]);
    if (!item) throw new Refusal("not_found");
    return item;
  },
} satisfies Partial<Handlers<typeof care>>;

const findUnansweredMessages = (db: Database, after: KeysetCursor | null, limit: number): Promise<Row[]> =>
  db
    .selectFrom("contact_message")
    .selectAll()
    .where("answered_at", "is", null)
    .where(beyondCursor("created_at", ">", "id", after))
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();

export const contactMessagesById = (db: Database, ids: readonly string[]): Promise<Row[]> =>
  db
    .selectFrom("contact_message")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();

/** Notes that a message was answered and by whom, the first time; the message as it is then. */
const markMessageAnswered = (
  db: Database,
  id: string,
  { now, actor }: { readonly now: Date; readonly actor: string },
): Promise<Row | undefined> =>
  db
    .updateTable("contact_message")
    .set((of) => ({
      answered_at: of.fn.coalesce("answered_at", of.val(now)),
      answered_by: of.case().when("answered_at", "is", null).then(actor).else(of.ref("answered_by")).end(),
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

async function presentContactMessages(services: Services, rows: readonly Row[]): Promise<ContactMessage[]> {
  const ids = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))];
  const patients = new Map((await loadPatientSummaries(services, ids)).map((each) => [each.id, each]));
  const names = await memberNames(
    services.db,
    rows.flatMap(({ answered_by }) => answered_by ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    patient: patients.get(row.patient_id ?? "") ?? null,
    topic: row.topic as ContactMessage["topic"],
    ...decryptContactMessage(services, row),
    sentat: row.created_at.toISOString(),
    answeredat: row.answered_at?.toISOString() ?? null,
    answeredby: row.answered_by === null ? null : (names.get(row.answered_by) ?? row.answered_by),
  }));
}
