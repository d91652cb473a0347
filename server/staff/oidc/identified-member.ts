import type { Selectable } from "kysely";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { findInvitation } from "../members/invitations.ts";
import { lockAdministrators, rolesByProvider } from "../members/last-administrator.ts";
import { endInvitations, endStaffSessions } from "../sessions/session.ts";
import { type OidcProblem, staffSignIn } from "./answers.ts";
import type { ProvidedIdentity } from "./provider.ts";

type Deps = Pick<Services, "clock" | "config" | "outside" | "log"> & { readonly db: Tx };
type Member = Selectable<Tables["staff_member"]>;

/**
 * Who at the practice this identity is, or why nobody. Issuer and subject say it, and a mailed link once: whoever opened it and then signed in at the
 * provider is the person it was mailed to. An e-mail says nothing: some providers let people write what they like.
 */
export async function memberOf(
  services: Deps,
  identity: ProvidedIdentity,
  invitationHash: Uint8Array | null,
): Promise<Member | OidcProblem> {
  await lockAdministrators(services.db);
  const known = await knownAs(services.db, identity);
  if (known?.disabled_at) return "disabled";
  const invitation = invitationHash && (await findInvitation(services, [invitationHash]));
  if (known && invitation && known.id !== invitation.member_id) return "already_linked";
  if (known) return withRoles(services, known, identity);
  if (invitationHash === null) return join(services, identity);
  if (!invitation) return "link_expired";
  // Sessions before the link, as whoever takes it with a password does.
  await endStaffSessions(services, invitation.member_id);
  const still = await findInvitation(services, [invitationHash], { forUpdate: true });
  return still ? link(services, still.member_id, identity) : "link_expired";
}

/** Some providers have written their issuer with a slash at its end and without, over time. */
const knownAs = (db: Tx, { issuer, subject }: ProvidedIdentity): Promise<Member | undefined> => {
  const bare = issuer.replace(/\/+$/, "");
  return db
    .selectFrom("staff_member")
    .selectAll()
    .where("oidc_issuer", "in", [bare, `${bare}/`])
    .where("oidc_subject", "=", subject)
    .forUpdate()
    .executeTakeFirst();
};

/** Links the person a link was mailed to; whom they were before at the provider, they are no more. */
async function link(services: Deps, memberId: string, identity: ProvidedIdentity): Promise<Member | OidcProblem> {
  const { db } = services;
  const invited = await db
    .selectFrom("staff_member")
    .selectAll()
    .where("id", "=", memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const member = await withRoles(services, invited, identity);
  if (typeof member === "string") return member;
  await endInvitations(services, memberId);
  return db
    .updateTable("staff_member")
    .set({ oidc_issuer: identity.issuer, oidc_subject: identity.subject })
    .where("id", "=", memberId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The person with the name and the roles the provider says they have now. */
async function withRoles(
  services: Deps,
  member: Member,
  { name, roles: provided }: ProvidedIdentity,
): Promise<Member | OidcProblem> {
  const { roles, keptAdministrator } =
    services.config.staffOidc?.rolesFrom === "team"
      ? { roles: member.roles, keptAdministrator: false }
      : await rolesByProvider(services, member, provided ?? []);
  if (keptAdministrator) services.outside.of(staffSignIn).failed("no_administrator_left");
  if (roles.length === 0) return "no_role";
  return services.db
    .updateTable("staff_member")
    .set({ roles: [...roles], ...(name === null ? {} : { name }) })
    .where("id", "=", member.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the person at their first sign-in, where the practice lets whoever has a role at the provider in and nobody here has their e-mail. */
async function join(services: Deps, identity: ProvidedIdentity): Promise<Member | OidcProblem> {
  const { db, clock, config } = services;
  const { issuer, subject, email, name, roles } = identity;
  if (!config.staffOidc?.joinByRoles || config.staffOidc.rolesFrom === "team" || email === null) return "not_invited";
  if (roles === null || roles.length === 0) return "no_role";
  const made = await db
    .insertInto("staff_member")
    .values({
      ...{ id: newId(), email, name: name ?? email, roles: [...roles], oidc_issuer: issuer, oidc_subject: subject },
      ...{ created_at: clock.now(), created_by: "system:oidc" },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Two first sign-ins at once, in two tabs, make one person.
  return made ?? (await knownAs(db, identity)) ?? "email_taken";
}
