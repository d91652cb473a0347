import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { AuditPage } from "#clinic/audit/audit-page.tsx";
import { reasonOptions } from "#clinic/care/identity-decision.ts";
import { channelTexts } from "#clinic/patients/asked-fields.tsx";
import { MakeCopy } from "#clinic/patients/copies/copy-dialog.tsx";
import { proofTexts } from "#clinic/care/told-answers/told-answers.ts";
import { SubscriptionActions } from "#clinic/patients/subscription-actions.tsx";
import { IdentityCheck } from "#clinic/care/identity-check.tsx";
import { type CopyOf } from "#clinic/patients/copies/copies.ts";
import { recipientNames } from "#clinic/ui/labels/recipient-names.ts";
import { PatientsPage } from "#clinic/patients/patients-page.tsx";
import { followupResult } from "#clinic/testing/followups.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { copiesOfReceipts, copiesOfRecord } from "#contract/care/copies.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { asMember, type Server } from "./as-member.tsx";
import { pauseGap, record, subscriptionIds, subscriptionOf } from "./medicines.ts";
import { recordPage } from "./prescribing.tsx";

type Order = Subscription["prescriptionorders"][number];

const { id } = patient(2);
/** The practice's day on each occasion: a day before that of UTC, and of a browser in Tokyo. */
const today = "2026-11-24";

const SecondSubscription = () => <SubscriptionActions patientId={id} subscription={subscriptionOf(1)} />;

/** Of the second subscription, an order that can be moved and skipped, and one whose skip can be taken back. */
const orderOf = (at: number, change: Partial<Order>): Order => ({
  ...{ id: staffId(840 + at), subscriptionid: subscriptionIds[1], orderid: null, status: "scheduled" },
  ...{ state: { kind: "planned", label: "Planned", text: "" }, plannedon: "2026-12-03", chargeon: "2026-12-03" },
  ...{ waitsfor: null, amount: 59, shipment: null, actions: [], getnext: null, getnextfrom: null, nextafter: null },
  ...{ gap: null, unskip: null, move: null, reorder: null },
  ...change,
});
const moving = {
  ...{ names: ["Progesterone capsule"], first: "2026-11-30", whyfirst: "Not before November 30." },
  ...{
    last: "2027-02-25",
    whylast: "Not after February 25.",
    enoughuntil: "2026-12-10",
    gap: "Without it after that.",
  },
};
const withMoves = {
  ...subscriptionOf(1),
  actions: ["restart" as const],
  prescriptionorders: [
    orderOf(0, { actions: ["move", "skip"], move: moving, gap: "Without it for 28 days." }),
    orderOf(1, { status: "skipped", actions: ["unskip"], plannedon: "2026-11-05" }),
  ],
};
const MovedSubscription = () => <SubscriptionActions patientId={id} subscription={withMoves} />;

const proofs = Object.entries(proofTexts) as [keyof typeof proofTexts, string][];

const channels = Object.keys(channelTexts) as (keyof typeof channelTexts)[];

const subscriptionRow = (
  call: "pauseSubscription" | "resumeSubscription" | "cancelSubscription",
  {
    about,
    isChoice = false,
    action,
    button,
    channel,
    note,
    on,
    months,
    more = {},
    act,
  }: {
    about?: string;
    isChoice?: boolean;
    action: string;
    button: string;
    channel: keyof typeof channelTexts;
    note?: string;
    on?: string;
    months?: number;
    more?: object;
    act?: SentRow["act"];
  },
): SentRow => ({
  from: `clinic/patients/subscription-actions.tsx care.${call}`,
  ...(about !== undefined && { about, isChoice }),
  show: (server) => (isChoice ? asMember(server, <SecondSubscription />) : recordPage(server, record())),
  act: async (shown) => {
    await shown.press(`${action}: Progesterone capsule 2 mg`);
    await shown.fill("How did the patient ask?", channel);
    if (on !== undefined) await shown.fill("On which day?", on);
    if (note !== undefined) await shown.fill("What was said", note);
    await act?.(shown);
    await shown.press(button);
  },
  dialog: `${action}: Progesterone capsule 2 mg?`,
  ...(months !== undefined && { shown: [pauseGap(months)] }),
  sends: {
    params: { id, subscriptionid: subscriptionIds[1] },
    body: {
      ...{ asked: { channel, on: on ?? today, ...(note !== undefined && { note }) }, ...more },
      ...(months !== undefined && { months }),
    },
  },
});

