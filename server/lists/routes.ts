import type { care } from "#contract/care/calls.ts";
import { conversationNeeds } from "#contract/care/conversations.ts";
import { type ListAction, listCalls, type ListedPatient, type ListFilters } from "#contract/care/lists.ts";
import type { AuditGround } from "#contract/staff/record-access.ts";
import { badField, loadPatientSummaries, newTaskOf } from "#server/care/public.ts";
import { documentsPerMinute } from "#server/documents/public.ts";
import { requireText } from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { requirePermission } from "#server/platform/http/authenticate.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { decodeCursor, paginate } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { readerOf } from "#server/tasks/public.ts";
import { exportList, lastSeenOf } from "./export-list.ts";
import { filtersFor, listChoices, mayList, requireFilters } from "./filters.ts";
import { findListed, type Listed } from "./find-listed.ts";
import { beginListAction, listActionsOf, type ListWork } from "./list-actions.ts";
import { forgetList, saveList, savedLists } from "./saved-lists.ts";

type Context = Services & {
  readonly clinic: ClinicCaller;
  readonly auditPatient: (patientId: string, access?: { readonly ground: AuditGround; readonly id: string }) => void;
};

/** Patients on a page of a list. */
const listPageSize = 50;
/** Actions shown to whoever began them. */
const maxActions = 20;

/** Lists of patients, and what is done for everybody on one. */
export const listHandlers = {
  listFilters: (_, ctx) => listChoices(ctx, filtersFor(ctx.clinic.permissions)),

  listPatients: async ({ body: { filters, nextpage: from } }, ctx) => {
    const listed = await listedFor(ctx, filters);
    const cursor = decodeCursor(from);
    const beyond = cursor === null ? listed : listed.filter((each) => isBeyond(each, cursor));
    const { items, nextpage } = paginate(
      beyond.slice(0, listPageSize + 1),
      ({ createdAt: at, id }) => ({ at, id }),
      listPageSize,
    );
    const count = (reason: Listed["leftOut"]) => listed.filter(({ leftOut }) => leftOut === reason).length;
    return {
      items: await presentListed(ctx, items),
      nextpage,
      count: listed.length,
      leftout: { closed: count("closed"), death_reported: count("death_reported"), restricted: count("restricted") },
    };
  },

  savedLists: async (_, ctx) => ({
    items: (await savedLists(ctx, ownerOf(ctx))).filter(({ filters }) => mayList(filters, ctx.clinic.permissions)),
  }),

  saveList: async ({ body: { name, role = null, filters } }, ctx) => {
    requireFilters(ctx.content, filters, ctx.clinic.permissions);
    const { actor, roles } = ownerOf(ctx);
    if (role !== null && !roles.includes(role)) throw badField("role", "Please choose a role that you have.");
    return saveList(ctx, { actor, role, name, filters });
  },

  forgetList: async ({ params }, ctx) => {
    if (!(await forgetList(ctx, params.id, ownerOf(ctx)))) throw new Refusal("not_found");
    return { id: params.id };
  },

  listTasks: ({ body: { filters, count, ...task } }, ctx) =>
    begin(ctx, { filters, count }, async (tx) => ({ kind: "task", task: await newTaskOf(ctx, tx, task) })),

  listMessage: ({ body: { filters, count, kind, message: text, needsreply: needsReply = false } }, ctx) => {
    requirePermission(ctx.clinic, conversationNeeds("write", kind));
    requireText(ctx.content, text);
    return begin(ctx, { filters, count }, async () => ({ kind: "message", message: { kind, text, needsReply } }));
  },

  listActions: async (_, ctx) => ({ items: await listActionsOf(ctx.db, ctx.clinic.actor, { limit: maxActions }) }),

  exportList: async ({ body: { filters, recipient, words } }, ctx) => {
    const { actor, owner, permissions } = ctx.clinic;
    requireFilters(ctx.content, filters, permissions);
    await ctx.limiter.consume("paper", owner, documentsPerMinute);
    const { csv, copies } = await exportList(ctx, { filters, permissions }, { actor, recipient, words });
    for (const [patientId, id] of copies) ctx.auditPatient(patientId, { ground: `copy_${recipient}`, id });
    return { bytes: Buffer.from(csv), type: "text/csv; charset=utf-8", filename: "patients.csv" };
  },
} satisfies Partial<Handlers<typeof care>>;

const ownerOf = ({ clinic }: Context) => ({ actor: clinic.actor, roles: readerOf(clinic).roles });

const listedFor = (ctx: Context, filters: ListFilters): Promise<readonly Listed[]> => {
  requireFilters(ctx.content, filters, ctx.clinic.permissions);
  return findListed(ctx, filters, ctx.clinic.permissions);
};

/** Newest first; ids sort as PostgreSQL sorts them. */
const isBeyond = ({ createdAt, id }: Listed, { at, id: last }: { readonly at: Date; readonly id: string }): boolean =>
  createdAt < at || (createdAt.getTime() === at.getTime() && id < last);

async function presentListed(ctx: Context, listed: readonly Listed[]): Promise<ListedPatient[]> {
  const ids = listed.map(({ id }) => id);
  for (const id of ids) ctx.auditPatient(id);
  const [summaries, seen] = await Promise.all([loadPatientSummaries(ctx, ids), lastSeenOf(ctx, ids)]);
  const leftOut = new Map(listed.map((each) => [each.id, each.leftOut]));
  return summaries.map((patient) => ({
    patient,
    lastseenat: seen.get(patient.id)?.toISOString() ?? null,
    leftout: leftOut.get(patient.id) ?? null,
  }));
}

/** Begins something for everybody on a list who is on it now, unless they are more or fewer than the person was shown. */
async function begin(
  ctx: Context & Refuses<"conflict">,
  { filters, count }: { readonly filters: ListFilters; readonly count: number },
  workOf: (tx: TxServices) => Promise<ListWork>,
): Promise<ListAction> {
  const { actor, member, permissions } = ctx.clinic;
  // Nobody does something for a list that they couldn't look at.
  requirePermission(ctx.clinic, listCalls.listPatients.access.needs);
  requireFilters(ctx.content, filters, permissions);
  const id = await inTransaction(ctx, async (tx) => {
    const work = await workOf(tx);
    const listed = await findListed(tx, filters, permissions);
    if (listed.length !== count)
      throw ctx.refuse("conflict", {
        message: `This list has ${listed.length} patients now, not ${count}. Nothing was done. Please look at it again.`,
      });
    for (const each of listed) ctx.auditPatient(each.id);
    return beginListAction(tx, work, { listed, actor, memberId: member?.memberId ?? null });
  });
  const [action] = await listActionsOf(ctx.db, actor, { limit: 1, id });
  if (!action) throw new Refusal("not_found");
  return action;
}
