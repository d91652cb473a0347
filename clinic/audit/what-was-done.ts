/**
 * What each call does, as one would say it of whoever made it: `{patient}` is whom it is about, `{whose}` the same with an apostrophe. A test requires
 * a line for every call of the practice.
 */
export const deeds: Readonly<Record<string, string>> = {
  "care.patients": "see {patient} in the list of patients",
  "care.patient": "open {whose} record",
  "care.incoming": "see {patient} in the list of new patients",
  "care.accept": "accept {patient} into care",
  "care.verification": "see {patient} in the list of identity checks",
  "care.photo": "look at a photo of {whose} identity check",
  "care.patientDocument": "open a document {patient} sent",
  "care.searchPatients": "find {patient} in a search",
  "care.decideIdentity": "decide {whose} identity check",
  "care.correctIdentity": "correct the outcome of {whose} identity check",
  "care.letterhead": "see the letterhead of a letter for {patient}",
  "care.issueLetter": "write a medical letter for {patient}",
  "care.approvePlan": "approve {whose} plan",
  "care.declinePlan": "decline {whose} plan",
  "care.prescriptionRenewals": "see {patient} in the list of renewals",
  "care.approvePrescriptionRenewal": "renew {whose} prescription",
  "care.declinePrescriptionRenewal": "decline to renew {whose} prescription",
  "care.treatmentChangeQuote": "look up what a change would mean for {patient}",
  "care.changeTreatment": "change {whose} treatment",
  "care.withdrawChange": "take back a change of {whose} treatment",
  "care.suggestibleMedicines": "look up which medicines could be suggested to {patient}",
  "care.suggestionQuote": "look up what suggesting a medicine would mean for {patient}",
  "care.suggestMedicine": "suggest a medicine to {patient}",
  "care.withdrawSuggestion": "take back a medicine suggested to {patient}",
  "care.upsells": "see {patient} in the list of added treatments to decide",
  "care.approveUpsell": "approve a treatment {patient} added",
  "care.declineUpsell": "decline a treatment {patient} added",
  "care.stopPrescription": "stop a medicine of {patient}",
  "care.holdPrescription": "put a medicine of {patient} on hold",
  "care.pharmacistReview": "review what matters for an order of {patient}",
  "care.directionsQuote": "look up what other directions would mean for {patient}",
  "care.changeDirections": "change how {patient} uses a medicine",
  "care.allowEarlyFill": "let {patient} order the next box early",
  "care.releasePrescription": "release a medicine of {patient} from hold",
  "care.undecidable": "look up where nobody may decide",
  "care.inbox": "see {patient} in the inbox",
  "care.workItems": "see {patient} in the list of what patients told",
  "care.workItem": "open what {patient} told",
  "care.closeWorkItem": "close what {patient} told",
  "care.cases": "see {patient} in a list of cases",
  "care.orders": "see {patient} in a list of orders",
  "care.orderByNumber": "find an order of {patient}",
  "care.cancelSubscription": "cancel a subscription for {patient}",
  "care.pauseSubscription": "pause a subscription for {patient}",
  "care.resumeSubscription": "resume a subscription for {patient}",
  "care.changeContact": "change contact data for {patient}",
  "care.healthAnswers": "read {whose} health answers",
  "care.previewTold": "see what would follow from {whose} answers",
  "care.recordTold": "record what {patient} told",
  "care.sendFollowup": "send {patient} a treatment review",
  "care.followupCodes": "look at the codes of treatment reviews",
  "care.followups": "see {patient} in the list of treatment reviews",
  "care.followupResult": "read {whose} treatment review",
  "care.closeFollowup": "close {whose} treatment review",
  "care.messages": "read {whose} messages",
  "care.conversations": "see {patient} in the list of conversations",
  "care.conversation": "open a conversation with {patient}",
  "care.conversationMessages": "read a conversation with {patient}",
  "care.cannedReplies": "look up ready answers for {patient}",
  "care.patientConversations": "see {whose} conversations",
  "care.sendMessage": "send {patient} a message",
  "care.sendMessageAttachment": "send {patient} a file",
  "care.messageAttachment": "open a file in a conversation with {patient}",
  "care.readConversation": "mark a conversation with {patient} as read",
  "care.openConversation": "change whether a conversation with {patient} is open",
  "care.assignees": "look up who can answer {patient}",
  "care.assignConversation": "assign a conversation with {patient}",
  "care.handovers": "read the notes that handed over a conversation with {patient}",
  "care.handOverConversation": "hand over a conversation with {patient}",
  "care.emergencies": "see {patient} in the list of emergencies",
  "care.emergency": "read an emergency of {patient}",
  "care.acknowledgeEmergency": "acknowledge an emergency of {patient}",
  "care.emergencyCalled": "record a call about an emergency of {patient}",
  "care.closeEmergency": "close an emergency of {patient}",
  "care.contactMessages": "see {patient} in the list of the contact form",
  "care.contactAnswered": "mark {whose} contact form as answered",
  "care.notes": "read the private notes on {patient}",
  "care.writeNote": "write a private note on {patient}",
  "care.withdrawNote": "withdraw a private note on {patient}",
  "care.shipOrder": "ship an order of {patient}",
  "care.deliverOrder": "mark an order of {patient} as delivered",
  "care.cancelOrder": "cancel an order of {patient}",
  "care.resolvePayment": "decide on a payment of {patient}",
  "care.refundOrder": "refund an order of {patient}",
  "care.printOrders": "print labels or leaflets for {patient}",
  "care.packOrder": "pack an order of {patient}",
  "care.returnOrder": "record a parcel that came back from {patient}",
  "care.lotRecipients": "see {patient} in the recipients of a lot",
  "care.recallLot": "record the recall of a lot",
  "care.disputes": "see {patient} in the list of disputed payments",
  "care.resumeCharges": "resume charges for {patient} after a dispute",
  "care.closings": "look at the days’ closings",
  "care.closingOfDay": "look at a day’s closing",
  "care.closeDay": "close a day",
  "care.closingFile": "save a closed day as a file",
  "care.accountingFile": "save a month’s accounting as a file",
  "care.copyRecord": "make a copy of {whose} record or conversations",
  "care.copyReceipts": "make a copy of {whose} receipts",
  "care.audit": "read rows of the audit about {patient}",
  "care.findAuditPatients": "look for {patient} in the audit",
  "care.auditActors": "look up people in the audit",
  "integrations.keys": "look at the API keys",
  "integrations.createKey": "make an API key",
  "integrations.rotateKey": "replace an API key",
  "integrations.revokeKey": "end an API key",
  "integrations.events": "read the event log",
  "integrations.webhooks": "look at the webhooks",
  "integrations.createWebhook": "add a webhook",
  "integrations.updateWebhook": "change a webhook",
  "integrations.deleteWebhook": "remove a webhook",
  "integrations.rotateWebhookSecret": "replace the secret of a webhook",
  "integrations.webhookDeliveries": "look at what a webhook was sent",
  "integrations.replayWebhook": "send a webhook’s events again",
  "integrations.resumeWebhook": "try a failing webhook again",
  "integrations.outsideSystems": "look at the outside systems",
  "integrations.probeOutside": "look whether each outside system works",
  "staff.session": "look up their own session",
  "staff.factors": "look at their own ways to sign in",
  "staff.newPasskey": "begin to make a passkey",
  "staff.addPasskey": "add a passkey",
  "staff.removePasskey": "remove a passkey",
  "staff.newAuthenticator": "begin to set up an authenticator app",
  "staff.confirmAuthenticator": "set up an authenticator app",
  "staff.removeAuthenticator": "remove an authenticator app",
  "staff.newRecoveryCodes": "make new recovery codes",
  "staff.changePassword": "change their own password",
  "staff.members": "look at the team",
  "staff.invite": "invite somebody to the team",
  "staff.updateMember": "change somebody of the team",
  "staff.inviteAgain": "send an invitation again",
  "staff.recoverMember": "send somebody a link to start again",
  "staff.disableMember": "disable somebody of the team",
  "staff.enableMember": "enable somebody of the team",
  "staff.doctors": "look at the doctors",
  "staff.addDoctor": "add a doctor",
  "staff.updateDoctor": "change a doctor’s card",
  "staff.removeDoctor": "remove a doctor",
  "staff.uploadPortrait": "upload a doctor’s portrait",
  "staff.removePortrait": "remove a doctor’s portrait",
  "staff.setAbsence": "set when a doctor is away and who covers",
  "staff.endAbsence": "end a doctor’s absence",
  "staff.handOverPatients": "hand over a doctor’s patients",
  "staff.setLicense": "change a doctor’s license",
  "staff.claims": "look at who works on what",
  "staff.claim": "begin to work on something",
  "staff.release": "let others have what they worked on",
  "staff.draft": "open a draft of their own",
  "staff.saveDraft": "save a draft of their own",
  "staff.openRecord": "give a reason to open {whose} record",
};