const subscriptionRows: readonly SentRow[] = [
  ...channels.map((channel) =>
    subscriptionRow("pauseSubscription", {
      ...{
        about: channel,
        isChoice: channel !== "phone",
        action: "Pause",
        button: "Pause",
        channel,
        note: `said ${channel}`,
        months: 3,
      },
      act: ({ fill }) => fill("Pause until", "February 24, 2027"),
    }),
  ),
  subscriptionRow("pauseSubscription", {
    ...{ about: "asked on another day", action: "Pause", button: "Pause", channel: "phone", on: "2026-11-02" },
    months: 1,
  }),
  ...channels.slice(1).flatMap((channel) => [
    subscriptionRow("resumeSubscription", {
      ...{ about: channel, isChoice: true, action: "End the pause", button: "End the pause", channel },
    }),
    subscriptionRow("cancelSubscription", {
      ...{ about: channel, isChoice: true, action: "Cancel", button: "Cancel the subscription", channel },
      more: { despitewarning: false },
    }),
  ]),
  subscriptionRow("resumeSubscription", {
    action: "End the pause",
    button: "End the pause",
    channel: "phone",
    note: "again",
  }),
  subscriptionRow("cancelSubscription", {
    ...{ action: "Cancel", button: "Cancel the subscription", channel: "phone", note: "no more" },
    more: { despitewarning: false },
  }),
];

const moves = {
  restartSubscription: ["Take the cancellation back", { id, subscriptionid: subscriptionIds[1] }],
  skipPrescriptionOrder: ["Skip the next order", { id, prescriptionorderid: staffId(840) }],
  takeSkipBack: ["Take the skip back", { id, prescriptionorderid: staffId(841) }],
  movePrescriptionOrder: ["Move the next order", { id, prescriptionorderid: staffId(840) }],
} as const;

const moveRow = (
  call: keyof typeof moves,
  {
    channel,
    proof,
    isChoice,
  }: { channel: keyof typeof channelTexts; proof?: keyof typeof proofTexts; isChoice: boolean },
): SentRow => {
  const [label, params] = moves[call];
  const isMove = call === "movePrescriptionOrder";
  return {
    from: `clinic/patients/subscription-actions.tsx care.${call}`,
    ...{ about: `${channel} ${proof ?? "not proved"}`, isChoice },
    show: (server) => asMember(server, <MovedSubscription />),
    act: async ({ press, fill }) => {
      await press(`${label}: Progesterone capsule 2 mg`);
      await fill("How did the patient ask?", channel);
      if (proof !== undefined) await fill("How did they show it’s this patient?", proof);
      if (!isChoice) await fill("On which day?", "2026-11-02");
      if (!isChoice) await fill("What was said", `said ${call}`);
      if (isMove) await fill("The day it’s charged and sent", "2026-12-19");
      await press(label);
    },
    dialog: `${label}: Progesterone capsule 2 mg?`,
    ...(isMove && { shown: ["Not before November 30.", "Without it after that."] }),
    ...(call === "skipPrescriptionOrder" && { shown: ["Without it for 28 days."] }),
    sends: {
      params,
      body: {
        asked: {
          ...{ channel, on: isChoice ? today : "2026-11-02", ...(!isChoice && { note: `said ${call}` }) },
          ...(proof !== undefined && { callerproved: proof }),
        },
        ...(isMove && { day: "2026-12-19" }),
      },
    },
  };
};
const moveCalls = Object.keys(moves) as (keyof typeof moves)[];
const moveRows: readonly SentRow[] = moveCalls.flatMap((call) => [
  moveRow(call, { channel: "phone", proof: "birthday_and_address", isChoice: false }),
  ...channels.slice(1).map((channel) => moveRow(call, { channel, isChoice: true })),
  ...proofs.slice(1).map(([proof]) => moveRow(call, { channel: "phone", proof, isChoice: true })),
]);

