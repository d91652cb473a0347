import { everyCall } from "#contract/api.ts";
import type { AuditItem, AuditKind } from "#contract/care/audit.ts";
import { care } from "#contract/care/calls.ts";
import { clinicAccessOf, type Endpoint } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";
import { recordReasons } from "#contract/staff/record-access.ts";
import { helperActors, patientsById } from "#server/auth/public.ts";
import { keyNames, listKeys } from "#server/integrations/public.ts";
import { type AuditFilter, auditCursor, readAudit } from "#server/platform/audit/read-audit.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { listMembers, memberNames } from "#server/staff/public.ts";
import { requirePatient } from "./chart/patient-summary.ts";
import { searchPatients } from "./patients/search-patients.ts";

/** What people said when they opened a record, by the ids of the accesses: their feature is above this one. */
type AccessWords = (
  services: Pick<Services, "db" | "secrets">,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** The clinic's calls that read the audit. Words may be about health, so they are for whoever may read about that. */
export const clinicAuditHandlers = (accessWords: AccessWords) =>
  ({
    audit: async ({ query: { patient, actor, what, since, until, nextpage: cursor } }, ctx) => {
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
        ...(what && ofKind(what)),
      };
      const rows = await readAudit(ctx.db, filter, decodeCursor(cursor), pageSize + 1);
      const { items, nextpage } = paginate(rows, auditCursor);
      const patientIds = [...new Set(items.flatMap(({ patient_id }) => patient_id ?? []))];
      for (const id of patientIds) ctx.auditPatient(id);
      const seesWords = permits(ctx.clinic.permissions, ["read:health"]);
      const words = await accessWords(ctx, seesWords ? items.flatMap(({ access_id }) => access_id ?? []) : []);
      const patients = await patientsById(ctx, patientIds);
      const actors = [...new Set(items.map(({ actor: by }) => by))];
      const names = new Map([
        ...(await memberNames(ctx.db, actors)),
        ...(await keyNames(ctx.db, actors)),
        ...(await helperActors(ctx, actors)),
      ]);
      return {
        items: items.map(({ at, actor: by, patient_id, call, status, code, ground, access_id }) => ({
          ...{ at: at.toISOString(), actor: by, patientid: patient_id, call, status, code },
          actorname: names.get(by) ?? null,
          patientname: fullName(patients.get(patient_id ?? "")),
          ground: ground as AuditItem["ground"],
          words: words.get(access_id ?? "") ?? null,
        })),
        nextpage,
      };
    },

    findAuditPatients: async ({ body: { q, nextpage } }, ctx) => {
      const page = await searchPatients(ctx, q, nextpage);
      for (const { id } of page.items) ctx.auditPatient(id);
      return {
        items: page.items.map(({ id, firstname, lastname, birthday }) => ({ id, firstname, lastname, birthday })),
        nextpage: page.nextpage,
      };
    },

    auditActors: async (_, ctx) => {
      const now = ctx.clock.now().toISOString();
      const people = (await listMembers(ctx)).map(({ id, name, status }) => ({
        actor: `staff:${id}`,
        kind: "person" as const,
        name,
        left: status === "disabled",
      }));
      const keys = (await listKeys(ctx)).map(({ id, name, revokedat, expiresat }) => ({
        actor: `key:${id}`,
        kind: "key" as const,
        name,
        left: revokedat !== null || (expiresat !== null && expiresat <= now),
      }));
      return { items: [...people, ...keys] };
    },
  }) satisfies Partial<Handlers<typeof care>>;

/** What only reads, though it is asked for in a body. */
const readByPost: ReadonlySet<string> = new Set(
  [
    ...[care.searchPatients, care.findAuditPatients, care.printOrders, care.copyRecord, care.copyReceipts],
    ...[care.listPatients, care.exportList, care.timeline],
  ].map(({ path }) => path),
);

/** The calls that open a record, or a part of one. */
export const openingCalls = (): readonly string[] => ofKind("opened").calls ?? [];

/** Which rows are of a kind; what was refused opened and changed nothing. */
function ofKind(kind: AuditKind): AuditFilter {
  switch (kind) {
    case "opened":
      return {
        calls: callNames(
          (call) =>
            (call.method === "GET" || call.path === care.timeline.path) && clinicAccessOf(call)?.record !== undefined,
        ),
        refused: false,
      };
    case "changed":
      return { calls: callNames(({ method, path }) => method !== "GET" && !readByPost.has(path)), refused: false };
    case "outside":
      return { grounds: recordReasons };
    case "copied":
      return {
        calls: callNames(({ path }) =>
          [care.copyRecord, care.copyReceipts, care.exportList].some((copy) => copy.path === path),
        ),
        refused: false,
      };
    case "refused":
      return { refused: true };
  }
}

const callNames = (isIncluded: (call: Endpoint) => boolean): string[] =>
  [...everyCall()].filter(({ call }) => isIncluded(call)).map(({ feature, name }) => `${feature}.${name}`);

const fullName = (patient: { readonly firstname: string | null; readonly lastname: string | null } | undefined) =>
  [patient?.firstname, patient?.lastname].filter(Boolean).join(" ") || null;
