import * as z from "zod/mini";
import { Email } from "#contract/fields/fields.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import {
  addMember,
  disableByHost,
  listMembers,
  makeEmergencyAccount,
  makeInvitation,
  resetByHost,
} from "#server/staff/public.ts";

type Deps = Pick<Services, "db" | "clock" | "config" | "secrets">;

const staffUsage = `Say what to do: npm run staff -- invite EMAIL "FULL NAME" ROLE[,ROLE] [DOCTOR-ID], recover EMAIL, emergency EMAIL, disable EMAIL, or list. Roles: ${roles.join(", ")}`;

const staffTasks = ["list", "invite", "recover", "emergency", "disable"];

/** Says what can be asked for, before a database is opened. */
export function requireStaffTask([task = ""]: readonly string[]): void {
  if (!staffTasks.includes(task)) throw new Error(staffUsage);
}

/**
 * What whoever runs the host can do to the practice's people, also when nobody can sign in any more: make the first administrator, give somebody a new
 * way in, end somebody. Answers what to print; a link is printed instead of mailed, because at this point mail may not work either.
 */
export async function runStaffCommand(services: Deps, [task, email = "", ...rest]: readonly string[]): Promise<string> {
  switch (task) {
    case "list":
      return table(await listMembers(services));
    case "invite":
      return invite(services, email, rest);
    case "recover":
      return inTransaction(services, async (tx) => {
        const { id } = await resetByHost(tx, address(email));
        return linkFor(email, (await makeInvitation(tx, id, "recovery")).link);
      });
    case "emergency":
      await inTransaction(services, (tx) => makeEmergencyAccount(tx, address(email)));
      return `${email} signs in with password and second factor also where everybody else comes in by the identity provider alone. That begins once they have signed in so.`;
    case "disable":
      await inTransaction(services, (tx) => disableByHost(tx, address(email)));
      return `${email} can't sign in any more; all sessions ended.`;
    default:
      throw new Error(staffUsage);
  }
}

function invite(services: Deps, email: string, [name, list = "", doctorid]: readonly string[]): Promise<string> {
  const chosen = list.split(",").filter((role) => role !== "");
  const unknown = chosen.filter((role) => !(roles as readonly string[]).includes(role));
  if (!name || chosen.length === 0) throw new Error(staffUsage);
  if (unknown.length > 0) throw new Error(`There is no role ${unknown.join(", ")}. Roles: ${roles.join(", ")}`);
  const fields = { email: address(email), name, roles: chosen as Role[], ...(doctorid ? { doctorid } : {}) };
  return inTransaction({ ...services, ...refusesAny }, async (tx) => {
    const { id } = await addMember(tx, "system:host", fields);
    return linkFor(email, (await makeInvitation(tx, id, "invitation")).link);
  });
}

const linkFor = (email: string, link: string) => `Give this link to ${email}. It works once, for 72 hours:\n${link}`;

function address(email: string): string {
  const parsed = z.safeParse(Email, email);
  if (!parsed.success) throw new Error(`“${email}” is not an e-mail address.`);
  return parsed.data.toLowerCase();
}

function table(members: Awaited<ReturnType<typeof listMembers>>): string {
  if (members.length === 0) return "Nobody yet.";
  return members
    .map(({ email, name, roles: own, status }) => [email, name, own.join(","), status].join("\t"))
    .join("\n");
}
