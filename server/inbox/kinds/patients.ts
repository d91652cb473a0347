import { sql } from "kysely";
import { readKinds } from "#contract/care/conversations.ts";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import { scopesWithin } from "#contract/policy/policy.ts";
import { assigneesOf, queueMedicines, workItemFlags } from "#server/care/public.ts";
import { openReportContent, reportsById } from "#server/emergency/public.ts";
import { caseStates } from "#server/platform/database/states.ts";
import { type PrescribedItems, prescribedToAll } from "#server/prescriptions/public.ts";
import { contactMessagesById, decryptContactMessage } from "#server/support/public.ts";
import { entriesOf, workItemsById } from "#server/work-items/public.ts";
import type { InboxContext, InboxEntry, ReadFacts } from "../entry.ts";
import { waitingColumns } from "./rows.ts";

type PatientKind = Extract<InboxKind, "emergency" | "work_item" | "conversation" | "identity" | "pair" | "contact">;

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

async function takenBy(ctx: InboxContext, patientIds: readonly (string | null)[]) {
  const ids = patientIds.filter((id) => id !== null);
  const prescribed = ids.length > 0 ? await prescribedToAll(ctx, ids) : new Map<string, PrescribedItems>();
  return (patientId: string | null): readonly string[] => [...(prescribed.get(patientId ?? "")?.keys() ?? [])];
}

const emergencyFacts: ReadFacts = async (ctx, rows) => {
  const [reports, taken] = await Promise.all([
    reportsById(
      ctx.db,
      rows.map(({ id }) => id),
    ).then(byId),
    takenBy(
      ctx,
      rows.map(({ patientId }) => patientId),
    ),
  ]);
  return ({ id, patientId }) => {
    const report = reports.get(id);
    if (!report) return {};
    const { emergency, contact, writer = null } = openReportContent(ctx, report);
    return {
      name: contact ? (contact.name ?? contact.email) : writer,
      title: emergency.title,
      acknowledgedat: report.acknowledged_at?.toISOString() ?? null,
      medicines: queueMedicines(ctx.content, taken(patientId)),
    };
  };
};

