import type { ClinicEmergency } from "#contract/care/emergencies.ts";
import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { loadPatientSummaries } from "./patients/patient-summary.ts";
import {
  acknowledgeReport,
  unacknowledgedReports,
  openReportContent,
  reportById,
  type ReportRow,
} from "#server/emergency/public.ts";

/** The practice's calls about emergencies found in patients' words. */
export const clinicEmergencyHandlers = {
  emergencies: async ({ query }, ctx) => {
    const reports = await unacknowledgedReports(ctx.db, decodeCursor(query.nextpage), pageSize + 1);
    const { items, nextpage } = paginate(reports, ({ reported_at: at, id }) => ({ at, id }));
    for (const { patient_id } of items) if (patient_id) ctx.auditPatient(patient_id);
    return { items: await presentEmergencies(ctx, items), nextpage };
  },
  acknowledgeEmergency: async ({ params }, ctx) => {
    const report = await reportById(ctx.db, params.id);
    if (!report) throw new Refusal("not_found");
    if (report.patient_id) ctx.auditPatient(report.patient_id);
    await acknowledgeReport(ctx.db, report.id, ctx.clock.now());
    const [item] = await presentEmergencies(ctx, [(await reportById(ctx.db, report.id)) ?? report]);
    if (!item) throw new Refusal("not_found");
    return item;
  },
} satisfies Partial<Handlers<typeof care>>;

async function presentEmergencies(services: Services, reports: readonly ReportRow[]): Promise<ClinicEmergency[]> {
  const ids = [...new Set(reports.flatMap(({ patient_id }) => patient_id ?? []))];
  const patients = new Map((await loadPatientSummaries(services, ids)).map((each) => [each.id, each]));
  return reports.map((report) => {
    const { emergency, words, contact } = openReportContent(services, report);
    return {
      id: report.id,
      patient: patients.get(report.patient_id ?? "") ?? null,
      source: report.source,
      conversationid: report.conversation_id,
      followupid: report.followup_id,
      title: emergency.title,
      words,
      contact,
      reportedat: report.reported_at.toISOString(),
      acknowledgedat: report.acknowledged_at?.toISOString() ?? null,
    };
  });
}
