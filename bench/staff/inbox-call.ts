import type { Client } from "pg";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { createSecrets, randomSecret, hashSecret } from "#server/platform/crypto/secrets.ts";
import { newId } from "#server/platform/ids.ts";
import { startNode } from "../../e2e/servers/node-process.ts";
import { fillQueues, openClinicDatabases } from "../sizes/clinic-databases.ts";
import { copyIdOf, sealCopies } from "../sizes/copy-patients.ts";

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
      await fillTasks(
        client,
        secretsKey,
        [...numbers, ...numbers, ...numbers].map((n) => copyIdOf(n, templateId)),
      );
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

/** A task for each of these patients, all due on one morning, for whoever is a physician. */
async function fillTasks(client: Client, secretsKey: string, patientIds: readonly string[]): Promise<void> {
  const secrets = createSecrets(secretsKey);
  const ids = patientIds.map(() => newId());
  await client.query(
    `insert into task (id, kind, patient_id, asker, asker_role, role, words_sealed, holds, opened_at, waits_since, due_on, due_at)
      select id, 'task', patient_id, 'key:bench', 'nurse', 'physician', words, false, now(), now(), current_date, now()
      from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as one (id, patient_id, words)`,
    [
      ids,
      patientIds,
      ids.map((id) => secrets.seal("Please look at the pictures of the rash.", sealed("task.words_sealed")(id))),
    ],
  );
}
