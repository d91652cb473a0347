import { workNeeds } from "#contract/api.ts";
import { conversationNeeds } from "#contract/care/conversations.ts";
import type { Permission } from "#contract/policy/policy.ts";
import type { staff } from "#contract/staff/calls.ts";
import type { Claim } from "#contract/staff/work.ts";
import { conversationById } from "#server/messages/public.ts";
import { requirePermission } from "#server/platform/http/authenticate.ts";
import type { ClinicCaller, Handlers, StaffCaller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { claimWork, type Work } from "#server/staff/public.ts";

/**
 * Claims something for a person whose roles let them do it: a claim keeps everybody else from it, so nobody has one on what they can't do. Refuses
 * `scope_missing` otherwise, and `claimed` as `claimWork` does.
 */
export async function claimInScope(
  services: Pick<Services, "db" | "clock">,
  { member, ...clinic }: ClinicCaller & { readonly member: StaffCaller },
  work: Work,
  options: { readonly takeover?: boolean } = {},
): Promise<Claim> {
  requirePermission({ member, ...clinic }, workNeeds(work.kind));
  if (work.kind === "conversation")
    requirePermission({ member, ...clinic }, await needsOfConversation(services, work.id));
  return claimWork(services, member.memberId, work, options);
}

async function needsOfConversation({ db }: Pick<Services, "db">, id: string): Promise<readonly Permission[]> {
  const conversation = await conversationById(db, id);
  if (!conversation) throw new Refusal("not_found");
  return conversationNeeds("write", conversation.kind);
}

export const claimHandlers = {
  claim: ({ params, body }, ctx) => claimInScope(ctx, { ...ctx.clinic, member: ctx.member }, params, body),
} satisfies Pick<Handlers<typeof staff>, "claim">;
