import { care } from "#contract/care/calls.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { statesByCall } from "../testing/clinic-document-states.ts";
import { credential, isOk } from "./credentials.ts";
import { answered, type Ending, exampleRequest } from "./ending.ts";

const hourMs = 3_600_000;

/** A key; `hours`: after how many it ends by itself. */
async function newKey(server: TestServer, hours: number | null) {
  const at = server.clock.now().getTime() + (hours ?? 0) * hourMs;
  const ending = hours === null ? {} : { expiresat: new Date(at).toISOString() };
  const body = { name: "Booking", scopes: ["patients" as const], ...ending };
  const { ok, raw, status } = await server.call(integrations.createKey, { body }, { apiKey });
  if (status !== 201) throw new Error(raw.payload);
  return { id: ok.key.id, secret: ok.secret };
}

/** A key, rotated or revoked, and asked so many hours later, when it must have ended; another one goes on. */
const ofKey =
  (hours: { readonly own: number | null; readonly asked: number }, end: string, body: object): Ending["open"] =>
  async (server) => {
    const [key, other] = [await newKey(server, hours.own), await newKey(server, null)];
    const opens = ({ secret }: typeof key) => isOk(server.call(care.patients, { query: {} }, { apiKey: secret }));
    return {
      ended: [key.id],
      credentials: [
        credential("key", () => {
          server.clock.advance(hours.asked * hourMs);
          return opens(key);
        }),
      ],
      othersCredentials: [credential("key", () => opens(other))],
      end: async () => {
        const url = `/api/clinic/key/${key.id}/${end}`;
        const request = { method: "POST", url, headers: { "x-api-key": apiKey }, payload: body } as const;
        const { statusCode: status, payload } = await server.app.inject(request);
        return { status, payload };
      },
    };
  };

const ofExample =
  (title: string, state: string, name: string): Ending["open"] =>
  async (server) => {
    const names = (await statesByCall[state]?.(server)) ?? {};
    return { ended: [names[name] ?? ""], end: () => exampleRequest(server, title, names) };
  };

export const systemEndings: readonly Ending[] = [
  {
    of: "integrations.revokeKey",
    open: ofKey({ own: null, asked: 0 }, "revoke", {}),
    ends: "api_key",
    keeps: {},
  },
  {
    of: "integrations.rotateKey",
    when: "when the overlap is over, before it would end by itself",
    open: ofKey({ own: 24, asked: 2 }, "rotate", { overlaphours: 2 }),
    ends: "",
    begins: "api_key",
    stays: { api_key: "works until the overlap is over" },
    keeps: {},
  },
  {
    of: "integrations.rotateKey",
    when: "when it ends by itself, within the overlap",
    open: ofKey({ own: 1, asked: 1 }, "rotate", { overlaphours: 24 }),
    ends: "",
    begins: "api_key",
    stays: { api_key: "works until its own end" },
    keeps: {},
  },
  {
    of: "integrations.deleteWebhook",
    open: ofExample("integrations.deleteWebhook", "integrations.webhookDeliveries", "WEBHOOK"),
    ends: "webhook_endpoint webhook_delivery integrations.webhooks",
  },
  {
    of: "integrations.rotateWebhookSecret",
    open: ofExample("integrations.rotateWebhookSecret", "integrations.rotateWebhookSecret", "WEBHOOK"),
    ends: "webhook_endpoint",
    begins: "webhook_endpoint",
    stays: { "integrations.webhooks": "with the new secret" },
  },
  {
    of: "integrations.updateWebhook",
    when: "switched off",
    open: async (server) => {
      const { WEBHOOK: id = "" } = (await statesByCall["integrations.updateWebhook"]?.(server)) ?? {};
      const end = () =>
        answered(server.call(integrations.updateWebhook, { params: { id }, body: { enabled: false } }, { apiKey }));
      return { ended: [id], end };
    },
    ends: "webhook_endpoint",
    stays: { "integrations.webhooks": "as one that is off" },
  },
  {
    of: "staff.setAbsence",
    alone: true,
    open: async (server) => {
      const { DOCTOR = "" } = (await statesByCall["staff.setAbsence"]?.(server)) ?? {};
      const from = clinicToday(server.services);
      const input = { params: { doctorid: DOCTOR }, body: { from, until: addDays(from, 9) } };
      return { ended: [DOCTOR], end: () => answered(server.call(staff.setAbsence, input, { apiKey })) };
    },
    ends: "doctor",
    stays: { "doctor_license staff.doctors care.listFilters": "the doctor comes back" },
  },
  {
    of: "staff.removeDoctor",
    open: ofExample("staff.removeDoctor", "staff.removeDoctor", "DOCTOR"),
    ends: "doctor doctor_license",
    stays: {
      "staff.doctors": "as one who was removed, and may be brought back",
      "care.listFilters": "patients are listed by who treated them",
    },
  },
  {
    of: "staff.endAbsence",
    open: async (server) => {
      const { DOCTOR = "" } = (await statesByCall["staff.endAbsence"]?.(server)) ?? {};
      const from = clinicToday(server.services);
      const body = { from, until: addDays(from, 9) };
      await server.call(staff.setAbsence, { params: { doctorid: DOCTOR }, body }, { apiKey });
      return { ended: [DOCTOR], end: () => exampleRequest(server, "staff.endAbsence", { DOCTOR }) };
    },
    ends: "",
    begins: "doctor",
    stays: { "doctor_license staff.doctors care.listFilters": "the doctor is here again" },
  },
  {
    of: "staff.removePortrait",
    open: ofExample("staff.removePortrait", "staff.removePortrait", "DOCTOR"),
    ends: "doctor",
    begins: "doctor",
    alsoEnds: { doctor_portrait: "the picture that was uploaded" },
    about: "doctor_portrait",
  },
];
