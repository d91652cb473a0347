import { once } from "node:events";
import { get, type ClientRequest, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import { newId } from "#server/platform/ids.ts";
import { startNode } from "../../e2e/servers/node-process.ts";
import { fillQueues, openClinicDatabases } from "../sizes/clinic-databases.ts";
import { copyIdOf, sealCopies } from "../sizes/copy-patients.ts";
import { type InboxFigures, measureInbox } from "./inbox-screen.ts";

export interface StaffFigures {
  /** Open items in a physician's queues. */
  readonly items: number;
  readonly inbox: InboxFigures;
  readonly desks: DeskFigures;
}

interface DeskFigures {
  readonly desks: number;
  readonly changes: number;
  /** Changes that every desk was told of. */
  readonly told: number;
  /** From the commit to each desk, ms. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

/** Each waits in the queues of cases, identities and messages once, and with two prescriptions to renew. */
const patients = 1000;
const deskCount = 50;
const changeCount = 60;

/** A practice with 5,000 open items: its inbox in a browser, and how soon fifty open desks hear of a change. */
export async function measureStaff(serverUrl: string, port: number): Promise<StaffFigures> {
  const databases = await openClinicDatabases(serverUrl, [patients]);
  const { envOf, secretsKey, templateId, withConnection, dataDir } = databases;
  const numbers = Array.from({ length: patients }, (_, index) => index + 1);
  try {
    return await withConnection(patients, async (client) => {
      await sealCopies(client, secretsKey, templateId, numbers);
      await fillQueues(client, templateId, numbers);
      await client.query("analyze");
      const secrets = await openSessions(client, deskCount + 1);
      const env = { ...envOf(patients), CARE_DESK_PACE_SECONDS: "3600" };
      const node = await startNode({ port, dataDir, env });
      try {
        const ids = numbers.map((n) => copyIdOf(n, templateId));
        const { rows } = await client.query<{ items: string }>(
          `select (select count(*) from care_case where status = 'submitted') + (select count(*) from onboarding where identity_status = 'review')
            + (select count(*) from conversation where waiting_since is not null) + (select count(*) from renewal_request where status = 'open') as items`,
        );
        const inbox = await measureInbox(node.url, secrets[deskCount] ?? "", 5000);
        return { items: Number(rows[0]?.items), inbox, desks: await measureDesks(client, node.url, secrets, ids) };
      } finally {
        await node.stop();
      }
    });
  } finally {
    await databases.remove();
  }
}

/** Sessions of the demo's physician that are open: signing in is not what is measured. */
async function openSessions(client: Client, count: number): Promise<readonly string[]> {
  const secrets = Array.from({ length: count }, () => randomSecret());
  for (const secret of secrets)
    await client.query(
      `insert into staff_session (id, member_id, token_hash, stage, created_at, used_at, proven_at, ends_at)
        select $1, id, $2, 'open', now(), now(), now(), now() + interval '12 hours' from staff_member where email like 'physician@%'`,
      [newId(), hashSecret(secret)],
    );
  return secrets;
}

/** Commits changes one by one, and waits for every desk to be told of each. */
async function measureDesks(
  client: Client,
  origin: string,
  secrets: readonly string[],
  ids: readonly string[],
): Promise<DeskFigures> {
  const toldAt = Array.from({ length: deskCount }, () => 0);
  const requests: ClientRequest[] = [];
  for (const [desk, secret] of secrets.slice(0, deskCount).entries()) {
    const headers = { cookie: `staffSession=${secret}` };
    const request = get(`${origin}/api/clinic/work/stream`, { headers, agent: false }).on("error", () => undefined);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.setEncoding("utf8").on("data", (chunk: string) => {
      if (chunk.includes("data: changed")) toldAt[desk] = performance.now();
    });
    requests.push(request);
  }
  await pause(3000);
  const waits: number[] = [];
  let told = 0;
  for (let change = 0; change < changeCount; change += 1) {
    // A desk may be told before the commit is answered here, so the count begins when it is sent.
    const committed = performance.now();
    await client.query(
      `insert into clinic_event (type, patient_id, object_kind, object_id, at)
        values ('message.received', $1, 'conversation', $2, clock_timestamp())`,
      [ids[change], newId()],
    );
    while (toldAt.some((at) => at < committed) && performance.now() - committed < 5000) await pause(10);
    const after = toldAt.map((at) => at - committed).filter((ms) => ms > 0);
    waits.push(...after);
    if (after.length === deskCount) told += 1;
    // A change at any moment between two looks at the log.
    await pause(Math.random() * 1000 + 200);
  }
  for (const request of requests) request.destroy();
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { desks: deskCount, changes: changeCount, told, p50: at(0.5), p99: at(0.99), worst: at(1) };
}
