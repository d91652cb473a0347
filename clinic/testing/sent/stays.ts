import type { Stays } from "#app/testing/screens/what-is-left.tsx";

const nextIsShipping = "What is packed stays in the list, chosen, so that it can be shipped next.";
const printed = "What was printed is packed or shipped next.";
const shownList = "What is chosen is the list that is shown.";
const list = "The dialog is the list in which it’s done.";
const elsewhere = "The session shows the next page, and a row has only this one.";

/** What stays on a page of the staff app, or is kept, once the server has taken what a row sends, and why. */
export const stays: Stays = {
  "clinic/dispensing/pack-dialog.tsx care.packOrder": { chosen: nextIsShipping },
  "clinic/dispensing/pack-dialog.tsx care.packOrder: the first of two": { chosen: nextIsShipping },
  "clinic/dispensing/pack-dialog.tsx care.packOrder: scanned boxes": { chosen: nextIsShipping },
  "clinic/dispensing/pack-dialog.tsx care.packOrder: typed, for another person to verify": {
    chosen: nextIsShipping,
  },
  "clinic/dispensing/void-dialog.tsx care.voidFill: medicine": { chosen: nextIsShipping },
  "clinic/dispensing/void-dialog.tsx care.voidFill: the second of two, with nothing in its place": {
    chosen: nextIsShipping,
  },
  "clinic/dispensing/verify-dialog.tsx care.verifyOrder": { chosen: nextIsShipping },
  "clinic/dispensing/lot-dialog.tsx care.recallLot: recalled": {
    dialog: "Those who got the lot are told next.",
    typed: "It’s the lot that is shown.",
  },
  "clinic/dispensing/print-buttons.tsx care.printOrders: Labels": { chosen: printed },
  "clinic/dispensing/parcel-batch.tsx care.shipOrder: a file of the pharmacy": {
    dialog: "It tells what became of each row of the file.",
  },
  ...Object.fromEntries(
    [
      ...["lists/saved-lists.tsx care.saveList: for oneself", "lists/message-dialog.tsx care.listMessage: doctor"],
      ...["lists/file-dialog.tsx care.exportList: patient", "care/tasks/task-dialog.tsx care.listTasks: task"],
    ].map((row) => [`clinic/${row}`, { chosen: shownList, typed: shownList }]),
  ),
  "clinic/lists/saved-lists.tsx care.saveList: for physician": { chosen: shownList },
  "clinic/systems/deliveries-dialog.tsx integrations.replayWebhook": { dialog: list },
  "clinic/systems/deliveries-dialog.tsx integrations.resumeWebhook": { dialog: list },
  "clinic/session/session.ts staff.acceptInvitation": { typed: elsewhere, again: elsewhere },
  "clinic/session/session.ts staff.proveCode: at the second step": { typed: elsewhere },
  "clinic/session/session.ts staff.proveRecoveryCode": { typed: elsewhere, again: elsewhere },
};

/** Senders that act on nothing a person wrote or chose, and why. */
export const unattended: Readonly<Record<string, string>> = {
  "clinic/audit/audit-subject-search.tsx care.findAuditPatients": "It’s looked for while somebody types.",
  "clinic/care/told-answers/told-dialog.tsx care.previewTold": "It says what would follow of what is recorded next.",
  "clinic/care/wrong-chart/find-patient.tsx care.searchPatients": "What was looked for stands above what was found.",
  "clinic/lists/lists-page.tsx care.listPatients": "What is chosen stands above who is on the list.",
  "clinic/patients/story/story.tsx care.timeline": "What was looked for stands above what was found.",
  "clinic/patients/search-page.tsx care.searchPatients": "What was looked for stands above what was found.",
  "clinic/session/session.ts staff.passkeyChallenge": "It’s part of proving by a passkey.",
  "clinic/work/draft.ts staff.saveDraft": "It’s the draft itself.",
};

/** Senders whose dialog Escape doesn't close, and why. */
export const unclosed: Readonly<Record<string, string>> = {
  "clinic/session/session.ts staff.proveCode": "Nobody leaves the lock but by a proof.",
};
