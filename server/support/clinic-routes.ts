import type { Selectable } from "kysely";
import type { ContactMessage } from "#contract/clinic-contact.ts";
import type { care } from "#contract/care.ts";
import { summariesOf } from "#server/care/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { beyond, pageOf, pageSize, type Place, placeOf } from "#server/platform/keyset.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { openMessage } from "./contact.ts";

type Row = Selectable<Tables["contact_message"]>;

/** The practice's calls about messages by the contact form. */
export const clinicContactHandlers = {
  contactMessages: async ({ query }, ctx) => {
    const rows = await unanswered(ctx.db, placeOf(query.nextpage), pageSize + 1);
    const { items, nextpage } = pageOf(rows, ({ created_at: at, id }) => ({ at, id }));
    for (const { patient_id } of items) if (patient_id) ctx.touches(patient_id);
    return { items: await present(ctx, items), nextpage };
  },
  contactAnswered: async ({ params }, ctx) => {
    const row = await answered(ctx.db, params.id, ctx.clock.now());
    if (!row) throw new Refusal("not_found");
    if (row.patient_id) ctx.touches(row.patient_id);
    const [item] = await present(ctx, [row]);
    if (!item) throw new Refusal("not_found");
    return item;
  },
} satisfies Partial<Handlers<typeof care>>;

const unanswered = (db: Database, after: Place | null, limit: number): Promise<Row[]> =>
  db
    .selectFrom("contact_message")
    .selectAll()
    .where("answered_at", "is", null)
    .where(beyond("created_at", ">", "id", after))
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Notes that a message was answered, the first time; the message as it is then. */
const answered = (db: Database, id: string, now: Date): Promise<Row | undefined> =>
  db
    .updateTable("contact_message")
    .set((of) => ({ answered_at: of.fn.coalesce("answered_at", of.val(now)) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

async function present(parts: Services, rows: readonly Row[]): Promise<ContactMessage[]> {
  const ids = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))];
  const patients = new Map((await summariesOf(parts, ids)).map((each) => [each.id, each]));
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    patient: patients.get(row.patient_id ?? "") ?? null,
    topic: row.topic as ContactMessage["topic"],
    ...openMessage(parts, row),
    sentat: row.created_at.toISOString(),
    answeredat: row.answered_at?.toISOString() ?? null,
  }));
}
