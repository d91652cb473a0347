import type { RawBuilder } from "kysely";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { readableLogKinds } from "./log-rules.ts";
import { readerOf, readsClinical } from "./task-access.ts";
import { readBy } from "./task-lists.ts";

/** Condition on a row of `task`: whoever makes a call may know of it. */
export function readableTasks(
  caller: Pick<ClinicCaller, "actor" | "permissions" | "member">,
  log: Services["content"]["log"],
): RawBuilder<boolean> {
  const { roles } = readerOf(caller);
  const clinical = readsClinical(caller.permissions);
  return readBy({ actor: caller.actor, roles, clinical, logKinds: readableLogKinds(log, roles, clinical) });
}
