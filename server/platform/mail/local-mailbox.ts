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
  const { all, find, put } = directory === undefined ? inMemory() : inFolder(directory);
  return {
    async send(mail) {
      if (!isMailId(mail.id)) throw new MailNotSent("INVALID_ID", "for_now");
      const existing = await find(mail.id);
      await put({ ...mail, sentAt: existing?.sentAt ?? clock.now().toISOString() });
    },
    async list(to) {
      const mails = (await all()).filter((mail) => to === undefined || sameAddress(mail.to, to));
      return mails.reverse().sort((a, b) => b.sentAt.localeCompare(a.sentAt));
    },
    read: find,
  };
}

/** An id is part of a path. */
const isMailId = (id: string) => /^[\w-]{1,64}$/.test(id);

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

interface MailStore {
  /** Oldest first. */
  readonly all: () => Promise<StoredMail[]>;
  readonly find: (id: string) => Promise<StoredMail | undefined>;
  readonly put: (mail: StoredMail) => Promise<void>;
}

function inMemory(): MailStore {
  const mails = new Map<string, StoredMail>();
  return {
    all: async () => [...mails.values()],
    find: async (id) => mails.get(id),
    put: async (mail) => void mails.set(mail.id, mail),
  };
}

/** A file for each mail. Other nodes on this machine write there too, so the folder is read each time, but a mail that was read stays what it is. */
function inFolder(directory: string): MailStore {
  const known = new Map<string, StoredMail>();
  const find = async (id: string) => {
    if (!isMailId(id)) return undefined;
    const mail = known.get(id) ?? (await readMail(join(directory, `${id}.json`)));
    if (mail) known.set(id, mail);
    return mail;
  };
  return {
    find,
    async all() {
      await mkdir(directory, { recursive: true });
      const ids = (await readdir(directory)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
      const mails = await Promise.all(ids.toSorted().map(find));
      return mails.filter((mail) => mail !== undefined).sort((a, b) => a.sentAt.localeCompare(b.sentAt));
    },
    async put(mail) {
      await mkdir(directory, { recursive: true });
      const path = join(directory, `${mail.id}.json`);
      await writeFile(`${path}.part`, JSON.stringify(mail, null, 2), { mode: 0o600 });
      await rename(`${path}.part`, path);
      known.set(mail.id, mail);
    },
  };
}

async function readMail(path: string): Promise<StoredMail | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as StoredMail;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
