import { type Database, inTransaction } from "../database/open.ts";
import type { Services } from "../services.ts";

/*
 * A server that says "no such mailbox" may mean the mailbox, or be wrong about everybody: a relay whose directory is gone, a domain that moved. One refusal
 * marks the address. From the third within an hour on, with no mail accepted in between, it is the server's.
 */

const withinMs = 3_600_000;
const tooMany = 3;

/** What features do about an address, in the transaction of `db`. It may be anybody's: whoever knows nobody by it does nothing. */
export interface AddressListeners {
  /** Another address that a patient asked to be reached at; null: that of their account. */
  readonly addressOf: (db: Database, patientId: string) => Promise<string | null>;
  /** The server refuses it for good. */
  readonly refused: (db: Database, email: string, at: Date) => Promise<unknown>;
  /** The server takes mail for it. */
  readonly accepted: (db: Database, email: string) => Promise<unknown>;
  /** The same of a mail that goes to a helper: it's nothing about a patient, also where the address is the same. */
  readonly refusedOfHelper: (db: Database, email: string, at: Date) => Promise<unknown>;
  readonly acceptedOfHelper: (db: Database, email: string) => Promise<unknown>;
  /** Addresses refused since then were refused by mistake. */
  readonly refusedByMistake: (db: Database, since: Date) => Promise<unknown>;
  /** It gets no mail: of its patient somebody says that they died. */
  readonly isSilenced: (
    services: Pick<Services, "secrets"> & { readonly db: Database },
    email: string,
    patientId?: string,
  ) => Promise<boolean>;
}

type Deps = Pick<Services, "db" | "clock" | "secrets">;

const digestOf = ({ secrets }: Deps, email: string): Buffer => secrets.digest(`refused mail:${email.toLowerCase()}`);

/** Notes that an address was refused for good. `everybody`: so were others, so it isn't about the address, and no mark is left. */
export const noteRefusal = (services: Deps, email: string, listeners: AddressListeners): Promise<"one" | "everybody"> =>
  inTransaction(services, async ({ db, clock }) => {
    const now = clock.now();
    const since = new Date(now.getTime() - withinMs);
    await db.deleteFrom("mail_refusal").where("refused_at", "<=", since).execute();
    await db
      .insertInto("mail_refusal")
      .values({ address_digest: digestOf(services, email), refused_at: now })
      .onConflict((conflict) => conflict.column("address_digest").doUpdateSet({ refused_at: now }))
      .execute();
    const { count } = await db
      .selectFrom("mail_refusal")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= tooMany) {
      await listeners.refusedByMistake(db, since);
      return "everybody";
    }
    await listeners.refused(db, email, now);
    return "one";
  });

/** Notes that the server took a mail. */
export async function noteAcceptance({ db }: Deps, email: string, listeners: AddressListeners): Promise<void> {
  await db.deleteFrom("mail_refusal").execute();
  await listeners.accepted(db, email);
}
