import { account } from "#contract/account/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { patientWithFollowup, goThrough } from "#server/followup/testing/followups.ts";
import {
  addAddressAndCard,
  overwriteReferralCode,
  placeOrder,
  referralCodeOf,
} from "#server/growth/testing/referrals.ts";
import {
  acceptUpsell,
  answeredPatientInCare,
  dashboardUpsell,
  patientAtAddons,
} from "#server/growth/testing/upsells.ts";
import { sendAsPatient } from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { everyDay, doseOf, patientAtHome, pickDays } from "#server/wellbeing/testing/wellbeing.ts";
import { credential, credentialsOf, mailedCode } from "./credentials.ts";
import { answered, type Ending } from "./ending.ts";

const couponCode = "FSASTORE30";

const closed = async (server: TestServer, patient: TestPatient) => {
  const token = await tokenOf(server, patient);
  return answered(server.call(account.closeAccount, { body: { password: patient.password } }, { token }));
};

const closing =
  (open: (server: TestServer) => Promise<TestPatient>): Ending["open"] =>
  async (server) => {
    const patient = await open(server);
    await tokenOf(server, patient);
    return { ended: [patient.id], end: () => closed(server, patient) };
  };

const theAccount = "patient session refresh_token single_use_link";
const foundStays = { patient_search_term: "the practice finds the record as long as it keeps it" };
const moneyStays = {
  ...foundStays,
  "payment_source payment_customer sandbox.customer": "refunds go to the card; erasing ends it",
};
const recordStays = {
  ...moneyStays,
  "prescription treatment_choice": "part of the record; nobody can order from it",
  notification: "nobody is there to read it",
  marketing_event: "of what was before, where the patient allowed it",
};
const never = {
  charged: "anything",
  mailed: /^(?!Your account is closed|Your refund|Your order is canceled)/,
} as const;

