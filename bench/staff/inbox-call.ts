import { randomSecret, hashSecret } from "#server/platform/crypto/secrets.ts";
import { newId } from "#server/platform/ids.ts";
import { startNode } from "../../e2e/servers/node-process.ts";
import { fillQueues, openClinicDatabases } from "../sizes/clinic-databases.ts";
import { sealCopies } from "../sizes/copy-patients.ts";

export interface InboxCallFigures {
  readonly patients: number;
  /** What the physician's answer counts. */
  readonly items: number;
  /** One look, ms: the first page with all numbers, and the numbers alone. */
  readonly page: { readonly p50: number; readonly p95: number };
  readonly numbers: { readonly p50: number; readonly p95: number };
}

/** Patients of whom something waits; each in several kinds. */
const waitingPatients = 1000;
const rounds = 60;
/** Looks of a node that has just started, which has plans to make and code to compile. */
const warmUp = 20;

/** A physician's look at the inbox by its one call, in a practice of this size that sends its follow-ups. */
export async function measureInboxCall(serverUrl: string, patients: number, port: number): Promise<InboxCallFigures> {
  const databases = await openClinicDatabases(serverUrl, [patients]);
  const { envOf, secretsKey, templateId, withConnection, dataDir } = databases;
  const step = Math.max(1, Math.floor(patients / waitingPatients));
  const numbers = Array.from({ length: Math.min(waitingPatients, patients) }, (_, index) => 1 + index * step);
  try {
    return await withConnection(patients, async (client) => {
      await sealCopies(client, secretsKey, templateId, numbers);
      await client.query("update care_case set followup_sent_at = decided_at where followup_sent_at is null");
      await fillQueues(client, templateId, numbers);
      // The demo's care desk would settle what waits, on the same cores, while it is looked at.
      await client.query("insert into setting (name, value) values ('demo_care_desk', 'false')");
      await client.query("vacuum analyze");
      const secret = randomSecret();
      await client.query(
        `insert into staff_session (id, member_id, token_hash, stage, created_at, used_at, proven_at, ends_at)
          select $1, id, $2, 'open', now(), now(), now(), now() + interval '12 hours' from staff_member where email like 'physician@%'`,
        [newId(), hashSecret(secret)],
      );
      const node = await startNode({ port, dataDir, env: { ...envOf(patients), CARE_DESK_PACE_SECONDS: "3600" } });
      try {
        const look = async (query: string) => {
          const began = performance.now();
          const answer = await fetch(`${node.url}/api/clinic/inbox?${query}`, {
            headers: { cookie: `staffSession=${secret}`, "sec-fetch-site": "same-origin" },
          });
          const { kinds } = (await answer.json()) as { kinds: readonly { readonly waiting: number }[] };
          return { ms: performance.now() - began, items: kinds.reduce((sum, { waiting }) => sum + waiting, 0) };
        };
        const looks: { readonly page: number; readonly numbers: number }[] = [];
        // In turn, so that what else the machine does falls on both.
        for (let round = 0; round < rounds + warmUp; round += 1)
          looks.push({ page: (await look("")).ms, numbers: (await look("limit=0")).ms });
        const figures = (of: (each: (typeof looks)[number]) => number) => {
          const sorted = looks
            .slice(warmUp)
            .map(of)
            .toSorted((a, b) => a - b);
          const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
          return { p50: at(0.5), p95: at(0.95) };
        };
        const { items } = await look("limit=0");
        return { patients, items, page: figures(({ page }) => page), numbers: figures(({ numbers }) => numbers) };
      } finally {
        await node.stop();
      }
    });
  } finally {
    await databases.remove();
  }
}