const workItemFacts: ReadFacts = async (ctx, rows) => {
  const items = byId(
    await workItemsById(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  );
  const holding = [...items.values()].filter(({ holds }) => holds.length > 0);
  const taken = await takenBy(
    ctx,
    holding.map(({ patient_id }) => patient_id),
  );
  return ({ id, patientId }) => {
    const item = items.get(id);
    if (!item) return {};
    const entries = entriesOf(ctx, item);
    return {
      told: item.kind,
      title: entries.at(-1)?.document?.title ?? null,
      flags: workItemFlags(entries),
      holdsmedicine: item.holds.length > 0,
      medicines: queueMedicines(
        ctx.content,
        taken(patientId).filter((product) => item.holds.includes(product)),
      ),
    };
  };
};

const conversationFacts: ReadFacts = async (ctx, rows) => {
  const conversations = await ctx.db
    .selectFrom("conversation")
    .innerJoin("patient", "patient.id", "conversation.patient_id")
    .select(["conversation.id", "conversation.kind", "patient.state"])
    .where(
      "conversation.id",
      "in",
      rows.map(({ id }) => id),
    )
    .$castTo<Parameters<typeof assigneesOf>[1][number]>()
    .execute();
  const assignees = await assigneesOf(ctx, conversations);
  const kinds = byId(conversations);
  return ({ id }) => ({ conversation: kinds.get(id)?.kind ?? null, assignee: assignees.get(id) ?? null });
};

const identityFacts: ReadFacts = async ({ db }, rows) => {
  const photos = await db
    .selectFrom("identity_photo")
    .select(["patient_id", ({ fn }) => fn.countAll<string>().as("count")])
    .where(
      "patient_id",
      "in",
      rows.map(({ id }) => id),
    )
    .groupBy("patient_id")
    .execute();
  const counts = new Map(photos.map(({ patient_id, count }) => [patient_id, Number(count)]));
  return ({ id }) => ({ photos: counts.get(id) ?? 0 });
};

const pairFacts: ReadFacts = async ({ db }, rows) => {
  const pairs = await db
    .selectFrom("person_pair")
    .innerJoin("patient", "patient.id", "person_pair.earlier_id")
    .select(["person_pair.id", "patient.firstname", "patient.lastname"])
    .where(
      "person_pair.id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const names = byId(pairs);
  return ({ id }) => {
    const { firstname = null, lastname = null } = names.get(id) ?? {};
    return { name: [firstname, lastname].filter(Boolean).join(" ") || null };
  };
};

const contactFacts: ReadFacts = async (ctx, rows) => {
  const messages = byId(
    await contactMessagesById(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  );
  return ({ id }) => {
    const message = messages.get(id);
    if (!message) return {};
    const { name, email } = decryptContactMessage(ctx, message);
    return { name: name ?? email, reference: message.reference };
  };
};

const kind = (entry: Pick<InboxEntry, "rows" | "facts" | "tables"> & Partial<InboxEntry>): InboxEntry => ({
  byLicense: false,
  opensRecord: true,
  promise: () => null,
  ...entry,
});

/** What patients, and people who aren't, tell or ask. */
export const patientEntries: Readonly<Record<PatientKind, InboxEntry>> = {
  emergency: kind({
    rows: () => sql`select ${waitingColumns({
      ...{ id: "id", patient: "patient_id", since: "reported_at", first: "acknowledged_at is null" },
    })}
      from emergency_report where closed_at is null`,
    facts: emergencyFacts,
    tables: ["emergency_report"],
  }),
  work_item: kind({
    rows: ({ permissions }) => sql`select ${waitingColumns({
      ...{ id: "id", patient: "patient_id", since: "opened_at", due: "due_at" },
    })}
      from work_item where closed_at is null and scope = any(${scopesWithin(permissions)}::text[])`,
    promise: ({ promises }) => ({ what: promises.work_item.what, businessdays: null }),
    facts: workItemFacts,
    tables: ["work_item"],
  }),
  // A patient waits for an answer, or has reported an emergency there that nobody has acknowledged. Two reads: each has an index, and with `or` in one
  // condition Postgres would scan all conversations.
  conversation: kind({
    rows: ({ permissions }) => {
      const columns = (since: string) =>
        sql`select ${waitingColumns({ id: "id", patient: "patient_id", since })} from conversation where kind = any(${readKinds(permissions)}::text[])`;
      return sql`${columns("waiting_since")} and waiting_since is not null
        union all ${columns("created_at")} and waiting_since is null and id in (
          select conversation_id from emergency_report where acknowledged_at is null and conversation_id is not null)`;
    },
    promise: ({ promises }) => promises.conversation,
    facts: conversationFacts,
    tables: ["conversation", "message", "emergency_report"],
  }),
  identity: kind({
    rows: () => sql`select ${waitingColumns({
      ...{ id: "patient_id", patient: "patient_id", since: "identity_review_started_at" },
      // By the patient: in a join all plans to decide would be read.
      order: sql`(select order_id from care_case where care_case.patient_id = onboarding.patient_id and status in ${caseStates.undecided.sql}
        order by submitted_at desc limit 1)`,
    })}
      from onboarding
      where identity_status = 'review' and identity_review_started_at is not null`,
    facts: identityFacts,
    tables: ["onboarding"],
  }),
  pair: kind({
    rows: () => sql`select ${waitingColumns({
      ...{ id: "id", patient: "later_id", since: "found_at" },
      // The bank gives the amount back while nobody can approve.
      order: sql`(select order_id from care_case where care_case.patient_id in (later_id, earlier_id) and status in ${caseStates.undecided.sql}
        order by submitted_at limit 1)`,
    })}
      from person_pair where verdict is null`,
    facts: pairFacts,
    tables: ["person_pair"],
  }),
  contact: kind({
    rows: () => sql`select ${waitingColumns({ id: "id", patient: "patient_id", since: "created_at" })}
      from contact_message where answered_at is null`,
    facts: contactFacts,
    opensRecord: false,
    tables: ["contact_message"],
  }),
};
