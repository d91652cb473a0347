import type { AuditItem } from "#contract/care/audit.ts";
import type { care } from "#contract/care/calls.ts";
import { auditCursor, readAudit } from "#server/platform/audit/read-audit.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { requirePatient } from "./patients/patient-summary.ts";

/** What people said when they opened a record, by the ids of the accesses: their feature is above this one. */
type AccessWords = (
  services: Pick<Services, "db" | "secrets">,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** The clinic's call that reads the audit. Words may be about health, so they are for whoever may read about that. */
export const clinicAuditHandlers = (accessWords: AccessWords) =>
  ({
    audit: async ({ query: { patient, actor, since, until, nextpage: cursor } }, ctx) => {
      if (patient === undefined && actor === undefined)
        throw new Refusal("bad_request", {
          fields: [
            {
              path: "patient",
              message: "Please say whose entries you want: those of a patient, or those by an actor.",
            },
          ],
        });
      if (patient !== undefined) await requirePatient(ctx, patient);
      const filter = {
        patientId: patient,
        actor,
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
      };
      const rows = await readAudit(ctx.db, filter, decodeCursor(cursor), pageSize + 1);
      const { items, nextpage } = paginate(rows, auditCursor);
      for (const { patient_id } of items) if (patient_id !== null) ctx.auditPatient(patient_id);
      const seesWords = ctx.clinic.scopes.includes("clinical");
      const words = await accessWords(ctx, seesWords ? items.flatMap(({ access_id }) => access_id ?? []) : []);
      return {
        items: items.map(({ at, actor: by, patient_id, call, status, code, ground, access_id }) => ({
          ...{ at: at.toISOString(), actor: by, patientid: patient_id, call, status, code },
          ground: ground as AuditItem["ground"],
          words: words.get(access_id ?? "") ?? null,
        })),
        nextpage,
      };
    },
  }) satisfies Partial<Handlers<typeof care>>;
