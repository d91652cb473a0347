import type { account } from "#contract/account/calls.ts";
import type { care } from "#contract/care/calls.ts";
import type { MergeStatus, PairMerge, RecordMerge } from "#contract/care/merges.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import { type AccountClosingStep, countAttempt } from "#server/auth/public.ts";
import type { MergeRow } from "#server/persons/public.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { askMerge, isOpen, latestMerge, recordsOfPair, withdrawMerge } from "./ask-merge.ts";
import { confirmMerge, declineMerge, readMerge } from "./confirm-merge.ts";
import { mergeObstacles, type TwoRecords, undoUntil } from "./merge-obstacle.ts";
import { endingSubscriptions, presentAnswers, presentEnding } from "./merge-subscriptions.ts";
import { undoMerge, undoObstacle, undoReason } from "./undo-merge.ts";

type Context = Services & {
  readonly auditPatient: (patientId: string) => void;
  readonly clinic: Pick<ClinicCaller, "permissions">;
};

const seesMedicines = ({ clinic }: Context): boolean => opensClass(clinic.permissions, "treatment");

function statusOf(merge: MergeRow, now: Date): MergeStatus {
  if (merge.undone_at !== null) return "undone";
  if (merge.merged_at !== null) return "merged";
  if (merge.withdrawn_by !== null) return merge.withdrawn_by.startsWith("patient:") ? "declined" : "withdrawn";
  return isOpen(merge, now) ? "asked" : "expired";
}

async function presentMerge(ctx: Context, merge: MergeRow): Promise<RecordMerge> {
  const { surviving_id: survivingid, retired_id: retiredid, merged_at, undone_at, undone_by, keeps } = merge;
  const status = statusOf(merge, ctx.clock.now());
  const names = await memberNames(ctx.db, [merge.asked_by, ...(undone_by === null ? [] : [undone_by])]);
  const by = (actor: string) => ({ actor, name: names.get(actor) ?? null });
  return {
    ...{ id: merge.id, status, survivingid, retiredid },
    asked: { at: merge.asked_at.toISOString(), ...by(merge.asked_by) },
    openuntil: merge.open_until.toISOString(),
    confirmed: [
      ...(merge.surviving_confirmed_at === null ? [] : [survivingid]),
      ...(merge.retired_confirmed_at === null ? [] : [retiredid]),
    ],
    subscriptions: await presentAnswers(ctx, merge, seesMedicines(ctx)),
    signinof: merged_at === null || keeps === null ? null : keeps === "surviving" ? survivingid : retiredid,
    mergedat: merged_at?.toISOString() ?? null,
    undountil: status === "merged" && merged_at !== null ? undoUntil(merged_at).toISOString() : null,
    undorefusal: await undoObstacle(ctx, merge),
    undone:
      undone_at === null || undone_by === null
        ? null
        : { at: undone_at.toISOString(), ...by(undone_by), reason: undoReason(ctx, merge) },
  };
}

/** What would end is only told where it can be asked for. */
async function presentChoice(ctx: Context, records: TwoRecords): Promise<PairMerge["choices"][number]> {
  const refusals = await mergeObstacles(ctx, records);
  const ending = refusals.length > 0 ? [] : await endingSubscriptions(ctx, records);
  return {
    ...{ survivingid: records.survivingId, refusals },
    subscriptions: ending.map((each) => presentEnding(ctx, each, seesMedicines(ctx))),
  };
}

async function presentPairMerge(ctx: Context, { survivingId, retiredId }: TwoRecords): Promise<PairMerge> {
  for (const id of [survivingId, retiredId]) ctx.auditPatient(id);
  const merge = await latestMerge(ctx.db, { survivingId, retiredId });
  return {
    choices: await Promise.all(
      [
        { survivingId, retiredId },
        { survivingId: retiredId, retiredId: survivingId },
      ].map((records) => presentChoice(ctx, records)),
    ),
    merge: merge ? await presentMerge(ctx, merge) : null,
  };
}

export const mergeHandlers = {
  pairMerge: async ({ params }, ctx) => presentPairMerge(ctx, await recordsOfPair(ctx.db, params.id)),
  askMerge: async ({ params, body }, ctx) => {
    const { survivingid, subscriptions: answers = [] } = body;
    await askMerge(ctx, await recordsOfPair(ctx.db, params.id, survivingid), { answers, actor: ctx.clinic.actor });
    return presentPairMerge(ctx, await recordsOfPair(ctx.db, params.id));
  },
  withdrawMerge: async ({ params }, ctx) => {
    const records = await recordsOfPair(ctx.db, params.id);
    await withdrawMerge(ctx, records, ctx.clinic.actor);
    return presentPairMerge(ctx, records);
  },
  undoMerge: async ({ params, body }, ctx) => {
    const records = await recordsOfPair(ctx.db, params.id);
    await undoMerge(ctx, records, { reason: body.reason, actor: ctx.clinic.actor });
    return presentPairMerge(ctx, records);
  },
} satisfies Partial<Handlers<typeof care>>;

/** What the mailed links open; what ends with an account that closes ends with the retired one. */
export const accountMergeHandlers = (closingSteps: readonly AccountClosingStep[]) =>
  ({
    readMerge: async ({ body: { code } }, ctx) => {
      await countAttempt(ctx, "confirm");
      return readMerge(ctx, code);
    },
    confirmMerge: async ({ body }, ctx) => {
      await countAttempt(ctx, "confirm");
      return { message: "success", ...(await confirmMerge(ctx, body, closingSteps)) };
    },
    declineMerge: async ({ body: { code } }, ctx) => {
      await countAttempt(ctx, "confirm");
      await declineMerge(ctx, code);
      return { message: "success" };
    },
  }) satisfies Partial<Handlers<typeof account>>;
