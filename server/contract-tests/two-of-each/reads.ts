import { dayIn } from "#contract/fields/formats.ts";
import type { TwoOfEach } from "#server/testing/prepared-patients/two-of-each.ts";

/** What a read about one thing is asked for: each of two. */
export interface ReadOfOne {
  /** Path parameters for each; `id` of the thing itself where the path doesn't have it. */
  readonly of: (world: World) => readonly (readonly [id: string, params: Params])[];
  readonly query?: (id: string, world: World) => Params;
  /** The answer need not name the thing: it is known by something else. */
  readonly unnamed?: true;
  /** Ids of which every one is in the first answer: both of what the thing has two of. */
  readonly shows?: (world: World) => readonly string[];
}
/** What a list shows of the patient, and what it doesn't: both states of what they have two of. */
export interface ReadOfAll {
  readonly query?: (world: World) => Params;
  readonly shows: (world: World) => readonly string[];
  readonly hides?: (world: World) => readonly string[];
}
type Params = Readonly<Record<string, string | number>>;

/** A patient with two of each, another one just like them, and what only the database says of the first. */
export interface World {
  readonly one: TwoOfEach;
  readonly twin: TwoOfEach;
  readonly workItems: readonly string[];
  readonly tasks: readonly string[];
  readonly logged: readonly string[];
  readonly prescriptionOrders: readonly string[];
  /** The one that was replaced, and the one that is charged. */
  readonly cards: readonly string[];
  readonly sessions: readonly string[];
  readonly notifications: readonly string[];
  readonly disputes: readonly string[];
  readonly contactMessages: readonly string[];
  /** Cents that a bank took back, by order. */
  readonly disputedCents: ReadonlyMap<string, number>;
  /** Numbers of orders. */
  readonly numbers: ReadonlyMap<string, string>;
}

const byId =
  (pick: (world: World) => readonly string[]): ReadOfOne["of"] =>
  (world) =>
    pick(world).map((id) => [id, { id }] as const);
const twins = byId(({ one, twin }) => [one.id, twin.id]);
const conversations = byId(({ one }) => one.conversations);
const allOrders = ({ one }: World) => Object.values(one.orders);
const attachments: ReadOfOne["of"] = ({ one }) =>
  one.attachments.map(
    (attachmentid, index) => [attachmentid, { id: one.conversations[index]!, attachmentid }] as const,
  );
const ofYear: ReadOfOne["of"] = ({ one, twin }) =>
  [one, twin].map(({ id }) => [id, { id, year: Number(dayIn("America/New_York", new Date()).slice(0, 4)) }] as const);
const aFile = { unnamed: true } as const;

