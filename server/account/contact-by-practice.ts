import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import type { contactDataCalls } from "#contract/care/contact-data.ts";
import type { ContactField, PatientAsked } from "#contract/care/subscriptions.ts";
import { formatList } from "#contract/fields/formats.ts";
import { type Address, defaultShippingAddress } from "#server/addresses/public.ts";
import { askForEmailChange, lockOpenAccount, type Patient, patientById } from "#server/auth/public.ts";
import {
  addShippingAddress,
  changeShippingAddress,
  type ContactChange,
  contactRevision,
  insertPatientRequest,
  requireAskedBefore,
  requireContactRevision,
  requirePatient,
  requireProofOrLetter,
} from "#server/care/public.ts";
import { notify, notifyAndMail } from "#server/notifications/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller, Context, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import { memberNames } from "#server/staff/public.ts";
import { changeProfile, fixedFields } from "./profile.ts";

type Call = typeof contactDataCalls.changeContact;
type Input = z.output<Call["body"]>;
type Tx = Parameters<Parameters<typeof inTransaction<Context<Call>, void>>[1]>[0];

/** The practice changes contact data for a patient who asked for it, by the rules of the patient's account. */
export const contactHandlers = {
  changeContact: async ({ params: { id }, body }, ctx) => {
    await requirePatient(ctx, id);
    requireAskedBefore(ctx, body.asked);
    requireProofOrLetter(body.asked);
    return inTransaction(ctx, (tx) => changeContact(tx, id, body));
  },
} satisfies Pick<Handlers<typeof care>, "changeContact">;

async function changeContact(tx: Tx, patientId: string, input: Input) {
  if (!(await lockOpenAccount(tx.db, patientId)))
    throw tx.refuse("wrong_state", {
      message: "The patient has closed this account, so nothing of it can be changed.",
    });
  const [patient, address] = [await patientById(tx, patientId), await defaultShippingAddress(tx, patientId)];
  requireContactRevision(tx, input.revision, patient, address);
  const changes = contactChanges(patient, address, input);
  if (changes.length === 0) throw new Refusal("bad_request", { message: "Nothing of this differs from what we have." });
  const changed = new Set(changes.map(({ field }) => field));

  const { firstname, lastname, birthday, phoneno } = input;
  const fixed = await fixedFields(tx, patient, { firstname, lastname, birthday });
  if (fixed.length > 0) throw tx.refuse("wrong_state", { fields: fixed.map((path) => ({ path, message: fixedText })) });
  await changeProfile(tx, patient, { firstname, lastname, birthday, phoneno });
  if (input.shippingaddress && changed.has("shippingaddress"))
    await saveAddress(tx, patientId, address, input.shippingaddress);

  const asked = await askedInWords(tx, input.asked, tx.clinic);
  if (input.email && changed.has("email")) await askForEmailChange(tx, patient, input.email, asked);
  const requestId = await insertPatientRequest(tx, { patientId, asked: input.asked, action: "contact", changes });
  await notifyOfContactChange(tx, patientId, [...changed], { ...asked, requestId });

  const contactrevision = contactRevision(
    await patientById(tx, patientId),
    await defaultShippingAddress(tx, patientId),
  );
  const pendingemail = changed.has("email") ? (input.email ?? null) : null;
  return { message: messageOf([...changed], pendingemail), contactrevision, pendingemail };
}

const fixedText = "The identity check matched this, so it can’t be changed here.";
const notServedText = "We don’t ship to this state.";

/** What differs from what is stored, with what it was. */
function contactChanges(patient: Patient, address: Address | null, input: Input): ContactChange[] {
  const stored = { ...patient, phoneno: patient.phone };
  const fields = (["firstname", "lastname", "birthday", "phoneno"] as const).filter(
    (field) => input[field] !== undefined && input[field] !== stored[field],
  );
  const changes: ContactChange[] = fields.map((field) => ({ field, before: stored[field] }));
  if (input.email !== undefined && input.email.toLowerCase() !== patient.email.toLowerCase())
    changes.push({ field: "email", before: patient.email });
  const { shippingaddress } = input;
  if (shippingaddress && (address === null || addressLine(shippingaddress) !== addressLine(address)))
    changes.push({ field: "shippingaddress", before: address && addressLine(address) });
  return changes;
}