/** Every way in which closing an account ends something. */
export const closingEndings: readonly Ending[] = [
  {
    of: "account.closeAccount",
    when: "with every credential",
    open: async (server) => {
      const [patient, other] = [await server.newPatient(), await server.newPatient()];
      return {
        ended: [patient.id],
        credentials: await credentialsOf(server, patient),
        othersCredentials: await credentialsOf(server, other),
        end: () => closed(server, patient),
      };
    },
    ends: theAccount,
    stays: { ...foundStays, referral_code: "whoever was invited gets what was promised" },
    keeps: { "referral code": "whoever was invited gets what was promised" },
    never,
  },
  {
    of: "account.closeAccount",
    when: "with a first order to send, and a coupon",
    open: closing((server) => inCare(server, { delivered: false })),
    ends: `${theAccount} conversation subscription prescription_order customer_order order_line
      care.orders:paid care.orders:ready care.inbox`,
    begins: "notification",
    stays: { visit_note: "what was decided stays in the record", ...recordStays },
    never,
  },
  {
    of: "account.closeAccount",
    when: "with a plan that waits, and a coupon",
    open: closing((server) => handedOver(server, "IA", couponCode)),
    ends: `${theAccount} conversation subscription customer_order order_line coupon_use payment_intent care_case
      care.incoming care.cases:incoming care.orders:authorized care.inbox`,
    alsoEnds: { "sandbox.intent": "what the card holds for it" },
    stays: moneyStays,
    never,
  },
  {
    of: "account.closeAccount",
    when: "with an upsell that waits, and a coupon",
    open: closing(async (server) => {
      const rosa = await answeredPatientInCare(server);
      const { upsellId } = await dashboardUpsell(server, rosa, "minoxidil");
      await acceptUpsell(server, rosa, upsellId, { coupon: couponCode });
      return rosa;
    }),
    ends: `${theAccount} conversation subscription prescription_order customer_order order_line coupon_use payment_intent upsell
      upsell_request care.upsells care.cases:upsell care.orders:authorized care.orders:paid care.orders:ready care.inbox`,
    begins: "notification",
    alsoEnds: { "sandbox.intent": "what the card holds for it" },
    stays: {
      visit_note: "what was decided stays in the record",
      ...recordStays,
      person_digest: "what was sent is still at home",
    },
    never,
  },
  {
    of: "account.closeAccount",
    when: "with a cart order to send, and a coupon",
    open: closing(async (server) => {
      const rosa = await server.newPatient();
      await addAddressAndCard(server, rosa);
      await placeOrder(server, rosa, couponCode);
      return rosa;
    }),
    ends: `${theAccount} customer_order order_line coupon_use care.orders:paid care.orders:ready care.inbox`,
    begins: "notification",
    stays: recordStays,
    never,
  },
  {
    of: "account.closeAccount",
    when: "in the visit, with a coupon",
    open: closing(async (server) => {
      const rosa = await patientAtAddons(server);
      await server.call(onboarding.applyCoupon, { body: { couponid: couponCode } }, { token: rosa.token });
      return rosa;
    }),
    ends: theAccount,
    stays: {
      ...foundStays,
      onboarding: "a coupon of a visit counts as no use before there is an order",
      treatment_choice: "part of the record",
    },
    never,
  },
  {
    of: "account.closeAccount",
    when: "with a message and a follow-up that wait",
    open: closing(async (server) => {
      const rosa = await patientWithFollowup(server);
      await goThrough(server, rosa);
      const conversations = await server.services.db
        .selectFrom("conversation")
        .select("id")
        .where("patient_id", "=", rosa.id)
        .execute();
      for (const { id } of conversations) await sendAsPatient(server, rosa, id, { message: "Where is my order?" });
      return rosa;
    }),
    ends: `${theAccount} conversation subscription prescription_order care.conversations`,
    begins: "notification",
    stays: {
      visit_note: "what was decided stays in the record",
      ...recordStays,
      "followup care.cases:followup care.inbox": "a doctor reads what was reported",
      message: "not read, and part of the record",
    },
    never,
  },
  {
    of: "account.closeAccount",
    when: "with days and reminders of a medicine",
    open: closing(async (server) => {
      const rosa = await patientAtHome(server);
      await pickDays(server, rosa, (await doseOf(server, rosa, "capsule")).id, everyDay, 20);
      return rosa;
    }),
    ends: `${theAccount} conversation subscription prescription_order dose_schedule`,
    begins: "notification",
    stays: {
      visit_note: "what was decided stays in the record",
      ...recordStays,
      person_digest: "what was sent is still at home",
    },
    never,
  },
  {
    of: "growth.stopInvitations",
    open: async (server) => {
      const rosa = await server.newPatient();
      const email = `friend-${newId()}@example.com`;
      await inviteFriend(server, rosa, email);
      const token = await mailedCode(server, email, /no-more-invitations#([\w-]+)/);
      const [invitation, another] = [email, `other-${email}`].map((to) =>
        credential("a further invitation", async () => {
          const before = (await server.mailbox.list(to)).length;
          await inviteFriend(server, await server.newPatient(), to);
          return (await server.mailbox.list(to)).length > before;
        }),
      );
      if (!invitation || !another) throw new Error("Nobody can be invited");
      const end = () => answered(server.call(growth.stopInvitations, { body: { token } }));
      return { ended: [email], credentials: [invitation], othersCredentials: [another], end };
    },
    ends: "",
    keeps: {},
  },
  {
    of: "growth.overwriteReferral",
    open: async (server) => {
      const [patient, one, two] = [await server.newPatient(), await server.newPatient(), await server.newPatient()];
      const code = await referralCodeOf(server, two);
      await overwriteReferralCode(server, patient, await referralCodeOf(server, one));
      const end = () => answered(overwriteReferralCode(server, patient, code));
      return { ended: [patient.id], patient, end };
    },
    ends: "onboarding",
    begins: "onboarding",
    about: "onboarding",
  },
  {
    of: "onboarding.removeCoupon",
    open: async (server) => {
      const patient = await patientAtAddons(server);
      const { token } = patient;
      await server.call(onboarding.applyCoupon, { body: { couponid: couponCode } }, { token });
      const end = () => answered(server.call(onboarding.removeCoupon, {}, { token }));
      return { ended: [patient.id], patient, end };
    },
    ends: "onboarding",
    about: "onboarding",
  },
];

async function inviteFriend(server: TestServer, { token }: TestPatient, email: string): Promise<void> {
  const { referralLink } = (await server.call(growth.referral, { body: {} }, { token })).ok;
  await server.call(growth.inviteFriend, { body: { referralLink, email } }, { token });
  await server.jobs.drain();
}
