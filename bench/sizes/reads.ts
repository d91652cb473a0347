import { Agent, request as send } from "node:http";
import type { Client } from "pg";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { median } from "../browser/mobile-profile.ts";
import { benchClient } from "../node/client.ts";
import { copyIdOf } from "./copy-patients.ts";

/** Concurrent requests on one server, and the number in one round. */
const connections = 4;
const requestsPerRound = 160;

interface Call {
  readonly path: string;
  readonly by: "patient" | "clinic";
  /** What is looked for, sent in the body of a POST. */
  readonly q?: string;
}

const byPatient = (path: string): Call => ({ path, by: "patient" });
const byClinic = (path: string): Call => ({ path, by: "clinic" });
const searchFor = (q: string): Call => ({ path: fullPath(care.searchPatients), by: "clinic", q });

/** The calls of the screens patients open most, and the practice's lists and queues; `{order}` and the like are the reader's own. */
const calls: readonly Call[] = [
  byPatient("/api/user"),
  byPatient("/api/v2/prescriptionOrder/full"),
  byPatient("/api/order/{order}"),
  byPatient("/api/document"),
  byPatient("/api/shipping/default"),
  byPatient(fullPath(messages.conversations)),
  byPatient(fullPath(messages.messagePages).replace("{id}", "{conversation}")),
  byPatient(fullPath(messages.unreadCount).replace("{patientId}", "{patient}")),
  byPatient(fullPath(notifications.list)),
  byPatient(fullPath(notifications.changes)),
  byClinic(fullPath(care.patients)),
  byClinic(fullPath(care.incoming)),
  byClinic(fullPath(care.verification)),
  byClinic(fullPath(care.prescriptionRenewals)),
  byClinic(fullPath(care.conversations)),
  byClinic(fullPath(care.upsells)),
  byClinic(fullPath(care.emergencies)),
  byClinic(fullPath(care.disputes)),
  byClinic(fullPath(care.followups)),
  byClinic(fullPath(care.contactMessages)),
  // The other cases are read by the lists above.
  byClinic(`${fullPath(care.cases)}?status=change`),
  ...(["ready", "past_due", "disputed"] as const).map((status) =>
    byClinic(`${fullPath(care.orders)}?status=${status}`),
  ),
  byClinic(`${fullPath(care.audit)}?patient={patient}`),
  byClinic(`${fullPath(care.audit)}?actor=key:{key}`),
  // All patients have this name, and one has this e-mail.
  searchFor("maria"),
  searchFor("maria {email}"),
  byClinic(fullPath(care.patient).replace("{id}", "{patient}")),
  byClinic(fullPath(care.patientConversations).replace("{id}", "{patient}")),
];

/** The patient a request is about, and the token it uses. */
export interface Reader {
  readonly token: string;
  readonly ids: Readonly<Record<"patient" | "order" | "conversation" | "email", string>>;
}

