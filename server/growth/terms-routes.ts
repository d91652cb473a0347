import type { growth } from "#contract/growth/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { acceptNewTerms } from "./terms.ts";

export const termsHandlers = {
  async acceptNewTerms({ body }, ctx) {
    const { version, acceptedAt } = await acceptNewTerms(ctx, ctx.caller.patientId, body?.version);
    return { acceptednewterms: true, version, acceptedat: acceptedAt.toISOString() };
  },
} satisfies Pick<Handlers<typeof growth>, "acceptNewTerms">;
