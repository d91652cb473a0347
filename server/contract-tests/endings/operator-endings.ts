import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { support } from "#contract/support.ts";
import {
  referralCodeOf,
  overwriteReferralCode,
  addAddressAndCard,
  placeOrder,
} from "#server/growth/testing/referrals.ts";
import { subjectOf } from "#server/operations/patient/data-subject.ts";
import { erasePatient } from "#server/operations/patient/erase.ts";
import { fullPatient } from "#server/operations/testing/full-patient.ts";
import { testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import type { Ending } from "./ending.ts";

const yearMs = 366 * 86_400_000;

/** A patient with something in every feature, also what others wrote about them, whose account is closed. */
async function closedPatient(server: TestServer) {
  const rosa = await fullPatient(server);
  const friend = await server.newPatient();
  await overwriteReferralCode(server, friend, await referralCodeOf(server, rosa));
  await addAddressAndCard(server, friend);
  await placeOrder(server, friend);
  const { referralLink } = (await server.call(growth.referral, { body: {} }, { token: friend.token })).ok;
  await server.call(growth.inviteFriend, { body: { referralLink, email: rosa.email } }, { token: friend.token });
  await server.call(care.writeNote, { params: { id: rosa.id }, body: { text: "Prefers calls." } }, { apiKey });
  await server.call(support.contact, {
    body: { name: "Rosa", email: rosa.email, topic: "other", message: "I have chest pain" },
  });
  const { email, anonymousIds, mailingHash, leadHash, friendDigest } = await subjectOf(server.services, rosa.id);
  await server.call(
    account.closeAccount,
    { body: { password: rosa.password } },
    { token: await tokenOf(server, rosa) },
  );
  await server.jobs.drain();
  return [
    rosa.id,
    email,
    ...anonymousIds,
    ...[mailingHash, leadHash, friendDigest].map((each) => each.toString("hex")),
  ];
}

const erased =
  (years: number): Ending["open"] =>
  async (server) => {
    const ended = await closedPatient(server);
    const now = () => new Date(server.clock.now().getTime() + years * yearMs);
    const services = { ...server.services, clock: { ...server.services.clock, now } };
    return {
      ended,
      end: async () => ({ status: 200, payload: JSON.stringify(await erasePatient(services, ended[0] ?? "")) }),
    };
  };

export const operatorEndings: readonly Ending[] = [
  {
    of: "npm run patient -- erase",
    when: "while records are retained",
    alone: true,
    open: erased(0),
    ends: "care.contactMessages check_in_preference contact_message identity_photo mailing_list marketing_event notification payment_customer person_digest referral_code referral_invitation sandbox.customer uploaded_file",
    stays: {
      visit_note: "what was decided stays in the record",
      "message prescription staff_note treatment_choice uploaded_file": "part of the record, with what it refers to",
      "followup care.cases:followup emergency_report care.emergencies care.inbox":
        "part of the record; a doctor reads it",
      patient_search_term: "the practice finds the record as long as it keeps it",
      "payment_source referral_reward": "of the books, without the card and the person",
    },
  },
  {
    of: "npm run patient -- erase",
    when: "after the retention",
    alone: true,
    open: erased(11),
    ends: "care.cases:followup care.contactMessages care.emergencies care.inbox check_in_preference contact_message emergency_report followup identity_photo mailing_list marketing_event message notification patient_search_term payment_customer payment_source person_digest prescription referral_code referral_invitation sandbox.customer staff_note treatment_choice uploaded_file visit_note",
    stays: { referral_reward: "of the books, without the person" },
  },
];