const provedRows: readonly SentRow[] = proofs.flatMap(([proof]) => {
  const act: SentRow["act"] = ({ fill }) => fill("How did they show it’s this patient?", proof);
  const row = (call: Parameters<typeof subscriptionRow>[0], action: string, button: string, more: object) => {
    const made = subscriptionRow(call, {
      ...{ about: proof, isChoice: true, action, button, channel: "phone", more, act },
    });
    const sends = made.sends as { readonly body: { readonly asked: object } };
    return {
      ...made,
      sends: { ...sends, body: { ...sends.body, asked: { ...sends.body.asked, callerproved: proof } } },
    };
  };
  return [
    row("pauseSubscription", "Pause", "Pause", { months: 1 }),
    row("resumeSubscription", "End the pause", "End the pause", {}),
    row("cancelSubscription", "Cancel", "Cancel the subscription", { despitewarning: false }),
  ];
});

export const identityOf = (change: Partial<PatientRecord> = {}) =>
  record({
    ...{ identitystatus: "review", planstatus: "in_review", onboardingstatus: "DONE" },
    photos: (["photo_id", "selfie"] as const).map((kind, at) => ({
      ...{ id: staffId(930 + at), kind, uploadedat: "2026-11-23T12:00:00Z" },
    })),
    ...change,
  });

const identityRow = (
  call: "decideIdentity" | "correctIdentity",
  status: PatientRecord["identitystatus"],
  outcome: string,
  label: string,
  reason?: (typeof reasonOptions)[number],
): SentRow => ({
  from: `clinic/care/identity-check.tsx care.${call}`,
  ...{ about: [outcome, reason?.value].filter(Boolean).join(" "), isChoice: outcome !== "matched" },
  show: (server) => {
    const checked = identityOf({ identitystatus: status });
    const page = recordPage(server, checked);
    return outcome === "matched" ? page : asMember(server, <IdentityCheck record={checked} />);
  },
  act: async ({ press, fill }) => {
    await press(status === "review" ? "Check the identity" : "Correct the identity check");
    await press(label);
    if (reason) await fill(/^Why can’t it be confirmed/, reason.label);
    await press("Save the decision");
  },
  dialog: status === "review" ? "Check the identity" : "Correct the identity check",
  sends: { params: { id }, body: { outcome, ...(reason && { reason: reason.value }) } },
});

const identityRows: readonly SentRow[] = [
  identityRow("decideIdentity", "review", "matched", "It’s them"),
  identityRow("decideIdentity", "review", "no_match", "It can’t be confirmed"),
  ...reasonOptions.map((reason) =>
    identityRow("decideIdentity", "review", "no_match", "It can’t be confirmed", reason),
  ),
  identityRow("correctIdentity", "no_match", "matched", "It’s them"),
  identityRow("correctIdentity", "no_match", "review", "Somebody looks again"),
  ...reasonOptions.map((reason) =>
    identityRow("correctIdentity", "matched", "no_match", "It can’t be confirmed", reason),
  ),
];

export const contactOf = () =>
  record({
    ...{ identitystatus: "none", contactrevision: "contact seen", phoneno: "2025550101", birthday: "1970-03-09" },
    shippingaddress: {
      ...{ firstname: "Marie", lastname: "Shipped", address1: "1 Old Street", address2: "Apt 1", city: "Iowa City" },
      ...{ state: "IA", zipcode: "52240", phoneno: "2025550102" },
    },
  } as Partial<PatientRecord>);