/** What was done, where the verb's past isn't made with “ed”. */
const pasts: Readonly<Record<string, string>> = {
  acknowledge: "acknowledged",
  approve: "approved",
  begin: "began",
  change: "changed",
  close: "closed",
  decide: "decided",
  decline: "declined",
  disable: "disabled",
  enable: "enabled",
  find: "found",
  give: "gave",
  invite: "invited",
  let: "let",
  make: "made",
  pause: "paused",
  put: "put",
  read: "read",
  release: "released",
  remove: "removed",
  replace: "replaced",
  resume: "resumed",
  save: "saved",
  see: "saw",
  send: "sent",
  set: "set",
  ship: "shipped",
  stop: "stopped",
  take: "took",
  try: "tried",
  withdraw: "withdrew",
  write: "wrote",
};

/** What a patient uses, by the feature of the call. */
const partsOfApp: Readonly<Record<string, string>> = {
  auth: "sign-in",
  onboarding: "the visit",
  store: "the shop and orders",
  payment: "payment",
  account: "their account",
  treatment: "their treatment",
  wellbeing: "check-ins and doses",
  messages: "messages",
  notifications: "notifications",
  documents: "documents",
  followup: "the treatment review",
  growth: "offers and codes",
  support: "help",
};

/** A sentence without its subject: what stands before the patient's name, how the name stands in it, and what stands after. */
export interface Deed {
  readonly before: string;
  readonly patient: "none" | "named" | "possessive";
  readonly after: string;
}

