import { describe } from "vitest";
import { describeWhatIsAnswered } from "#app/testing/screens/what-is-answered.tsx";
import { sweepOf } from "#app/testing/screens/what-is-left.tsx";
import { describeWhatIsSent } from "#app/testing/screens/what-is-sent.tsx";
import { sendersOf } from "#app/testing/screens/senders.ts";
import { queryClient } from "#clinic/api/query.ts";
import { visitDecisions } from "#contract/documents/visit-note.ts";
import { rows } from "./sent/rows.ts";
import { stays, unattended, unclosed } from "./sent/stays.ts";

const ownDoctor = "A physician decides in the name of their own doctor, which is the server’s default.";
const decisions = [
  ...["approvePlan", "declinePlan", "approvePrescriptionRenewal", "declinePrescriptionRenewal", "approveUpsell"],
  ...["declineUpsell", "changeTreatment", "withdrawChange", "stopPrescription", "holdPrescription"],
  ...[
    "releasePrescription",
    "allowEarlyFill",
    "changeDirections",
    "restPrescription",
    "endRest",
    "closeFollowup",
    "setFollowupDay",
    "issueLetter",
  ],
  ...["suggestMedicine", "withdrawSuggestion"],
];
const onlyVisits = "Only a visit has questions that must be answered before.";
const ofDecision = "As the decision sends it, by one function: `visit-note-facts.test.ts`.";
const bySystems = "For systems of the practice; the app has no field for it.";

const askedAtScan = "Asked as boxes are scanned: `scanned-orders.screen.test.tsx` sends it.";

const senders = await sendersOf("clinic");
const sweep = sweepOf(rows, { cache: queryClient, stays, unattended, unclosed });

describe("what the staff app sends", () => {
  describeWhatIsSent(rows, {
    cache: queryClient,
    ...{ senders, sweep },
    notHere: {},
    unsent: {
      ...Object.fromEntries(decisions.map((call) => [`care.${call} doctorid`, ownDoctor])),
      "care.judgeDecision doctorid": ownDoctor,
      "care.approvePrescriptionRenewal override.withoutanswers": onlyVisits,
      "care.approveUpsell override.withoutanswers": onlyVisits,
      "care.changeTreatment override.withoutanswers": onlyVisits,
      "care.suggestMedicine override.withoutanswers": onlyVisits,
      "care.withdrawChange visitnote": "It’s one press; the drafted one is signed.",
      ...Object.fromEntries(
        [
          "products[].otherid",
          "products[].beginson",
          "products[].directions",
          "products[].refills",
          "products[].reason",
        ]
          .concat(["message", "from", "until", "followupon"])
          .map((field) => [`care.draftVisitNote ${field}`, ofDecision]),
      ),
      "care.changeTreatment followupid": bySystems,
      "care.cancelSubscription reason": "What the patient said is the note of how they asked.",
      "care.findAuditPatients nextpage": "Who isn’t among the first is found by typing more.",
      "care.sendFollowup code": bySystems,
      "care.sendMessage type": "What staff write is text; a review is sent by its own button.",
      "care.recallLot ndc": bySystems,
      "care.packOrder filledby": bySystems,
      "care.packOrder verifiedby": bySystems,
      "care.packOrder lines[].separate": askedAtScan,
      "care.shipOrder lines[].separate": askedAtScan,
      "care.shipOrder filledby": bySystems,
      "care.shipOrder verified": "What is packed here is verified as it’s packed, or by its own button.",
      "care.verifyOrder verifiedby": bySystems,
      "care.shipOrder estimateddelivery": bySystems,
      "care.shipOrder lines[].codes[]": "Boxes are scanned as they are packed, before they are sent.",
      "care.shipOrder trackingurl": bySystems,
      "integrations.createKey expiresat": bySystems,
      "integrations.rotateKey expiresat": bySystems,
      "integrations.rotateKey overlaphours": "The question says 24 hours, the server’s default.",
      "integrations.rotateWebhookSecret overlaphours": "The question says 24 hours, the server’s default.",
      "integrations.replayWebhook eventid": bySystems,
      "integrations.replayWebhook since": bySystems,
      "integrations.replayWebhook until": bySystems,
      "integrations.updateWebhook description": bySystems,
      "integrations.updateWebhook types[]": bySystems,
      "integrations.updateWebhook url": bySystems,
    },
    equal: { "price = permonth": "A supply of one month." },
    unchosen: {
      ...Object.fromEntries(
        visitDecisions
          .filter((decision) => decision !== "medicine_stopped")
          .map((decision) => [`care.draftVisitNote decision = ${decision}`, ofDecision]),
      ),
      ...Object.fromEntries(
        ["declined", "later", "replaced"].map((each) => [
          `care.draftVisitNote products[].outcome = ${each}`,
          ofDecision,
        ]),
      ),
      "staff.claim kind = order": "Packing claims it, on the server.",
      "staff.release kind = order": "Packing claims it, on the server.",
      "staff.saveDraft kind = contact": "A message of the contact form is answered by email.",
      "staff.saveDraft kind = identity": "Nothing is written of an identity check.",
    },
  });

  describeWhatIsAnswered(rows, {
    cache: queryClient,
    unattended: {
      "clinic/care/visit-notes/visit-note-field.tsx care.draftVisitNote":
        "It’s drafted while somebody decides; where it can’t be, its field says so.",
      "clinic/session/session.ts staff.passkeyChallenge": "It’s part of proving by a passkey.",
      "clinic/factors/passkey-setup.tsx staff.newPasskey": "It’s part of adding a passkey.",
      "clinic/audit/audit-subject-search.tsx care.findAuditPatients": "It’s looked for while somebody types.",
      "clinic/patients/search-page.tsx care.searchPatients": "It’s looked for while somebody types.",
      "clinic/lists/lists-page.tsx care.listPatients": "It’s looked up while somebody chooses.",
      "clinic/patients/story/story.tsx care.timeline": "It’s looked for while somebody types.",
      "clinic/conversation/use-conversation.ts care.readConversation": "The next look marks it.",
      "clinic/join/join-page.tsx staff.invitation": "The page asks when it opens, and says that the link doesn’t work.",
      "clinic/session/follow-session.ts staff.lock": "The page locks at once, whatever is answered.",
      "clinic/work/claim.ts staff.claim":
        "Opening something claims it; what it’s refused for is shown by ClaimedNotice.",
      "clinic/work/claim.ts staff.release": "Leaving a page releases it, and its time ends it.",
      "clinic/inbox/inbox-page.tsx staff.release": "It stays the person’s until its time is up, and the row says so.",
      "clinic/work/draft.ts staff.saveDraft": "A pause saves it, and the form says whether it’s saved.",
    },
    drafted: { call: "care.draftVisitNote", answer: { text: "Drafted." }, field: "Visit note" },
    closes: {
      "clinic/case/decision/use-case-decision.ts care.approvePlan": "In the draft, on the page.",
      "clinic/case/decision/use-case-decision.ts care.declinePlan": "In the draft, shown when it’s asked again.",
      "clinic/session/session.ts staff.proveCode": "A session that is over begins anew.",
      "clinic/session/session.ts staff.proveRecoveryCode": "A session that is over begins anew.",
    },
  });

  sweep.describeRest();
});