const contactRows: readonly SentRow[] = [
  {
    from: "clinic/patients/contact-data/contact-dialog.tsx care.changeContact",
    show: (server) => recordPage(server, contactOf()),
    act: async ({ press, fill }) => {
      await press("Change contact data");
      await fill("How did the patient ask?", "in_person");
      await fill("First name", "Martha");
      await fill("Last name", "Newname");
      await fill("Birthday", "1971-04-10");
      await fill("Phone", "202-555-0111");
      await fill("Email", "martha@example.com");
      await fill("Street address", "2 New Street");
      await fill(/^Apartment/, "Unit 2");
      await fill("City", "Fort Campbell");
      await fill("State", "TN");
      await fill("Zip code", "42223");
      await press(/^The patient says 42223 is in TN/);
      await fill(/^Shipping phone/, "202-555-0112");
      await fill("What was said", "moved");
      await press("Save the changes");
    },
    dialog: "Change contact data",
    sends: {
      params: { id },
      body: {
        ...{ firstname: "Martha", lastname: "Newname", birthday: "1971-04-10", phoneno: "202-555-0111" },
        email: "martha@example.com",
        shippingaddress: {
          ...{ firstname: "Marie", lastname: "Shipped", address1: "2 New Street", address2: "Unit 2" },
          ...{ city: "Fort Campbell", state: "TN", zipcode: "42223", zipconfirmed: "TN 42223" },
          phoneno: "202-555-0112",
        },
        asked: { channel: "in_person", on: today, note: "moved" },
        revision: "contact seen",
      },
    },
  },
  {
    from: "clinic/patients/contact-data/contact-dialog.tsx care.changeContact",
    about: "what was taken away",
    show: (server) => recordPage(server, contactOf()),
    act: async ({ press, fill, clear }) => {
      await press("Change contact data");
      await clear("Phone");
      await clear(/^Apartment/);
      await clear(/^Shipping phone/);
      await fill("How did the patient ask?", "phone");
      await press("Save the changes");
    },
    dialog: "Change contact data",
    sends: {
      params: { id },
      body: {
        phoneno: null,
        shippingaddress: {
          ...{ firstname: "Marie", lastname: "Shipped", address1: "1 Old Street", address2: "" },
          ...{ city: "Iowa City", state: "IA", zipcode: "52240", phoneno: "" },
        },
        asked: { channel: "phone", on: today },
        revision: "contact seen",
      },
    },
    twice: { "": "Both are empty." },
  },
  ...channels.map((channel): SentRow => ({
    from: "clinic/patients/contact-data/contact-dialog.tsx care.changeContact",
    ...{ about: `only the email, asked ${channel}`, isChoice: true },
    show: (server) => recordPage(server, contactOf()),
    act: async ({ press, fill }) => {
      await press("Change contact data");
      await fill("How did the patient ask?", channel);
      await fill("On which day?", "2026-11-03");
      await fill("Email", "new@example.com");
      await press("Save the changes");
    },
    dialog: "Change contact data",
    sends: {
      params: { id },
      body: { email: "new@example.com", asked: { channel, on: "2026-11-03" }, revision: "contact seen" },
    },
  })),
  ...proofs.map(([callerproved]): SentRow => ({
    from: "clinic/patients/contact-data/contact-dialog.tsx care.changeContact",
    ...{ about: callerproved, isChoice: callerproved !== "photo_id" },
    show: (server) => recordPage(server, contactOf()),
    act: async ({ press, fill }) => {
      await press("Change contact data");
      await fill("How did the patient ask?", "phone");
      await fill("How did they show it’s this patient?", callerproved);
      await fill("Email", "new@example.com");
      await press("Save the changes");
    },
    dialog: "Change contact data",
    sends: {
      params: { id },
      body: {
        email: "new@example.com",
        asked: { channel: "phone", on: today, callerproved },
        revision: "contact seen",
      },
    },
  })),
];

