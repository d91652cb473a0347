import type { care } from "#contract/care/calls.ts";
import { type InboxKind, inboxKindsFor } from "#contract/care/inbox-kinds.ts";
import type { InboxCount, InboxItem } from "#contract/care/inbox.ts";
import { countingAssignments, loadPatientSummaries, seesAlerts } from "#server/care/public.ts";
import { statesDecidedIn } from "#server/doctors/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { readerOf } from "#server/tasks/public.ts";
import type { InboxContext, ReadFacts, WaitingRow } from "./entry.ts";
import { promisedUntil } from "./promises.ts";
import { registry } from "./registry.ts";
import { decodeInboxCursor, encodeInboxCursor } from "./urgency.ts";
import { readWaiting, type WaitingPage } from "./waiting.ts";

/** Plans to decide, accepted or not: one goes to the next whichever it is. */
const plans: readonly InboxKind[] = ["incoming", "accepted"];

export const inboxHandlers = {
  inbox: async ({ query }, ctx) => {
    const { permissions } = ctx.clinic;
    const visible = inboxKindsFor(permissions);
    const { kind, whose = "all", patientid: patientId, nextpage, limit } = query;
    const { asOf, after } =
      nextpage === undefined ? { asOf: ctx.clock.now(), after: null } : decodeInboxCursor(nextpage);
    const { rows, counts } = await readWaiting(ctx, {
      ...{
        permissions,
        asOf,
        patientId,
        whose,
        after,
        seesAlerts: seesAlerts(ctx),
        reader: readerOf(ctx.clinic),
      },
      kinds: kind === undefined ? visible : kind === "plan" ? plans : [kind],
      assignments: visible.includes("conversation") ? await countingAssignments(ctx) : [],
      limit: limit === 0 ? 0 : limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const items = await presentItems(ctx, page);
    for (const { patient } of items) if (patient) ctx.auditPatient(patient.id);
    return {
      items,
      nextpage: last && rows.length > limit ? encodeInboxCursor(asOf, last) : null,
      kinds: visible.map((each) => presentCount(ctx, each, counts)),
    };
  },
} satisfies Partial<Handlers<typeof care>>;

function presentCount({ content }: InboxContext, kind: InboxKind, counts: WaitingPage["counts"]): InboxCount {
  const promised = registry[kind].promise(content);
  const { late = 0, ...counted } = counts.get(kind) ?? { waiting: 0, oldest: null, mine: 0, nobodys: 0 };
  return { kind, ...counted, promised: promised && { ...promised }, late: promised ? late : null };
}

const noFacts: Omit<
  InboxItem,
  "id" | "kind" | "refid" | "patient" | "since" | "expires" | "promiseduntil" | "maydecide"
> = {
  ...{
    name: null,
    assignee: null,
    medicines: [],
    flags: [],
    ordernumber: null,
    paymentdiffers: false,
    holdsmedicine: false,
  },
  ...{
    acknowledgedat: null,
    title: null,
    told: null,
    asked: null,
    conversation: null,
    reference: null,
    photos: null,
    attempts: null,
  },
};

/** What waits as the caller is shown it, in the order of the rows. */
async function presentItems(ctx: InboxContext, rows: readonly WaitingRow[]): Promise<InboxItem[]> {
  if (rows.length === 0) return [];
  const patientIds = [...new Set(rows.flatMap(({ patientId }) => patientId ?? []))];
  const [summaries, factsOf, decided] = await Promise.all([
    loadPatientSummaries(ctx, patientIds),
    readFacts(ctx, rows),
    rows.some(({ kind }) => registry[kind].byLicense) ? statesDecidedIn(ctx, ctx.clinic.member?.doctorId) : new Set(),
  ]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  return rows.map((row) => {
    const { promise, byLicense } = registry[row.kind];
    const patient = patients.get(row.patientId ?? "") ?? null;
    const promised = promise(ctx.content);
    const until = promised && promisedUntil(promised, row, ctx.content);
    return {
      ...{ id: row.id, kind: row.kind, refid: row.refId, patient },
      ...{ since: row.since.toISOString(), expires: row.expires?.toISOString() ?? null },
      promiseduntil: until?.toISOString() ?? null,
      maydecide: !byLicense || (patient?.state != null && decided.has(patient.state)),
      ...noFacts,
      ...factsOf(row),
    };
  });
}

/** The facts of all rows: kinds that read the same read it together. */
async function readFacts(ctx: InboxContext, rows: readonly WaitingRow[]): Promise<(row: WaitingRow) => object> {
  const read = await Promise.all(
    [...Map.groupBy(rows, ({ kind }) => registry[kind].facts)].map(
      async ([facts, own]) => [facts, await facts(ctx, own)] as const,
    ),
  );
  const found = new Map<ReadFacts, Awaited<ReturnType<ReadFacts>>>(read);
  return (row) => found.get(registry[row.kind].facts)?.(row) ?? {};
}
