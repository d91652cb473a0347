import type { Client } from "pg";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { newId } from "#server/platform/ids.ts";

/** Number of messages whose text is read: the latest ones, and those after the gap. */
const read = 60;

/**
 * Fills a conversation with `count` messages, alternately the patient's and the practice's, half of them read. Triggers are bypassed; only texts that
 * will be read are sealed as the server does.
 */
export async function fillThread(
  client: Client,
  secretsKey: string,
  { patientId, conversationId }: { readonly patientId: string; readonly conversationId: string },
  count: number,
): Promise<void> {
  const half = Math.floor(count / 2);
  await client.query("alter table message disable trigger user; alter table conversation disable trigger user");
  await client.query(
    `insert into message (id, conversation_id, seq, patient_id, author, client_id, role, type, text_sealed, received_count, created_at)
      select gen_random_uuid(), $1::uuid, n, $2::uuid,
        case when n % 2 = 0 then 'clinic' else 'patient:' || $2 end, $1 || ':' || n,
        case when n % 2 = 0 then 'patient_services' else 'patient' end, 'text', '\\x00', n / 2,
        now() - (($3 - n) || ' seconds')::interval
      from generate_series(1, $3::int) as n`,
    [conversationId, patientId, count],
  );
  const secrets = createSecrets(secretsKey);
  const { rows } = await client.query<{ id: string; seq: number }>(
    "select id, seq from message where conversation_id = $1 and (seq > $2 or seq between $3 and $4)",
    [conversationId, count - read, half, half + read],
  );
  for (const { id, seq } of rows)
    await client.query("update message set text_sealed = $2 where id = $1", [
      id,
      secrets.seal(`Message ${seq} of a long talk, as long as they are: ${newId()}`, sealed("message.text_sealed")(id)),
    ]);
  await client.query(
    "update conversation set last_seq = $2, read_seq = $3, received_count = $2 / 2, received_read_count = $3 / 2 where id = $1",
    [conversationId, count, half],
  );
  await client.query("alter table message enable trigger user; alter table conversation enable trigger user");
  await client.query("vacuum (analyze) message");
}
