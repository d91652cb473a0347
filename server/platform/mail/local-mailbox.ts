import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock/clock.ts";
import { type Mail, type Mailer, MailNotSent } from "./mailer.ts";

export interface StoredMail extends Mail {
  /** Time of sending, ISO 8601. */
  readonly sentAt: string;
}

/** A mailer that stores its mails, for demo mode and tests. */
export interface Mailbox extends Mailer {
  /** Every mail, newest first; with an address, those sent to it. */
  list(to?: string): Promise<readonly StoredMail[]>;
  read(id: string): Promise<StoredMail | undefined>;
}

/** Whether a mailer stores its mails. */
export const isMailbox = (mailer: Mailer): mailer is Mailbox => "list" in mailer && "read" in mailer;

export interface MailboxSettings {
  /** Folder with one JSON file per mail; without it mails are kept in memory. */
  readonly directory?: string;
  readonly clock: Clock;
}

export function localMailbox({ directory, clock }: MailboxSettings): Mailbox {
  const mailsInMemory = new Map<string, StoredMail>();
  // Read each time, because other nodes on this machine write there too.
  const mails = async () => (directory === undefined ? mailsInMemory : readAll(directory));

  return {
    async send(mail) {
      if (!/^[\w-]{1,64}$/.test(mail.id)) throw new MailNotSent("INVALID_ID", true);
      const existing = (await mails()).get(mail.id);
      const stored = { ...mail, sentAt: existing?.sentAt ?? clock.now().toISOString() };
      if (directory === undefined) mailsInMemory.set(mail.id, stored);
      else await write(directory, stored);
    },
    async list(to) {
      const all = [...(await mails()).values()].filter((mail) => to === undefined || sameAddress(mail.to, to));
      return all.reverse().sort((a, b) => b.sentAt.localeCompare(a.sentAt));
    },
    async read(id) {
      return (await mails()).get(id);
    },
  };
}

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

async function write(directory: string, mail: StoredMail): Promise<void> {
  const path = join(directory, `${mail.id}.json`);
  await writeFile(`${path}.part`, JSON.stringify(mail, null, 2), { mode: 0o600 });
  await rename(`${path}.part`, path);
}

async function readAll(directory: string): Promise<Map<string, StoredMail>> {
  await mkdir(directory, { recursive: true });
  const names = (await readdir(directory)).filter((name) => name.endsWith(".json"));
  const mails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(directory, name), "utf8")) as StoredMail),
  );
  mails.sort((a, b) => a.sentAt.localeCompare(b.sentAt));
  return new Map(mails.map((mail) => [mail.id, mail]));
}