const copyRow = (call: "copyRecord" | "copyReceipts", of: CopyOf, recipient: string): SentRow => ({
  from: `clinic/patients/copies/copy-dialog.tsx care.${call}`,
  ...{ about: `${of} for ${recipient}`, isChoice: recipient !== recipientAt(0) },
  show: (server) =>
    recipient === recipientAt(0) ? recordPage(server, record()) : asMember(server, <MakeCopy record={record()} />),
  act: async ({ press, fill }) => {
    await press("Make a copy");
    await fill("What", of);
    if (call === "copyReceipts") await fill("Year", "2024");
    await fill("Who it’s for", recipient);
    await fill(/^Who asked for it, and why/, `asked by ${recipient}`);
    await press("Save the copy");
  },
  dialog: "A copy for somebody outside: Maria Patient 2",
  sends: {
    params: { id },
    body: { of, ...(call === "copyReceipts" && { year: 2024 }), recipient, words: `asked by ${recipient}` },
  },
});
const recipients = Object.keys(recipientNames);
const recipientAt = (at: number) => recipients[at % recipients.length] ?? "";

const copyRows: readonly SentRow[] = [
  {
    ...copyRow("copyReceipts", "hsa", "other"),
    ...{ about: "after a look at what isn’t to be disclosed", isChoice: false },
    show: (server) =>
      asMember(server, <MakeCopy record={{ ...record(), restrictions: { any: true, insurer: false } }} />),
    act: async ({ press, fill }) => {
      await press("Make a copy");
      await fill("What", "hsa");
      await fill("Year", "2025");
      await fill("Who it’s for", "other");
      await fill(/^Who asked for it, and why/, "her daughter");
      await press(/^I looked at what isn’t to be disclosed/);
      await press("Save the copy");
    },
    sends: {
      params: { id },
      body: { of: "hsa", year: 2025, recipient: "other", words: "her daughter", restrictionsread: true },
    },
  },
  {
    ...copyRow("copyRecord", "record", "court"),
    ...{ about: "after a look at what isn’t to be disclosed", isChoice: false },
    show: (server) =>
      asMember(server, <MakeCopy record={{ ...record(), restrictions: { any: true, insurer: false } }} />),
    act: async ({ press, fill }) => {
      await press("Make a copy");
      await fill("What", "record");
      await fill("Who it’s for", "court");
      await fill(/^Who asked for it, and why/, "file 12");
      await press(/^I looked at what isn’t to be disclosed/);
      await press("Save the copy");
    },
    sends: { params: { id }, body: { of: "record", recipient: "court", words: "file 12", restrictionsread: true } },
  },
  ...recipients.map((recipient, at) =>
    copyRow("copyRecord", copiesOfRecord[at % copiesOfRecord.length] ?? "record", recipient),
  ),
  ...recipients.map((recipient, at) =>
    copyRow("copyReceipts", copiesOfReceipts[at % copiesOfReceipts.length] ?? "hsa", recipient),
  ),
  {
    ...copyRow("copyReceipts", "fsa", recipientAt(1)),
    ...{ about: "of this year, which isn’t chosen", isChoice: false },
    act: async ({ press, fill }) => {
      await press("Make a copy");
      await fill("What", "fsa");
      await fill("Who it’s for", recipientAt(1));
      await fill(/^Who asked for it, and why/, "asked");
      await press("Save the copy");
    },
    sends: { params: { id }, body: { of: "fsa", year: 2026, recipient: recipientAt(1), words: "asked" } },
  },
];

const notes = (server: Server) => {
  const page = recordPage(server, record());
  server.answer(care.notes, {
    items: [0, 1].map((at) => ({
      ...{ id: staffId(940 + at), actor: `staff:${staffId(1)}`, name: "Nora Nurse", text: `note ${at}` },
      ...{ writtenat: "2026-11-23T12:00:00Z", withdrawnat: null },
    })),
    nextpage: null,
  });
  return page;
};

