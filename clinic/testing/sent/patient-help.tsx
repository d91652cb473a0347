import type { Screen } from "#app/testing/screens/screen.tsx";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { pastDueMailLabels } from "#clinic/care/payments/payment-labels.ts";
import { proofTexts } from "#clinic/care/told-answers/told-answers.ts";
import { channelTexts } from "#clinic/patients/asked-fields.tsx";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { creditReasons } from "#contract/care/credits.ts";
import { pastDueMails } from "#contract/care/past-due.ts";
import type { Server } from "./as-member.tsx";
import { record } from "./medicines.ts";
import { recordPage } from "./prescribing.tsx";

const { id } = patient(2);
const today = "2026-11-24";
const channels = Object.keys(channelTexts) as (keyof typeof channelTexts)[];
const proofs = Object.keys(proofTexts) as (keyof typeof proofTexts)[];

/** How a patient can have asked, and shown that it's them; the first is filled in whole. */
const ways = [
  { channel: "phone", proof: "birthday_and_phone", isWhole: true },
  ...channels.slice(1).map((channel) => ({ channel, proof: null, isWhole: false }) as const),
  ...proofs.map((proof) => ({ channel: "phone", proof, isWhole: false }) as const),
] as const;
type Way = (typeof ways)[number];
const aboutWay = ({ channel, proof, isWhole }: Way) => ({
  about: `${channel} ${proof ?? "not proved"}${isWhole ? ", with all there is" : ""}`,
  isChoice: !isWhole,
});
const fillWay = async ({ fill }: Screen, { channel, proof, isWhole }: Way) => {
  await fill("How did the patient ask?", channel);
  if (proof !== null) await fill("How did they show it’s this patient?", proof);
  if (isWhole) await fill("On which day?", "2026-11-02");
  if (isWhole) await fill("What was said", "said so");
};
const askedIn = ({ channel, proof, isWhole }: Way) => ({
  ...{ channel, on: isWhole ? "2026-11-02" : today, ...(isWhole && { note: "said so" }) },
  ...(proof !== null && { callerproved: proof }),
});

const recoveryRows: readonly SentRow[] = ways.map((way) => ({
  from: "clinic/patients/mails/recovery-link.tsx care.sendRecoveryLink",
  ...aboutWay(way),
  show: (server) => recordPage(server, record()),
  act: async (screen) => {
    await screen.press("Send a reset link");
    await fillWay(screen, way);
    await screen.press("Send the link");
  },
  dialog: "Send Maria Patient 2 a link for a new password?",
  shown: [record().email],
  sends: { params: { id }, body: { asked: askedIn(way) } },
}));

/** Two mails, of which the second is sent again. */
const mailed = (server: Server) => {
  const page = recordPage(server, record());
  server.answer(care.patientMails, {
    items: [0, 1].map((at) => ({
      ...{ id: staffId(960 + at), kind: "receipt", subject: `Receipt ${at}`, address: "m…@example.com", current: true },
      ...{ queuedat: `2026-11-2${at}T12:00:00Z`, status: "accepted" as const, statusat: "2026-11-22T12:00:00Z" },
      ...{ sentby: null, repeatsid: null, obstacle: null },
    })),
    nextpage: null,
  });
  return page;
};

/** What the second patient owes, for two charges. */
const owes = (server: Server) => {
  const page = recordPage(server, record());
  server.answer(care.pastDue, {
    ...{ amount: 161, card: { brand: "visa", last4: "4242" }, chargeobstacle: null, mailedat: null },
    charges: [0, 1].map((at) => ({
      ...{ prescriptionorderid: staffId(970 + at), amount: 80 + at, failedon: `2026-11-1${at}`, writeoff: false },
    })),
    mails: pastDueMails.map((mail) => ({
      ...{ mail, subject: `Subject of ${mail}`, text: `Text of ${mail}`, obstacle: null },
    })),
  });
  return page;
};

const chargeRows: readonly SentRow[] = ways.map((way) => ({
  from: "clinic/patients/payments/charge-dialog.tsx care.chargePastDue",
  ...aboutWay(way),
  show: owes,
  act: async (screen) => {
    await screen.press("Charge again");
    await fillWay(screen, way);
    await screen.press("Charge $161.00");
  },
  dialog: "Charge Maria Patient 2 $161.00?",
  shown: ["visa ending in 4242"],
  sends: { params: { id }, body: { amount: 161, asked: askedIn(way) } },
}));

const mailRows: readonly SentRow[] = pastDueMails.map((mail, at) => ({
  from: "clinic/care/payments/mail-past-due.tsx care.mailPastDue",
  ...{ about: mail, isChoice: at > 0 },
  show: owes,
  act: async ({ press, fill }) => {
    await press("Send a link for a new card");
    await fill("Which email", pastDueMailLabels[mail]);
    await press("Send the email");
  },
  dialog: "Write to Maria Patient 2",
  shown: [`Text of ${mail}`],
  sends: { params: { id }, body: { mail } },
}));

const creditRows: readonly SentRow[] = creditReasons.map((reason, at) => ({
  from: "clinic/care/payments/credit-dialog.tsx care.giveCredit",
  ...{ about: reason, isChoice: at > 0 },
  show: owes,
  act: async ({ press, fill }) => {
    await press("Give a credit");
    await fill("Amount in dollars", "12.30");
    await fill("Why", reason);
    await fill(/^What happened/, "it was so");
    await press("Give the credit");
  },
  dialog: "Give Maria Patient 2 a credit",
  sends: { params: { id }, body: { amount: 12.3, reason, note: "it was so" } },
}));

/** Two credits, of which the second is withdrawn. */
const credited = (server: Server) => {
  const page = recordPage(server, record());
  server.answer(care.credits, {
    items: [1, 2].map((at) => ({
      ...{ id: staffId(980 + at), amount: 10 * at, left: 10 * at - 1, reason: "late" as const, note: `Late ${at}` },
      ...{ actor: `staff:${staffId(1)}`, name: "Sam", givenat: `2026-11-1${at}T12:00:00Z`, withdrawnat: null },
    })),
    ...{ mostnow: 20, limit: "Ask finance." },
  });
  return page;
};

export const helpRows: readonly SentRow[] = [
  ...recoveryRows,
  {
    from: "clinic/patients/mails/mails-section.tsx care.resendMail",
    show: mailed,
    act: async ({ press }) => {
      await press("Send again: Receipt 1");
      await press("Send it again");
    },
    dialog: "Send “Receipt 1” again?",
    sends: { params: { id, mailid: staffId(961) }, body: {} },
  },
  ...chargeRows,
  ...mailRows,
  ...creditRows,
  {
    from: "clinic/care/payments/credit-list.tsx care.withdrawCredit",
    show: credited,
    act: async ({ press }) => {
      await press("Withdraw: credit of $20.00");
      await press("Withdraw it");
    },
    dialog: "Withdraw $19.00?",
    sends: { params: { id, creditid: staffId(982) }, body: {} },
  },
];
