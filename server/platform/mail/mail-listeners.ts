import type { MailId } from "#content/schema/texts/mails.ts";
import type { Services } from "../services.ts";
import type { AddressListeners } from "./refused-addresses.ts";

/**
 * What became of a mail at one try: `accepted` the server took it · `waiting` it didn't, and is asked again · `refused` it says that the address takes none ·
 * `dropped` it isn't tried any more.
 */
export type MailOutcome = "accepted" | "waiting" | "refused" | "dropped";

/** A mail that was tried. */
export interface TriedMail {
  readonly id: string;
  readonly mail: MailId;
  readonly to: string;
  /** Of a mail to a patient; those that an older version queued have none. */
  readonly patientId?: string | undefined;
  /** Of a copy to somebody who helps a patient. */
  readonly helperId?: string | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly queuedAt: Date;
  readonly outcome: MailOutcome;
}

/** A mail to a patient that leaves, of which others may get a copy. */
export interface LeavingMail extends Pick<TriedMail, "id" | "mail" | "values"> {
  readonly patientId: string;
}

/** What features do about mails and the addresses they go to. */
export interface MailListeners extends AddressListeners {
  /** At every try. What fails here makes the job fail, and the mail is tried again by the same id. */
  readonly came: (services: Services, tried: TriedMail) => Promise<void>;
  /** A mail to a patient is about to be sent; at every try. */
  readonly leaves: (services: Services, mail: LeavingMail) => Promise<void>;
  /** Where a copy goes; null: whoever it was for gets it no longer. */
  readonly copyAddress: (
    services: Services,
    copy: { readonly helperId: string; readonly mail: MailId },
  ) => Promise<string | null>;
}