/** Every read whose path names something of a patient, or why it is asked for none of two. */
export const readsOfOne: Readonly<Record<string, ReadOfOne | string>> = {
  "account.packageRequests": { of: byId(({ one }) => [one.orders.first, one.orders.inParcels]), unnamed: true },
  "account.medicineRequests": { of: byId(({ one }) => one.subscriptions), unnamed: true },
  "treatment.counseling": { of: byId(({ one }) => [one.orders.inParcels, one.orders.refunded, one.orders.cancelled]) },
  "treatment.order": { of: byId(({ one }) => [one.orders.inParcels, one.orders.refunded, one.orders.cancelled]) },
  "treatment.shipment": { of: byId(({ prescriptionOrders }) => prescriptionOrders) },
  "messages.conversation": { of: conversations },
  "messages.members": { of: conversations, unnamed: true },
  "messages.messagePages": { of: conversations },
  "messages.attachment": { of: attachments, ...aFile },
  "messages.messages": { of: conversations },
  "messages.adminChat": { of: byId(({ one, twin }) => [one.conversations[1], twin.conversations[1]]) },
  "messages.adminChatUnread": "A number of the one conversation a patient has with patient services.",
  "messages.unreadCount": "One number of the patient's, over all conversations.",
  "documents.file": { of: byId(({ one }) => one.documents), ...aFile },
  "documents.hsaReceipt": { of: twins, ...aFile },
  "documents.hsaReceiptOfYear": { of: ofYear, ...aFile },
  "documents.fsaReceipt": { of: twins, ...aFile },
  "documents.fsaReceiptOfYear": { of: ofYear, ...aFile },
  "documents.ndcLetter": { of: twins, ...aFile },
  "documents.ndcLetterOfYear": { of: ofYear, ...aFile },
  "documents.medicalLetter": "In the doctor's words, which nobody has written here.",
  "documents.medicalRecords": { of: twins, ...aFile },
  "documents.medicalRecordsFhir": { of: twins, ...aFile },
  "followup.step": "Both are answered to the end, and a step of one that is complete is no question.",
  "followup.previousStep": "As `followup.step`.",
  "followup.firstPurchase": {
    of: ({ one }) => ["magnesium", "estradiol_patch_0_05"].map((productid) => [productid, { id: one.id, productid }]),
    unnamed: true,
  },
  "care.patient": {
    of: twins,
    shows: (world) => [
      ...[...allOrders(world), ...world.one.upsellOrders, ...world.one.prescriptions, ...world.one.subscriptions],
      ...world.one.documents,
    ],
  },
  "care.disputeEvidence": "Of one disputed charge; `dispute-evidence.test.ts` asks for those of two patients.",
  "care.disputeEvidenceFile": "As `care.disputeEvidence`.",
  "care.photo": "Of an identity check, which nobody needed here.",
  "care.patientDocument": {
    of: ({ one }) => one.documents.map((documentid) => [documentid, { id: one.id, documentid }]),
    ...aFile,
  },
  "care.followupDay": "A day, of which neither of the two has one.",
  "care.letterhead": "A name and a birthday, which the other one just like them has as well.",
  "care.treatmentChangeQuote": {
    of: byId(({ one }) => one.subscriptions),
    query: (id, { one }) => {
      const productid = id === one.subscriptions[0] ? "estradiol_patch_0_1" : "progesterone_capsule_200";
      return { productid, pricingid: `${productid}_1m` };
    },
    unnamed: true,
  },
  "care.stepQuote": {
    of: byId(({ one }) => one.prescriptions),
    query: () => ({ step: "stop" }),
    unnamed: true,
  },
  "care.restQuote": {
    of: byId(({ one }) => one.prescriptions),
    query: () => ({ from: "2099-03-01", until: "2099-03-08" }),
    unnamed: true,
  },
  "care.suggestibleMedicines": "What may be suggested, which is the same for the other one just like them.",
  "care.suggestionQuote": "What it would cost and need, which is the same for the other one just like them.",
  "care.directionsQuote": {
    of: byId(({ one }) => one.prescriptions),
    query: () => ({ pace: "half" }),
    unnamed: true,
  },
  "care.pharmacistReview": {
    of: byId(({ one, twin }) => [one.orders.inParcels, twin.orders.inParcels]),
    unnamed: true,
  },
  "care.orderByNumber": {
    of: ({ one, numbers }) =>
      [one.orders.inParcels, one.orders.refunded].map((id) => [id, { number: numbers.get(id) ?? "" }] as const),
  },
  "care.followupResult": { of: byId(({ one }) => one.followups) },
  "care.messages": { of: twins, unnamed: true },
  "care.conversation": { of: conversations },
  "care.conversationMessages": { of: conversations },
  "care.cannedReplies": "Texts of the practice, the same for every conversation of a kind.",
  "care.patientConversations": { of: twins, shows: ({ one }) => one.conversations },
  "care.messageAttachment": { of: attachments, ...aFile },
  "care.assignees": "People of the practice, the same for every conversation.",
  "care.handovers": "Of each conversation; nobody handed one over here.",
  "care.emergency": { of: byId(({ one }) => one.emergencies) },
  "care.namesakes": "Of one patient, others who are called alike: `namesakes.test.ts` reads two of them.",
  "care.pair": "Of two records, which both name themselves: `pairs.test.ts` reads them side by side.",
  "care.pairMerge": "Of two records, which both name themselves: `merging.test.ts` reads it.",
  "care.workItem": { of: byId(({ workItems }) => workItems) },
  "care.task": { of: byId(({ tasks }) => tasks) },
  "care.patientMails": "Of a patient: `patient-mails.test.ts` reads those of two.",
  "care.pastDue": "Of a patient: `past-due.test.ts` reads what two owe.",
  "care.credits": "Of a patient: `credits.test.ts` reads those of two.",
  "care.patientTasks": { of: twins, shows: ({ tasks }) => tasks },
  "care.accessReview": "Of a week: `access-review.test.ts` reads those of two patients.",
  "care.peerReview": "Of a prescriber's month: `peer-review.test.ts` reads those of two patients.",
  "care.fdaReport": "Of one entry, which nobody made here: `fda-report.test.ts` reads it by role.",
  "care.patientLog": { of: twins, shows: ({ logged }) => logged },
  "care.healthAnswers": "The two answered alike: `told-by-practice.test.ts` reads those of two who didn’t.",
  "care.visitNotes": { of: twins, unnamed: true, shows: ({ one }) => one.visitNotes },
  "care.notes": { of: twins, unnamed: true, shows: ({ one }) => one.notes },
  "integrations.webhookDeliveries": "Of an endpoint: nothing of a patient.",
};