/** Two signed notes, the second by whoever is signed in, each with an addendum of theirs. */
const visitNotes = (server: Server) => {
  const page = recordPage(server, record());
  server.answer(care.visitNotes, {
    items: [0, 1].map((at) => ({
      ...signed(at, at === 0 ? staffId(2) : staffId(1), `note ${at}`),
      ...{ decision: "medicine_held" as const, title: `Held ${at}` },
      addenda: [signed(at + 2, staffId(1), `addendum ${at}`)],
    })),
    nextpage: null,
  });
  return page;
};
const signed = (at: number, by: string, text: string) => ({
  ...{ id: staffId(960 + at), actor: `staff:${by}`, text, signedby: `Signer ${at}` },
  ...{ signedat: "2026-11-23T12:00:00Z", withdrawnat: null, withdrawal: null },
});

const visitNoteRows: readonly SentRow[] = [
  {
    from: "clinic/care/visit-notes/visit-note-field.tsx care.draftVisitNote",
    show: (server) => recordPage(server, record()),
    act: ({ press }) => press("Stop: Progesterone capsule 2 mg"),
    sends: {
      params: { id },
      body: { decision: "medicine_stopped", products: [{ productid: "capsule", outcome: "prescribed" }] },
    },
  },
  {
    from: "clinic/care/visit-notes/visit-notes.tsx care.addToVisitNote",
    show: visitNotes,
    act: async ({ press, fill }) => {
      await press("Add to it", 1);
      await fill("Addendum", " on the left ");
      await press("Sign the addendum");
    },
    dialog: "Add to: Held 1",
    sends: { params: { id: staffId(961) }, body: { text: "on the left" } },
  },
  {
    from: "clinic/care/visit-notes/visit-notes.tsx care.withdrawVisitNote",
    about: "somebody else’s",
    show: visitNotes,
    act: async ({ press, fill }) => {
      await press("Entered in error", 0);
      await fill("Why it was entered in error", " for Kim ");
      await press("Withdraw it");
    },
    dialog: "Withdraw: Held 0?",
    sends: { params: { id: staffId(960) }, body: { reason: "for Kim", wrongpatient: true } },
  },
  {
    from: "clinic/care/visit-notes/visit-notes.tsx care.withdrawVisitNote",
    about: "one’s own addendum",
    isChoice: true,
    show: visitNotes,
    act: async ({ press, fill }) => {
      await press("Entered in error", 3);
      await fill("Why it was entered in error", "a typo");
      await press("Withdraw it");
    },
    dialog: "Withdraw: Addendum to: Held 1?",
    sends: { params: { id: staffId(963) }, body: { reason: "a typo", wrongpatient: false } },
  },
];

export const followup = (server: Server) => {
  const reviews = [0, 1].map((at) =>
    followupResult({ id: staffId(950 + at), patient: patient(2), revision: `read ${at}` }),
  );
  const page = recordPage(
    server,
    record({
      followups: reviews.map(({ id: each }, at) => ({
        ...{ id: each, status: "to_read", sentat: `2026-11-2${at}T12:00:00Z`, completedat: "2026-11-23T12:00:00Z" },
        ...{ waitingsince: "2026-11-23T12:00:00Z", closedat: null },
      })),
    }),
  );
  server.answer(care.followupResult, ({ params }) => reviews.find((each) => each.id === params["id"]) ?? {});
  return page;
};

const followupRow = (about: string, note: string | null): SentRow => ({
  from: "clinic/patients/followups/open-followup.tsx care.closeFollowup",
  about,
  show: followup,
  act: async ({ press, fill }) => {
    await press("Read: sent November 21, 2026");
    if (note !== null) await fill(/^Note to the patient/, note);
    if (note !== null) await fill(/^Next review on/, "2027-01-24");
    if (note !== null) await fill("Visit note", "weighed the answers");
    await press(note === null ? "Close without a note" : "Send the note and close");
  },
  sends: {
    params: { id: staffId(951) },
    body: {
      ...(note !== null && { note, followupon: "2027-01-24", visitnote: "weighed the answers" }),
      revision: "read 1",
    },
  },
});

