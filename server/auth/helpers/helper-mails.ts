import { greetingName } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";

/* What the mails about a helper say in common: where their links lead, and names that are safe to repeat. */

/** The patient's page of helpers, which every mail to them about one leads to. */
export const helpersPage = ({ config }: Pick<Services, "config">): string =>
  new URL("/account-settings/helpers", config.publicUrl).href;

/** A helper's own page, which copies lead to. */
export const helperPage = ({ config }: Pick<Services, "config">): string => new URL("/helper", config.publicUrl).href;

/** The page of a mailed link; what it opens is behind `#`, so it's in no log. */
export const helperLink = ({ config }: Pick<Services, "config">, secret: string): string =>
  `${new URL("/helper/link", config.publicUrl).href}#${secret}`;

const safeOr = (name: string | null, otherwise: string): string => {
  const greeting = greetingName(name);
  return greeting === "there" ? otherwise : greeting;
};
/** Whom a helper helps, in a mail. */
export const patientName = (firstname: string | null): string => safeOr(firstname, "someone you know");
/** The helper, in a mail to the patient. */
export const helperName = (firstname: string): string => safeOr(firstname, "your helper");
