import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MailId, mailPlaceholders } from "#content/schema/texts/mails.ts";
import { type TemplateId, templateIds } from "#content/schema/texts/notifications.ts";
import { type Notification, notifications } from "#contract/notifications.ts";
import { notificationsOfPatient, notifyAndMail } from "#server/notifications/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { deliver, type InCare } from "#server/treatment/testing/in-care.ts";
import { notificationScenarios, notificationIdsOf } from "./testing/notification-scenarios.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

/** Paths of the app's pages, `:id` for a part that varies. */
const pages = [
  ...readFileSync(new URL("../../app/routes/routes.tsx", import.meta.url), "utf8").matchAll(/"(\/[^"*]*)"/g),
].map(([, path = ""]) => new RegExp(`^${path.replace(/:\w+/g, "[0-9a-f-]{36}")}/?$`));

/** The patient's notifications of one template. */
async function notificationsOf(patient: TestPatient, template: TemplateId): Promise<readonly Notification[]> {
  await server.jobs.drain();
  return notificationsOfPatient(server.services, patient.id, await notificationIdsOf(server, patient, template));
}

const isMail = (template: TemplateId): template is MailId & TemplateId => template in mailPlaceholders;

/** The mail of this name the patient received, found by the fixed start of its subject. */
async function mailOf({ email }: TestPatient, mail: MailId) {
  const subject = server.services.content.mails[mail].subject.split("{{")[0] ?? "";
  return (await server.mailbox.list(email)).find((each) => each.subject.startsWith(subject));
}

describe("decisions §9, §11 events are notified", () => {
  test.each(templateIds)("%s: once, opening a page of the app, the same one as its mail", async (template) => {
    const patient = await notificationScenarios[template](server);
    const received = await notificationsOf(patient, template);
    expect(received).toHaveLength(1);
    const { kind, title, description, href, timestampread } = received[0]!;
    expect({ kind, timestampread }).toEqual({
      kind: server.services.content.notifications[template].kind,
      timestampread: null,
    });
    expect(`${title} ${description}`).not.toMatch(/\{\{|undefined|null| {2}/);
    expect(
      pages.filter((page) => page.test(href ?? "")),
      href ?? "",
    ).not.toEqual([]);
    if (!isMail(template)) return;
    const mail = await mailOf(patient, template);
    const linkedPages = server.services.content.mails[template].text.includes("{{link}}");
    expect(mail?.text).toContain(linkedPages ? `${server.services.config.publicUrl}${href}` : "");
  });
});

describe("preferences", () => {
  test("patients may opt out only of mails they can do without", () => {
    const templates = server.services.content.notifications;
    expect(templateIds.filter((id) => templates[id].mail === "updates")).toEqual([
      "order_confirmation",
      "order_placed",
      "order_shipped",
      "order_part_shipped",
      "letter_issued",
    ]);
  });

  test("a patient who opted out of updates is mailed a refund but no shipment; both are notified in the app", async () => {
    const patient = await notificationScenarios.plan_approved(server);
    const { id: patientId, orderId } = patient as InCare;
    const body = { messages: true, updates: false };
    await server.call(notifications.savePreferences, { body }, { token: patient.token });
    await deliver(server, orderId);
    expect(await notificationsOf(patient, "order_shipped")).toHaveLength(1);
    expect(await mailOf(patient, "order_shipped")).toBeUndefined();
    const input = { patientId, template: "order_refunded", dedupeKey: orderId } as const;
    const values = { ordernumber: "1", total: "$1.00", orderid: orderId };
    await inTransaction(server.services, ({ db }) => notifyAndMail({ ...server.services, db }, { ...input, values }));
    expect(await notificationsOf(patient, "order_refunded")).toHaveLength(1);
    expect(await mailOf(patient, "order_refunded")).toBeDefined();
  });
});
