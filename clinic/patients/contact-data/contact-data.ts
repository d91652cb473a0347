import * as z from "zod/mini";
import { formatPhone } from "#app/ui/forms/digits.ts";
import { draftText } from "#clinic/work/draft-text.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { ContactField, PatientAsked } from "#contract/care/subscriptions.ts";
import { askedOfTyped } from "../asked-fields.tsx";
import { zipConfirmedOf } from "#contract/fields/zip-states.ts";
import { formatCalendarDay, formatList } from "#contract/fields/formats.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";

/** Whether somebody may change how a patient is reached, for a patient who asks for it. */
export const mayChangeContact = (permissions: readonly Permission[]): boolean =>
  permits(permissions, care.changeContact.access.needs);

const text = z.optional(z.string());
/** What was typed over what the record says; a field that is left out wasn't touched. */
const ContactDraft = z.object({
  ...{ firstname: text, lastname: text, birthday: text, phoneno: text, email: text },
  ...{ address1: text, address2: text, city: text, state: text, zipcode: text, shippingphone: text },
  zipconfirmed: text,
  ...{ channel: text, on: text, callerproved: text, note: text },
});
export type ContactDraft = z.output<typeof ContactDraft>;

/** As a draft keeps it. */
export const contactDraft = draftText(ContactDraft, {}, (draft) => Object.keys(draft).length > 0);

type Contact = Pick<
  PatientRecord,
  "firstname" | "lastname" | "birthday" | "phoneno" | "email" | "shippingaddress" | "identitystatus"
>;

/** What the fields show before anything is typed. */
const storedContact = ({ firstname, lastname, birthday, phoneno, email, shippingaddress }: Contact) => ({
  ...{ firstname: firstname ?? "", lastname: lastname ?? "", birthday: birthday ?? "", email },
  phoneno: formatPhone(phoneno ?? ""),
  ...{ address1: shippingaddress?.address1 ?? "", address2: shippingaddress?.address2 ?? "" },
  ...{
    city: shippingaddress?.city ?? "",
    state: shippingaddress?.state ?? "",
    zipcode: shippingaddress?.zipcode ?? "",
  },
  zipconfirmed: zipConfirmedOf(shippingaddress),
  shippingphone: formatPhone(shippingaddress?.phoneno ?? ""),
});
export type ContactValues = ReturnType<typeof storedContact>;

/** What the fields show: what was typed, else what is stored. */
export const contactValues = (contact: Contact, draft: ContactDraft): ContactValues => {
  const typed = Object.entries(draft).filter(([, value]) => value !== undefined);
  return { ...storedContact(contact), ...Object.fromEntries(typed) };
};

const addressFields = ["address1", "address2", "city", "state", "zipcode", "shippingphone"] as const;

/** Name and birthday stay as the identity check matched them. */
export const isIdentityFixed = ({ identitystatus }: Pick<Contact, "identitystatus">): boolean =>
  identitystatus === "matched";

/** What differs from what is stored, as the call takes it: the address whole. */
export function contactChange(contact: Contact, draft: ContactDraft) {
  const [stored, values] = [storedContact(contact), contactValues(contact, draft)];
  const differs = (field: keyof ContactValues) => values[field].trim() !== stored[field];
  const { address1, address2, city, state, zipcode, zipconfirmed, shippingphone } = values;
  const { firstname, lastname } = contact.shippingaddress ?? contact;
  return {
    ...(differs("firstname") && { firstname: values.firstname }),
    ...(differs("lastname") && { lastname: values.lastname }),
    ...(differs("birthday") && { birthday: values.birthday }),
    ...(differs("phoneno") && { phoneno: values.phoneno || null }),
    ...(differs("email") && { email: values.email }),
    ...(addressFields.some((field) => differs(field)) && {
      shippingaddress: {
        ...(firstname !== null && { firstname }),
        ...(lastname !== null && { lastname }),
        ...{ address1, address2, city, state, zipcode, phoneno: shippingphone },
        ...(zipconfirmed !== "" && { zipconfirmed }),
      },
    }),
  };
}
export type ContactChange = ReturnType<typeof contactChange>;

/** Fields that have to be filled in before it's sent, and what to do about each. What is left empty would stay as it was, unsaid. */
export function missingFromContact(change: ContactChange, { channel }: ContactDraft): Readonly<Record<string, string>> {
  if (Object.keys(change).length === 0) return { nothing: "Nothing is different from what we have." };
  const emptied = (["firstname", "lastname", "birthday", "email"] as const).filter(
    (field) => change[field]?.trim() === "",
  );
  return {
    ...Object.fromEntries(emptied.map((field) => [field, "Please fill this in."])),
    ...(!channel && { "asked.channel": "Please choose how the patient asked for it." }),
  };
}

/** How and when the patient asked, as the call takes it. */
export const askedOf = (
  { channel = "", on, callerproved = "", note = "" }: ContactDraft,
  today: string,
): PatientAsked => askedOfTyped({ channel, on: on ?? today, callerproved, note });

/** What the patient should hear before it's sent. */
export function contactNotices({ shippingaddress: stored }: Contact, change: ContactChange): readonly string[] {
  const state = change.shippingaddress?.state ?? "";
  return [
    ...(stored && state !== "" && state !== stored.state
      ? [
          `Orders from now on go to ${state}. The doctor, the tax and the chat with patient services can change with the state. Please tell the patient.`,
        ]
      : []),
    ...(change.email === undefined
      ? []
      : [
          "We send a link to the new address, and use it once it’s opened. The old address can stop that for a week, and for a day no new password can be asked for.",
        ]),
  ];
}

const fieldLabels: Readonly<Record<ContactField, string>> = {
  firstname: "first name",
  lastname: "last name",
  birthday: "birthday",
  phoneno: "phone",
  email: "email, once confirmed",
  shippingaddress: "shipping address",
};

type Changes = NonNullable<PatientRecord["requests"]>[number]["changes"];

/** What was changed, and what it was before, for the record. */
export const changesLabel = (changes: Changes): string =>
  `Changed: ${formatList(
    changes.map(({ field, before }) => {
      if (before === null) return `${fieldLabels[field]} (none before)`;
      const was = field === "phoneno" ? formatPhone(before) : field === "birthday" ? formatCalendarDay(before) : before;
      return `${fieldLabels[field]} (was ${was})`;
    }),
  )}`;
