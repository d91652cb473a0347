import { Gauge } from "prom-client";
import { inTransaction } from "#server/platform/database/open.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";

/** Mails about one endpoint are at least so far apart; that it is disabled is always mailed. */
const alarmEveryMs = 24 * 3_600_000;

/** Mails the practice about an endpoint that does not take its events; never through a webhook. */
export function alarmPractice(
  services: Pick<Services, "db" | "clock" | "config" | "content" | "jobs" | "secrets">,
  endpointId: string,
  why: "failing" | "disabled" | "event_given_up",
): Promise<void> {
  const { clock, config, content } = services;
  return inTransaction(services, async (tx) => {
    const now = clock.now();
    const endpoint = await tx.db
      .updateTable("webhook_endpoint")
      .set({ alarmed_at: now })
      .where("id", "=", endpointId)
      .$if(why !== "disabled", (update) =>
        update.where((where) =>
          where.or([where("alarmed_at", "is", null), where("alarmed_at", "<", new Date(now.getTime() - alarmEveryMs))]),
        ),
      )
      .returning(["url"])
      .executeTakeFirst();
    if (!endpoint) return;
    await queueMail(tx, {
      mail: `practice_webhook_${why}`,
      to: config.supportEmail ?? content.brand.supportemail,
      values: { host: new URL(endpoint.url).host, webhook: endpointId },
      dedupeKey: `practice_webhook_${why}:${endpointId}:${now.toISOString()}`,
    });
  });
}

/** Defines what `/metrics` says of webhooks. */
export function defineWebhookMetrics(_jobs: unknown, { metrics, db }: Pick<Services, "metrics" | "db">): void {
  new Gauge({
    name: "webhook_endpoints",
    help: "Endpoints of the practice by how they fare",
    labelNames: ["state"] as const,
    registers: [metrics],
    async collect() {
      const rows = await db.selectFrom("webhook_endpoint").select(["disabled_at", "failing_since"]).execute();
      const disabled = rows.filter(({ disabled_at }) => disabled_at !== null).length;
      const failing = rows.filter((row) => row.disabled_at === null && row.failing_since !== null).length;
      this.set({ state: "disabled" }, disabled);
      this.set({ state: "failing" }, failing);
      this.set({ state: "working" }, rows.length - disabled - failing);
    },
  });
  new Gauge({
    name: "webhook_oldest_waiting_seconds",
    help: "How long the oldest event that is to be sent has been waiting",
    registers: [metrics],
    async collect() {
      const { at } = await db
        .selectFrom("webhook_delivery")
        .innerJoin("clinic_event", "clinic_event.id", "webhook_delivery.event_id")
        .innerJoin("webhook_endpoint", "webhook_endpoint.id", "webhook_delivery.endpoint_id")
        .select(({ fn }) => fn.min("clinic_event.at").as("at"))
        .where("next_attempt_at", "is not", null)
        .where("disabled_at", "is", null)
        .executeTakeFirstOrThrow();
      this.set(at === null ? 0 : Math.max(0, (Date.now() - new Date(at).getTime()) / 1000));
    },
  });
}