export const patientRows: readonly SentRow[] = [
  ...moveRows,
  ...provedRows,
  ...subscriptionRows,
  ...identityRows,
  ...contactRows,
  ...copyRows,
  ...visitNoteRows,
  {
    from: "clinic/care/staff-notes.tsx care.writeNote",
    show: notes,
    act: async ({ press, fill }) => {
      await fill("New note", "for us only");
      await press("Save the note");
    },
    sends: { params: { id }, body: { text: "for us only" } },
  },
  {
    from: "clinic/care/staff-notes.tsx care.withdrawNote",
    show: notes,
    act: async ({ press }) => {
      await press("Withdraw");
      await press("Withdraw");
    },
    dialog: "Withdraw this note?",
    sends: { params: { id: staffId(940) }, body: {} },
  },
  {
    from: "clinic/care/wrong-chart/withdraw-note.tsx care.withdrawNote",
    show: (server) => {
      server.answer(care.searchPatients, { items: [patient(4), patient(5)], nextpage: null });
      return notes(server);
    },
    act: async ({ press, fill }) => {
      await press("Wrong patient");
      await fill("Who it’s about (optional)", "Maria");
      await press(/Patient 5/);
      await press(/^Withdraw it and enter it/);
    },
    dialog: "Is this note about another patient?",
    sends: { params: { id: staffId(940) }, body: { wrongpatient: true, forpatientid: patient(5).id } },
  },
  followupRow("with a note", "well done"),
  followupRow("without one", null),
  ...(["2027-01-24", null] as const).map((followupon): SentRow => ({
    from: "clinic/care/next-review.tsx care.setFollowupDay",
    about: followupon === null ? "taken back" : "on a day",
    show: (server) => {
      server.answer(care.followupDay, { followupon: "2027-02-01", doctorname: "Dr. Ada Hill", askedat: null });
      return recordPage(server, record({ followups: [] }));
    },
    act: async ({ press, fill }) => {
      await press("Change the next review");
      if (followupon === null) return press("Take the day back");
      await fill("Next review on", followupon);
      return press("Set the day");
    },
    dialog: "When would you like to hear from the patient?",
    sends: { params: { id }, body: { followupon } },
  })),
  {
    from: "clinic/work/send-followup.tsx care.sendFollowup",
    show: (server) => recordPage(server, record({ followups: [] })),
    act: async ({ press }) => {
      await press("Send a review");
      await press("Send");
    },
    dialog: "Ask Maria how it’s going?",
    sends: { params: { id }, body: {} },
  },
  {
    from: "clinic/care/wrong-chart/find-patient.tsx care.searchPatients",
    show: notes,
    act: async ({ press, fill }) => {
      await press("Wrong patient");
      await fill("Who it’s about (optional)", " Maria ");
    },
    sends: { body: { q: "Maria" } },
  },
  {
    from: "clinic/patients/search-page.tsx care.searchPatients",
    show: (server) => asMember(server, <PatientsPage />, { at: "/clinic/patients" }),
    act: ({ fill }) => fill("Find a patient", " Maria 1970 "),
    sends: { body: { q: "Maria 1970" } },
  },
  {
    from: "clinic/patients/search-page.tsx care.searchPatients",
    about: "its next page",
    show: (server) => {
      server.answer(care.searchPatients, ({ body }) => ({
        items: [patient(1), patient(2)],
        nextpage: (body as { nextpage?: string }).nextpage === undefined ? "page 2" : null,
      }));
      return asMember(server, <PatientsPage />, { at: "/clinic/patients" });
    },
    act: async ({ fill, press }) => {
      await fill("Find a patient", "Maria");
      await press("Show more");
    },
    sends: [{ body: { q: "Maria" } }, { body: { q: "Maria", nextpage: "page 2" } }],
  },
  {
    from: "clinic/audit/audit-subject-search.tsx care.findAuditPatients",
    show: (server) => {
      server.answer(care.audit, { items: [], nextpage: null } as never);
      return asMember(server, <AuditPage />, { at: "/clinic/audit" });
    },
    act: ({ fill }) => fill("Whose rows?", " Maria 1970 "),
    sends: { body: { q: "Maria 1970" } },
  },
];
