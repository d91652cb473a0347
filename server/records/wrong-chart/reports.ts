import { rolesAsked } from "#contract/care/task-kinds.ts";
import { type Permission, permissionsOfRole, permits } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { TxServices } from "#server/platform/services.ts";
import { colleagues } from "#server/staff/public.ts";
import { atOnce, endTask, type Misfiled, openTask, openTaskOfMisfiled } from "#server/tasks/public.ts";

/** A patient's “this isn't mine” about something the practice wrote. */
interface Report {
  readonly patientId: string;
  readonly conversationId: string | null;
  readonly about: Misfiled;
  /** What deciding about it needs; any of them. */
  readonly needs: readonly Permission[];
  readonly words: string;
}

/** Somebody who can decide about it is asked at once to look into it. */
export async function askPractice(tx: TxServices, { patientId, conversationId, about, needs, words }: Report) {
  const role = await whoLooks(tx, needs);
  await openTask(tx, {
    ...{ kind: "not_mine", patientId, orderId: null, conversationId, ...about, holds: false },
    ...{ actor: `patient:${patientId}`, asker: { role, memberId: null }, asked: { role, memberId: null } },
    ...{ words, days: atOnce({ today: clinicToday(tx), now: tx.clock.now() }) },
  });
}

/** Of the roles that can decide about it, the one that opens least, of which somebody works here. */
async function whoLooks(tx: TxServices, needs: readonly Permission[]): Promise<Role> {
  const able = rolesAsked("not_mine")
    .filter((role) => permits(permissionsOfRole(role), needs))
    .toSorted((one, other) => permissionsOfRole(one).length - permissionsOfRole(other).length);
  const people = await colleagues(tx.db);
  const role = able.find((each) => people.some(({ roles }) => roles.includes(each))) ?? able.at(-1);
  if (role === undefined) throw new Error(`nobody's role has one of ${needs.join(", ")}`);
  return role;
}

/** Nobody needs to look into it any more. */
export async function endReport(tx: TxServices, about: Misfiled, { actor, note }: { actor: string; note: string }) {
  const task = await openTaskOfMisfiled(tx.db, about);
  if (task) await endTask(tx, task, { outcome: "done", note, actor });
}
