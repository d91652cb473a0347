import pg from "pg";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { newId } from "#server/platform/ids.ts";
import { earlierMessages } from "./patients.ts";
import { words, sendPaced } from "./payload.ts";

/** Writes to the database what a doctor's message writes: message, counters, notification; several in one transaction. */
interface WriteRequest {
  readonly url: string;
  readonly secretsKey: string;
  readonly patients: readonly { readonly id: string; readonly conversationId: string }[];
  readonly perSecond: number;
  readonly seconds: number;
}

/** Connections that write; messages of one patient are further apart than a concurrent batch. */
const writers = 3;

process.once("message", (request: WriteRequest) => void load(request));

async function load({ url, secretsKey, patients, perSecond, seconds }: WriteRequest) {
  const secrets = createSecrets(secretsKey);
  const rows = Array.from({ length: perSecond * seconds }, (_, n) => {
    const patient = patients[n % patients.length] ?? { id: "", conversationId: "" };
    const [id, notification] = [newId(), newId()];
    return {
      id,
      notification,
      patient: patient.id,
      conversation: patient.conversationId,
      seq: earlierMessages + 1 + Math.floor(n / patients.length),
      text: secrets.seal(words, sealed("message.text_sealed")(id)),
      words: secrets.seal(
        { title: "Your care team wrote to you", description: `${words.slice(0, 82)}…` },
        sealed("notification.text_sealed")(notification),
      ),
    };
  });
  const clients = await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  process.send?.("ready");
  await new Promise((resolve) => process.once("message", resolve));

  const sent: Sent[] = [];
  const writeQueues = clients.map(() => Promise.resolve());
  let batch = 0;
  await sendPaced(perSecond, seconds, (from, to) => {
    const index = batch++ % writers;
    const client = clients[index] as pg.Client;
    writeQueues[index] = (writeQueues[index] ?? Promise.resolve()).then(() =>
      write(client, rows.slice(from, to), sent),
    );
  });
  await Promise.all(writeQueues);
  for (const client of clients) await client.end();
  process.send?.({ sent });
}

const now = () => performance.timeOrigin + performance.now();

type Row = {
  id: string;
  notification: string;
  patient: string;
  conversation: string;
  seq: number;
  text: Buffer;
  words: Buffer;
};

/** A message, and the times before and after its commit. */
type Sent = [id: string, at: number, committed: number];

async function write(client: pg.Client, rows: readonly Row[], sent: Sent[]) {
  const list = <K extends keyof Row>(key: K) => rows.map((row) => row[key]);
  await client.query("begin");
  await client.query({
    name: "messages",
    text: `insert into message (id, conversation_id, seq, patient_id, author, client_id, role, type, text_sealed, received_count, created_at)
      select id, conversation, seq, patient, 'clinic', id::text, 'doctor', 'text', sealed, seq, now()
      from unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::bytea[]) as m (id, conversation, seq, patient, sealed)`,
    values: [list("id"), list("conversation"), list("seq"), list("patient"), list("text")],
  });
  await client.query({
    name: "counters",
    text: `update conversation set last_seq = seq, received_count = seq
      from unnest($1::uuid[], $2::int[]) as m (conversation, seq) where conversation.id = m.conversation`,
    values: [list("conversation"), list("seq")],
  });
  await client.query({
    name: "notifications",
    text: `insert into notification (id, patient_id, kind, text_sealed, href, conversation_id, seq, created_at)
      select id, patient, 'message', sealed, '/dashboard/messages', conversation, seq, now()
      from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::uuid[], $5::int[]) as n (id, patient, sealed, conversation, seq)`,
    values: [list("notification"), list("patient"), list("words"), list("conversation"), list("seq")],
  });
  const at = now();
  await client.query("commit");
  const committed = now();
  for (const { id } of rows) sent.push([id, at, committed]);
}
