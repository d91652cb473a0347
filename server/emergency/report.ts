import { Counter, type Registry } from "prom-client";
import type { ClinicEmergency } from "#contract/care/emergencies.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { newId } from "#server/platform/ids.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

/** The sealed part of a report. */
export interface ReportContent {
  /** The sign or rule that matched. */
  readonly sign: string;
  readonly emergency: Emergency;
  /** What was written or chosen. */
  readonly words: string;
  readonly contact: ClinicEmergency["contact"];
}

interface Report extends Omit<ReportContent, "contact"> {
  readonly contact?: ReportContent["contact"];
  /** Null: not signed in, from the contact form. */
  readonly patientId: string | null;
  readonly source: ClinicEmergency["source"];
  readonly conversationId?: string;
  readonly followupId?: string;
}

export const reportSealContext = (id: string): string => `emergency_report.told_sealed:${id}`;

/**
 * Reports an emergency to the practice in the transaction that saves the patient's words: at the top of its lists, by a mail to the on-call
 * address that says nothing about health, and in the metrics.
 */
export async function reportEmergency(services: TxServices, report: Report): Promise<void> {
  const { db, secrets, clock, config, content, log, metrics } = services;
  const { patientId, source, conversationId, followupId, sign, emergency, words, contact = null } = report;
  const id = newId();
  const reportContent: ReportContent = { sign, emergency, words, contact };
  await db
    .insertInto("emergency_report")
    .values({
      id,
      patient_id: patientId,
      source,
      conversation_id: conversationId ?? null,
      followup_id: followupId ?? null,
      told_sealed: secrets.seal(reportContent, reportSealContext(id)),
      told_at: clock.now(),
    })
    .execute();
  await queueMail(services, {
    mail: "practice_emergency",
    to: config.onCallEmail ?? content.brand.supportemail,
    values: { reference: id },
    dedupeKey: `practice_emergency:${id}`,
  });
  reportCounter(metrics).inc({ source, kind: emergency.kind });
  log.warn({ report: id, source }, "an emergency was told: a person has to look");
}

const reportCounterName = "emergencies_told_total";

/** Creates the counter at start, so that it begins at zero and the first report shows as an increase. */
export function defineEmergencyMetrics(_jobs: unknown, { metrics }: Pick<Services, "metrics">): void {
  reportCounter(metrics);
}

const reportCounter = (registry: Registry): Counter<"source" | "kind"> =>
  (registry.getSingleMetric(reportCounterName) as Counter<"source" | "kind"> | undefined) ??
  new Counter({
    name: reportCounterName,
    help: "Emergencies told in messages, reviews, health answers, the contact form and reasons of a cancellation",
    labelNames: ["source", "kind"] as const,
    registers: [registry],
  });
