import type { Client } from "pg";
import { issueAccessToken } from "#server/auth/sessions/access-token.ts";
import { systemClock } from "#server/platform/clock/clock.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { newId } from "#server/platform/ids.ts";

export interface BenchPatient {
  readonly id: string;
  readonly conversationId: string;
  readonly token: string;
}

/** Earlier messages of each patient. */
export const earlierMessages = 4;

/** Adds patients with a session and a conversation each, and tokens valid at a node with this key and address. */
export async function addPatients(
  client: Client,
  count: number,
  { secretsKey, publicUrl }: { readonly secretsKey: string; readonly publicUrl: string },
): Promise<BenchPatient[]> {
  const ids = Array.from({ length: count }, () => ({ id: newId(), sessionId: newId(), conversationId: newId() }));
  const list = (key: "id" | "sessionId" | "conversationId") => ids.map((each) => each[key]);
  await client.query(
    `insert into patient (id, email, password_hash, state, created_at, password_changed_at)
     select id, id || '@example.com', 'none', 'IA', now(), now() from unnest($1::uuid[]) as a (id)`,
    [list("id")],
  );
  await client.query(
    `insert into session (id, patient_id, created_at, last_used_at, expires_at)
     select id, patient, now(), now(), now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) as a (id, patient)`,
    [list("sessionId"), list("id")],
  );
  await client.query(
    `insert into conversation (id, patient_id, kind, created_at)
     select id, patient, 'doctor', now() from unnest($1::uuid[], $2::uuid[]) as a (id, patient)`,
    [list("conversationId"), list("id")],
  );
  // Earlier messages, so that the database has the table statistics of a clinic in operation.
  await client.query(
    `insert into message (id, conversation_id, seq, patient_id, author, client_id, role, type, text_sealed, received_count, created_at)
     select gen_random_uuid(), id, seq, patient_id, 'clinic', gen_random_uuid()::text, 'doctor', 'text', '', seq, now()
     from conversation, generate_series(1, ${earlierMessages}) as before (seq) where id = any($1)`,
    [list("conversationId")],
  );
  await client.query(
    `insert into notification (id, patient_id, kind, text_sealed, conversation_id, seq, created_at, read_at)
     select gen_random_uuid(), patient_id, 'message', '', conversation_id, seq, now(), now() from message where conversation_id = any($1)`,
    [list("conversationId")],
  );
  await client.query(
    `update conversation set last_seq = $1, read_seq = $1, received_count = $1, received_read_count = $1 where id = any($2)`,
    [earlierMessages, list("conversationId")],
  );
  await client.query("vacuum analyze");
  const services = { config: { publicUrl }, secrets: createSecrets(secretsKey), clock: systemClock };
  const end = new Date(Date.now() + 86_400_000);
  return Promise.all(
    ids.map(async ({ id, sessionId, conversationId }) => ({
      id,
      conversationId,
      token: await issueAccessToken(services, { patientId: id, sessionId }, end),
    })),
  );
}