export interface ReadFigure {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Signs these copies of the template in. */
export async function signInCopies(
  origin: string,
  client: Client,
  templateId: string,
  password: string,
  numbers: readonly number[],
): Promise<Reader[]> {
  const { rows } = await client.query<{ order: string; conversation: string }>(
    `select (select id from customer_order where patient_id = $1 order by id limit 1) as order,
      (select id from conversation where patient_id = $1 and kind = 'doctor') as conversation`,
    [templateId],
  );
  const template = { patient: templateId, order: rows[0]?.order ?? "", conversation: rows[0]?.conversation ?? "" };
  const emails = await client.query<{ id: string; email: string }>(
    "select id, email::text from patient where id = any($1)",
    [numbers.map((n) => copyIdOf(n, templateId))],
  );
  const readers: Reader[] = [];
  for (const n of numbers) {
    const email = emails.rows.find(({ id }) => id === copyIdOf(n, templateId))?.email ?? "";
    const { idToken } = await benchClient(origin).call(auth.signIn, { body: { email, password } });
    const { patient, order, conversation } = template;
    const ids = { patient: copyIdOf(n, patient), order: copyIdOf(n, order), conversation: copyIdOf(n, conversation) };
    readers.push({ token: idToken, ids: { ...ids, email } });
  }
  return readers;
}

export interface Server {
  readonly url: string;
  readonly apiKey: string;
  readonly signIn: () => Promise<readonly Reader[]>;
}

/** How long readers keep their tokens: shorter than their lifetime, and long enough for the number of sign-ins an account may have. */
const tokensMs = 5 * 60_000;

/**
 * Each call on each server in turn, `rounds` times after one to warm up, so that other load on the machine affects all alike. By call, the figures of
 * each round, one for each server.
 */
export async function measureCalls(
  servers: readonly Server[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly (readonly ReadFigure[])[]>> {
  const figures = new Map<string, ReadFigure[][]>();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let readers: (readonly Reader[])[] = [];
  /** Ids of the practice's keys, as the audit names them. */
  let keys: readonly string[] | undefined;
  let signedInAt = Number.NEGATIVE_INFINITY;
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const call of calls) {
        keys ??= await Promise.all(servers.map(keyId));
        if (performance.now() - signedInAt > tokensMs) {
          readers = await Promise.all(servers.map(({ signIn }) => signIn()));
          signedInAt = performance.now();
        }
        const figuresByServer: ReadFigure[] = [];
        // Each round begins with another server.
        for (const offset of servers.keys()) {
          const index = (offset + round) % servers.length;
          const server = servers[index];
          if (server)
            figuresByServer[index] = await measure(
              server,
              readers[index] ?? [],
              withKey(call, keys[index] ?? ""),
              agent,
            );
        }
        const name = `${call.path}${call.by === "clinic" ? " (the practice)" : ""}`;
        const title = call.q === undefined ? `GET ${name}` : `POST ${name}: ${call.q}`;
        if (round > 0) figures.set(title, [...(figures.get(title) ?? []), figuresByServer]);
      }
  } finally {
    agent.destroy();
  }
  return figures;
}

const withKey = (call: Call, key: string): Call => ({ ...call, path: call.path.replace("{key}", key) });

async function keyId({ url, apiKey }: Server): Promise<string> {
  const response = await fetch(url + fullPath(integrations.keys), { headers: { "x-api-key": apiKey } });
  const { items } = (await response.json()) as { readonly items: readonly { readonly id: string }[] };
  return items[0]?.id ?? "";
}

async function measure(
  { url, apiKey }: Server,
  readers: readonly Reader[],
  call: Call,
  agent: Agent,
): Promise<ReadFigure> {
  const requests = readers.map(({ token, ids }): Request => {
    const fill = (text: string) =>
      text.replace(/\{(patient|order|conversation|email)\}/, (_, name: keyof Reader["ids"]) => ids[name]);
    return {
      url: url + fill(call.path),
      headers: call.by === "clinic" ? { "x-api-key": apiKey } : { authorization: `Bearer ${token}` },
      body: call.q === undefined ? null : JSON.stringify({ q: fill(call.q) }),
    };
  });
  const requestQueue = Array.from({ length: requestsPerRound }, (_, n) => requests[n % requests.length]).values();
  const waits: number[] = [];
  const ask = async () => {
    for (const request of requestQueue) {
      const began = performance.now();
      await answered(request, agent);
      waits.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, ask));
  const seconds = (performance.now() - began) / 1000;
  waits.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round(waits[Math.floor(share * (waits.length - 1))] ?? Number.NaN);
  return { perSecond: requestsPerRound / seconds, p50: percentile(0.5), p99: percentile(0.99) };
}

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

function answered(request: Request | undefined, agent: Agent): Promise<void> {
  const { url = "", headers: own = {}, body = null } = request ?? {};
  const method = body === null ? "GET" : "POST";
  const headers = body === null ? own : { ...own, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    send(url, { agent, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += answer.statusCode === 200 ? "" : chunk.toString()));
      answer.on("end", () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}: ${text}`)),
      );
    })
      .on("error", reject)
      .end(body ?? "");
  });
}

/** The median of one server over the rounds. */
export const medianFigure = (figures: readonly ReadFigure[]): ReadFigure => ({
  perSecond: median(figures.map(({ perSecond }) => perSecond)),
  p50: median(figures.map(({ p50 }) => p50)),
  p99: median(figures.map(({ p99 }) => p99)),
});