const ofPatient = ({ one }: World) => ({ patientid: one.id });
const orders = (status: string, ...shows: readonly (keyof TwoOfEach["orders"])[]): ReadOfAll => ({
  query: () => ({ status }),
  shows: ({ one }) => shows.map((each) => one.orders[each]),
  hides: ({ one }) => [one.orders.cancelled, ...shows.map(() => one.orders.first)],
});

/** Lists that show both of two, or one for its state and not the other; `call state` for the states a list is asked by. */
export const readsOfAll: Readonly<Record<string, ReadOfAll>> = {
  "store.shippingAddresses": { shows: ({ one }) => one.addresses },
  "payment.sources": { shows: ({ cards }) => cards.slice(1), hides: ({ cards }) => cards.slice(0, 1) },
  "account.sessions": { shows: ({ sessions }) => sessions },
  "treatment.overview": {
    shows: ({ one, prescriptionOrders }) => [...one.subscriptions, ...prescriptionOrders],
  },
  "messages.conversations": { shows: ({ one }) => one.conversations },
  "notifications.list": { shows: ({ notifications }) => notifications },
  "documents.recordCodes": { shows: ({ one }) => one.recordCodes },
  "documents.visitNotes": { shows: ({ one }) => one.visitNotes },
  "documents.list": { shows: ({ one }) => one.documents },
  "care.patients": { shows: ({ one, twin }) => [one.id, twin.id] },
  "care.prescriptionRenewals": { query: ofPatient, shows: ({ one }) => one.renewals },
  "care.upsells": {
    query: ofPatient,
    shows: ({ one }) => [one.upsellOrders[1]],
    hides: ({ one }) => [one.upsellOrders[0]],
  },
  "care.followups": { shows: ({ one }) => [one.followups[1]], hides: ({ one }) => [one.followups[0]] },
  "care.cases followup": {
    query: () => ({ status: "followup" }),
    shows: ({ one }) => [one.followups[1]],
    hides: ({ one }) => [one.followups[0]],
  },
  "care.cases renewal": { query: () => ({ status: "renewal" }), shows: ({ one }) => one.renewals },
  "care.conversations": { shows: ({ one }) => one.conversations },
  "care.emergencies": {
    query: (world) => ({ ...ofPatient(world), state: "open" }),
    shows: ({ one }) => [one.emergencies[1]],
    hides: ({ one }) => [one.emergencies[0]],
  },
  "care.workItems": { shows: ({ workItems }) => workItems },
  "care.contactMessages": { shows: ({ contactMessages }) => contactMessages },
  "care.disputes": { shows: ({ disputes }) => disputes },
  "care.lotRecipients": {
    query: () => ({ lotnumber: "TWO-B" }),
    shows: ({ one }) => [one.orders.inParcels, one.orders.waiting],
    hides: ({ one }) => [one.orders.refunded],
  },
  "care.orders paid": orders("paid", "waiting", "packed"),
  "care.orders ready": orders("ready", "waiting", "packed"),
  "care.orders disputed": orders("disputed", "refunded"),
  "care.inbox": {
    query: ofPatient,
    shows: ({ one, workItems }) => [one.emergencies[1], ...one.renewals, ...workItems],
  },
};

/** Own calls that need something in the query, one that is over once the visit is, and those that are a helper's. */
export const ownCallQueries: Readonly<Record<string, Params>> = { "account.shippingEffects": { state: "CA" } };
export const overAfterVisit: readonly string[] = [
  "onboarding.productReveal",
  "account.helperSession",
  "account.helperReminders",
];
