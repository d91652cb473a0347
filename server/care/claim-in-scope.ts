import { scopesOfWork } from "#contract/api.ts";
import type { Scope } from "#contract/http/scopes.ts";
import type { Claim } from "#contract/staff/work.ts";
import type { staff } from "#contract/staff/calls.ts";
import { conversationById } from "#server/messages/public.ts";
import { requireScope } from "#server/platform/http/authenticate.ts";
import type { ClinicCaller, Handlers, StaffCaller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { claimWork, type Work } from "#server/staff/public.ts";
import { scopesOfKind } from "./conversations/assignees.ts";

/**
 * Claims something for a person whose scopes let them do it: a claim keeps everybody else from it, so nobody has one on what they can't do. Refuses
 * `scope_missing` otherwise, and `claimed` as `claimWork` does.
 */
export async function claimInScope(
  services: Pick<Services, "db" | "clock">,
  { member, ...clinic }: ClinicCaller & { readonly member: StaffCaller },
  work: Work,
  options: { readonly takeover?: boolean } = {},
): Promise<Claim> {
  requireScope({ member, ...clinic }, scopesOfWork(work.kind));
  if (work.kind === "conversation") requireScope({ member, ...clinic }, await scopesOfConversation(services, work.id));
  return claimWork(services, member.memberId, work, options);
}

async function scopesOfConversation({ db }: Pick<Services, "db">, id: string): Promise<readonly Scope[]> {
  const conversation = await conversationById(db, id);
  if (!conversation) throw new Refusal("not_found");
  return scopesOfKind[conversation.kind];
}

export const claimHandlers = {
  claim: ({ params, body }, ctx) => claimInScope(ctx, { ...ctx.clinic, member: ctx.member }, params, body),
} satisfies Pick<Handlers<typeof staff>, "claim">;
