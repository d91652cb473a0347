import type { care } from "#contract/care/calls.ts";
import type { ClinicEmergency } from "#contract/care/emergencies.ts";
import { patientsById } from "#server/auth/public.ts";
import { productById } from "#server/catalogue/public.ts";
import {
  acknowledgeReport,
  actionsOf,
  closeReport,
  noteAction,
  openReportContent,
  reportById,
  type ReportRow,
  reportsToHandle,
} from "#server/emergency/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { prescribedToAll } from "#server/prescriptions/public.ts";
import { chartEffects } from "#server/tasks/public.ts";
import { type ClinicContext, loadPatientSummaries } from "./chart/patient-summary.ts";

/** The practice's calls about emergencies found in patients' words. */
export const clinicEmergencyHandlers = {
  emergencies: async ({ query: { nextpage: cursor, state, patientid } }, ctx) => {
    const which = { state: state ?? "unacknowledged", patientId: patientid ?? null };
    const reports = await reportsToHandle(ctx.db, which, decodeCursor(cursor), pageSize + 1);
    const { items, nextpage } = paginate(reports, ({ reported_at: at, id }) => ({ at, id }));
    for (const { patient_id } of items) if (patient_id) ctx.auditPatient(patient_id);
    return { items: await presentEmergencies(ctx, items), nextpage };
  },
  emergency: async ({ params }, ctx) => presentEmergency(ctx, (await requireReport(ctx, params.id)).id),
  acknowledgeEmergency: async ({ params, body }, ctx) => {
    const { id } = await requireReport(ctx, params.id);
    const by = { actor: ctx.clinic.actor, text: body?.note ?? null };
    await inTransaction(ctx, (tx) => acknowledgeReport(tx, id, by));
    return presentEmergency(ctx, id);
  },
  emergencyCalled: async ({ params, body: { reached, text } }, ctx) => {
    const { id } = await requireReport(ctx, params.id);
    await inTransaction(ctx, (tx) => noteAction(tx, id, { kind: "call", actor: ctx.clinic.actor, reached, text }));
    return presentEmergency(ctx, id);
  },
  closeEmergency: async ({ params, body: { outcome } }, ctx) => {
    const { id } = await requireReport(ctx, params.id);
    await inTransaction(ctx, (tx) => closeReport(tx, id, { actor: ctx.clinic.actor, text: outcome }));
    return presentEmergency(ctx, id);
  },
} satisfies Partial<Handlers<typeof care>>;

async function requireReport(ctx: ClinicContext, id: string): Promise<ReportRow> {
  const report = await reportById(ctx.db, id);
  if (!report) throw new Refusal("not_found");
  if (report.patient_id) ctx.auditPatient(report.patient_id);
  return report;
}

async function presentEmergency(services: Services, id: string): Promise<ClinicEmergency> {
  const report = await reportById(services.db, id);
  const [item] = report ? await presentEmergencies(services, [report]) : [];
  if (!item) throw new Refusal("not_found");
  return item;
}

async function presentEmergencies(services: Services, reports: readonly ReportRow[]): Promise<ClinicEmergency[]> {
  if (reports.length === 0) return [];
  const ids = [...new Set(reports.flatMap(({ patient_id }) => patient_id ?? []))];
  const [summaries, contacts, prescribed, effects, actions] = await Promise.all([
    loadPatientSummaries(services, ids),
    patientsById(services, ids),
    ids.length === 0 ? new Map<string, ReadonlyMap<string, unknown>>() : prescribedToAll(services, ids),
    chartEffects(services, ids),
    actionsOf(
      services,
      reports.map(({ id }) => id),
    ),
  ]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  return reports.map((report) => {
    const { emergency, words, contact, writer = null } = openReportContent(services, report);
    const patientId = report.patient_id ?? "";
    return {
      id: report.id,
      patient: patients.get(patientId) ?? null,
      phoneno: contacts.get(patientId)?.phone ?? null,
      voicemail: effects.get(patientId)?.voicemail ?? true,
      medicines: [...(prescribed.get(patientId)?.keys() ?? [])].map((productId) => {
        const product = productById(services.content, productId);
        return product ? `${product.name} ${product.strength}`.trim() : productId;
      }),
      source: report.source,
      conversationid: report.conversation_id,
      followupid: report.followup_id,
      title: emergency.title,
      words,
      writer,
      contact,
      reportedat: report.reported_at.toISOString(),
      acknowledgedat: report.acknowledged_at?.toISOString() ?? null,
      closedat: report.closed_at?.toISOString() ?? null,
      actions: actions.get(report.id) ?? [],
    };
  });
}
