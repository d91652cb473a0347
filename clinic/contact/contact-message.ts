import type { StaffCall } from "#clinic/api/client.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { ContactMessage } from "#contract/care/contact.ts";

/** What a message is about, as its sender chose it. */
export const topicLabels: Readonly<Record<ContactMessage["topic"], string>> = {
  account: "Their account",
  billing: "Payment or a bill",
  shipping: "Shipping or an order",
  treatment: "Their plan",
  technical: "Something that doesn’t work",
  death: "A patient who died",
  other: "Something else",
};

/** When it was marked as answered, and by whom. */
export const answeredText = ({ answeredat, answeredby }: Pick<ContactMessage, "answeredat" | "answeredby">): string =>
  answeredat === null
    ? ""
    : `Marked as answered on ${practiceDayAndTime(answeredat)}${answeredby === null ? "" : ` by ${answeredby}`}.`;

/** One of the messages that nobody has answered; null: it isn't among them (any more). */
export async function findMessage(
  call: StaffCall,
  id: string,
  options: Parameters<StaffCall>[2] = {},
): Promise<ContactMessage | null> {
  let nextpage: string | null = null;
  do {
    const page: { items: ContactMessage[]; nextpage: string | null } = await call(
      care.contactMessages,
      { query: nextpage === null ? {} : { nextpage } },
      options,
    );
    const found = page.items.find((item) => item.id === id);
    if (found) return found;
    ({ nextpage } = page);
  } while (nextpage !== null);
  return null;
}

/**
 * Opens an email to the sender. Its subject names the practice and the reference, and nothing of what was written: subjects are read on locked screens.
 * What somebody typed as their address can't add a recipient or a text.
 */
export const answerLink = (
  { email, reference }: Pick<ContactMessage, "email" | "reference">,
  brand: string,
): string => {
  const at = email.lastIndexOf("@");
  const address = [email.slice(0, at), email.slice(at + 1)].map(encodeURIComponent).join("@");
  return `mailto:${address}?subject=${encodeURIComponent(`Your message to ${brand} (${reference})`)}`;
};