/** What a row tells of: what was done or, where it was refused, tried. */
export function deedOf({
  call,
  status,
  patientid,
}: {
  readonly call: string;
  readonly status: number;
  readonly patientid: string | null;
}): Deed {
  const known = deeds[call];
  if (known === undefined) {
    const part = partsOfApp[call.split(".")[0] ?? ""];
    return { before: part === undefined ? `called ${call}` : `used ${part} in the app`, patient: "none", after: "" };
  }
  const [verb = "", ...rest] = (patientid === null ? withoutPatient(known) : known).split(" ");
  const text = [status >= 400 ? `tried to ${verb}` : pastOf(verb), ...rest].join(" ");
  const [, before = text, slot, after = ""] = /^(.*)\{(patient|whose)\}(.*)$/.exec(text) ?? [];
  return { before, patient: slot === undefined ? "none" : slot === "whose" ? "possessive" : "named", after };
}

/** A list may have been empty, and whoever was refused may not have got as far as whom it is about. */
const withoutPatient = (deed: string): string =>
  deed
    .replace("see {patient} in", "look at")
    .replace(/find \{patient\} in a search/, "search for patients")
    .replace("{whose}", "a patient’s")
    .replace("{patient}", "a patient");

export const pastOf = (verb: string): string => pasts[verb] ?? `${verb}ed`;