type Lines = Pick<
  NonNullable<Input["shippingaddress"]>,
  "firstname" | "lastname" | "address1" | "address2" | "city" | "state" | "zipcode" | "phoneno"
>;

/** An address in one line, with whom it goes to and the phone. */
const addressLine = (lines: { readonly [Field in keyof Lines]: Lines[Field] | null }): string => {
  const { firstname, lastname, address1, address2, city, state, zipcode, phoneno } = lines;
  const name = [firstname, lastname].filter(Boolean).join(" ");
  return [name, address1, address2, city, `${state} ${zipcode}`, phoneno].filter(Boolean).join(", ");
};

async function saveAddress(
  tx: Tx,
  patientId: string,
  address: Address | null,
  body: NonNullable<Input["shippingaddress"]>,
): Promise<void> {
  const refusing = {
    ...tx,
    refuse: () =>
      tx.refuse("not_available_in_state", { fields: [{ path: "shippingaddress.state", message: notServedText }] }),
  };
  if (address) await changeShippingAddress(refusing, patientId, address, body);
  else await addShippingAddress(refusing, patientId, body);
}

const channelSentences = {
  phone: sentence("account.asked_phone"),
  message: sentence("account.asked_message"),
  email: sentence("account.asked_email"),
  letter: sentence("account.asked_letter"),
  in_person: sentence("account.asked_in_person"),
} as const satisfies Readonly<Record<PatientAsked["channel"], Sentence>>;

async function askedInWords({ db, content }: Tx, { channel, on }: PatientAsked, { actor }: ClinicCaller) {
  const who = (await memberNames(db, [actor])).get(actor) ?? toText(content, sentence("account.our_team"));
  return { how: toText(content, channelSentences[channel]), date: formatDay(on), who };
}

const fieldSentences = {
  firstname: sentence("account.your_name"),
  lastname: sentence("account.your_name"),
  birthday: sentence("account.your_birthday"),
  phoneno: sentence("account.your_phone"),
  shippingaddress: sentence("account.your_shipping_address"),
} as const satisfies Readonly<Record<Exclude<ContactField, "email">, Sentence>>;

/** Notifies the patient in the app, and mails what is in effect: of a new e-mail both mailboxes have heard already. */
async function notifyOfContactChange(
  tx: Tx,
  patientId: string,
  fields: readonly ContactField[],
  { requestId, ...asked }: Awaited<ReturnType<typeof askedInWords>> & { readonly requestId: string },
): Promise<void> {
  const common = { patientId, dedupeKey: requestId };
  if (fields.includes("email")) await notify(tx, { ...common, template: "email_change_begun", values: {} });
  const words = fields.flatMap((field) => (field === "email" ? [] : [toText(tx.content, fieldSentences[field])]));
  if (words.length === 0) return;
  const values = { ...asked, what: formatList([...new Set(words)]), phone: tx.content.brand.supportphone };
  await notifyAndMail(tx, { ...common, template: "contact_changed", values });
}

const staffWords: Readonly<Record<Exclude<ContactField, "email">, string>> = {
  firstname: "first name",
  lastname: "last name",
  birthday: "birthday",
  phoneno: "phone number",
  shippingaddress: "shipping address",
};

/** What was done, for whoever did it. */
function messageOf(fields: readonly ContactField[], pendingEmail: string | null): string {
  const inEffect = fields.flatMap((field) => (field === "email" ? [] : [staffWords[field]]));
  return [
    inEffect.length > 0 && `Changed: ${formatList(inEffect)}. We’ve told the patient by email.`,
    pendingEmail !== null &&
      `We sent a link to ${pendingEmail}. The email changes once the patient opens it, within a day; until then the old one stays, and can stop it.`,
  ]
    .filter(Boolean)
    .join(" ");
}
