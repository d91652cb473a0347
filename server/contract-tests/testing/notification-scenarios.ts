import type { TemplateId } from "#content/schema/texts/notifications.ts";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import type { ReturnReason } from "#contract/care/packed-lines.ts";
import { store } from "#contract/cart/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { payment } from "#contract/payment.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { toldByPhone } from "#server/account/testing/told-by-phone.ts";
import { setCareEnd } from "#server/auth/public.ts";
import { absenceMailQueue } from "#server/care/matching/absence-mails.ts";
import { endCareWhoseDayCame } from "#server/care/notice/care-notice.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { suggested } from "#server/care/testing/suggestions.ts";
import { referredFriend } from "#server/growth/testing/referrals.ts";
import { acceptedUpsellOrder, answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { linked, mergeAccounts } from "#server/merging/testing/two-accounts.ts";
import { applyRescreen } from "#server/operations/rescreen.ts";
import { answeredBefore } from "#server/operations/testing/answered-before.ts";
import { notifyOfMismatch } from "#server/orders/payments/mismatch.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, type TestServer, testApiKey } from "#server/testing/harness.ts";
import { changeTreatment } from "#server/treatment/testing/changes.ts";
import {
  askedByPhone,
  inCare,
  passDays,
  declineCard,
  shipInParts,
  voidFirstFill,
  subscriptionOf,
  prescriptionOrderIn,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";

const apiKey = testApiKey;
const dayMs = 86_400_000;
/** Covers the longest month plus a week of card retries. */
const maxDays = 45;

/** Brings about what a notification reports through the product's calls; gives the patient concerned. */
type NotificationScenario = (server: TestServer) => Promise<TestPatient>;

/** A rule about these answers of a patient in care is newer than they are. */
function rescreened(answers: Parameters<typeof answeredBefore>[2]): NotificationScenario {
  return async (server) => {
    const rosa = await answeredBefore(server, await inCare(server), answers);
    await applyRescreen(server.services);
    await server.jobs.drain();
    return rosa;
  };
}

/** For each notification of the content, how it comes about. */
export const notificationScenarios: Readonly<Record<TemplateId, NotificationScenario>> = {
  order_confirmation: (server) => submitted(server),
  order_placed: async (server) => {
    const body = {
      email: `cart-${newId()}@example.com`,
      password: "marigold at noon",
      firstname: "Rosa",
      lastname: "W",
    };
    const { ok } = await server.call(auth.signUpNonRx, { body });
    const buyer = { id: ok.userid, token: ok.idToken, email: body.email, password: body.password, refreshToken: "" };
    const address = { address1: "12 Hidden Lane", city: "Ames", state: "IA", zipcode: "50010" };
    await server.call(store.createShippingAddress, { body: address }, buyer);
    await server.call(payment.saveSource, { body: { source: "tok_visa" } }, buyer);
    const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 }];
    await server.call(store.checkout, { body: { checkout } }, buyer);
    return buyer;
  },
  plan_approved: (server) => inCare(server, { delivered: false }),
  plan_approved_in_part: async (server) => {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    const declined = { estradiol_patch_0_05: "Please have your blood pressure checked first." };
    await server.call(care.approvePlan, { params, body: { declined } }, { apiKey });
    await server.jobs.drain();
    return rosa;
  },
  plan_declined: async (server) => {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    await server.call(
      care.declinePlan,
      { params, body: { reason: "Please see somebody in person first." } },
      { apiKey },
    );
    return rosa;
  },
  hold_lapsed: async (server) => {
    const rosa = await submitted(server);
    server.clock.advance(8 * dayMs);
    await expireAuthorizations({ db: server.services.db, clock: server.clock });
    await server.jobs.enqueue(server.services.db, paymentQueues.reconcile, {});
    return rosa;
  },
  order_withdrawn: async (server) => {
    const rosa = await answeredPatientInCare(server);
    const id = await acceptedUpsellOrder(server, rosa);
    await server.call(growth.withdrawUpsell, { params: { id }, body: {} }, { token: rosa.token });
    return rosa;
  },
  order_shipped: (server) => inCare(server),
  order_part_shipped: async (server) => shipInParts(server, await inCare(server, { delivered: false })),
  order_part_delivered: async (server) => {
    const rosa = await shipInParts(server, await inCare(server, { delivered: false }));
    await server.call(care.deliverOrder, { params: { id: rosa.orderId }, body: {} }, { apiKey });
    return rosa;
  },
  order_returned: (server) => comesBack(server, "address"),
  order_sent_back: (server) => comesBack(server, "sent_back"),
  fill_voided: async (server) => {
    const rosa = await inCare(server);
    await voidFirstFill(server, rosa);
    return rosa;
  },
  order_delivered: (server) => inCare(server),
  order_refunded: async (server) => {
    const rosa = await inCare(server);
    const body = { amount: 5, reason: "Damaged on the way" };
    await server.call(care.refundOrder, { params: { id: rosa.orderId }, body }, { apiKey });
    return rosa;
  },
  renewal_charged: async (server) => passDaysUntil(server, await inCare(server), "renewal_charged"),
  charge_reminder: async (server) => passDaysUntil(server, await inCare(server), "charge_reminder"),
  payment_failed: (server) => declinePayment(server, "payment_failed"),
  payment_failed_last: (server) => declinePayment(server, "payment_failed_last"),
  payment_review: mismatchPayment,
  payment_released: async (server) => {
    const rosa = await mismatchPayment(server);
    const params = { id: await orderOf(server, rosa) };
    await server.call(care.resolvePayment, { params, body: { outcome: "release" } }, { apiKey });
    return rosa;
  },
  card_missing: async (server) => {
    const rosa = await inCare(server);
    const card = server.services.db.updateTable("payment_source").set({ is_default: false });
    await card.where("patient_id", "=", rosa.id).execute();
    return passDaysUntil(server, rosa, "card_missing");
  },
  card_refused: async (server) => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "lost_card");
    return passDaysUntil(server, rosa, "card_refused");
  },
  address_needed: async (server) => {
    const rosa = await inCare(server);
    await server.services.db.deleteFrom("shipping_address").where("patient_id", "=", rosa.id).execute();
    return passDaysUntil(server, rosa, "address_needed");
  },
  identity_refused: async (server) => {
    const rosa = await handedOver(server);
    const body = { outcome: "no_match" as const, reason: "id_expired" as const };
    await server.call(care.correctIdentity, { params: { id: rosa.id }, body }, { apiKey });
    return rosa;
  },
  rules_changed: rescreened({ conditions: ["lupus"] }),
  rules_stop: rescreened({ liver: "active" }),
  renewal_asked: exhaustRefills,
  renewal_approved: async (server) => {
    const rosa = await exhaustRefills(server);
    for (const id of await prescriptionRenewalsOf(server, rosa))
      await server.call(care.approvePrescriptionRenewal, { params: { id }, body: {} }, { apiKey });
    return rosa;
  },
  renewal_declined: async (server) => {
    const rosa = await exhaustRefills(server);
    for (const id of await prescriptionRenewalsOf(server, rosa))
      await server.call(
        care.declinePrescriptionRenewal,
        { params: { id }, body: { reason: "Let us talk first." } },
        { apiKey },
      );
    return rosa;
  },
  supply_changed: (server) => changeTreatmentTo(server, "estradiol_patch_0_025_1m"),
  change_to_agree: (server) => changeTreatmentTo(server, "estradiol_patch_0_05_3m"),
  suggestion_to_answer: async (server) => {
    const rosa = await inCare(server);
    await suggested(server, rosa);
    return rosa;
  },
  first_differs: (server) => prescribedInstead(server, "estradiol_patch_0_025"),
  first_to_agree: (server) => prescribedInstead(server, "estradiol_patch_0_1"),
  supply_skipped: (server) =>
    changeSubscription(server, async (_, subscription, token) => {
      const params = { id: prescriptionOrderIn(subscription, "scheduled").id };
      await server.call(treatment.skip, { params, body: {} }, { token });
    }),
  supply_unskipped: (server) =>
    changeSubscription(server, async (_, subscription, token) => {
      const params = { id: prescriptionOrderIn(subscription, "scheduled").id };
      await server.call(treatment.skip, { params, body: {} }, { token });
      await server.call(treatment.unskip, { params }, { token });
    }),
  supply_moved: (server) =>
    changeSubscription(server, async (_, subscription, token) => {
      const { id, move } = prescriptionOrderIn(subscription, "scheduled");
      await server.call(treatment.move, { params: { id }, body: { day: move?.last ?? "" } }, { token });
    }),
  subscription_restarted: (server) =>
    changeSubscription(server, async ({ id }, { id: subscriptionid }, token) => {
      await server.call(treatment.cancel, { params: { id }, body: {} }, { token });
      await server.call(treatment.restart, { params: { id }, body: { subscriptionid } }, { token });
    }),
  supply_cancelled: (server) =>
    changeSubscription(server, async (_, subscription, token) => {
      const params = { id: prescriptionOrderIn(subscription, "scheduled").id };
      await server.call(treatment.cancelPrescriptionOrder, { params }, { token });
    }),
  supply_refunded: async (server) => {
    const rosa = await inCare(server);
    await passDaysUntil(server, rosa, "renewal_charged");
    const params = { id: prescriptionOrderIn(await subscriptionOf(server, rosa), "processing").id };
    await server.call(treatment.cancelPrescriptionOrder, { params }, { token: await tokenOf(server, rosa) });
    return rosa;
  },
  subscription_paused: (server) =>
    changeSubscription(server, ({ id }, _, token) =>
      server.call(treatment.pause, { params: { id }, body: { months: 1 } }, { token }),
    ),
  one_subscription_paused: (server) =>
    changeSubscription(server, ({ id }, { id: subscriptionid }, token) =>
      server.call(
        treatment.pause,
        { params: { id }, body: { months: 1, subscriptionid, separately: true } },
        { token },
      ),
    ),
  subscription_resumed: (server) =>
    changeSubscription(server, async ({ id }, _, token) => {
      await server.call(treatment.pause, { params: { id }, body: { months: 1 } }, { token });
      await server.call(treatment.resume, { params: { id }, body: {} }, { token });
    }),
  offer_taken: (server) =>
    changeSubscription(server, ({ id }, _, token) =>
      server.call(treatment.preventCancel, { params: { id }, body: {} }, { token }),
    ),
  subscription_cancelled: (server) =>
    changeSubscription(server, ({ id }, _, token) =>
      server.call(treatment.cancel, { params: { id }, body: {} }, { token }),
    ),
  one_subscription_cancelled: (server) =>
    changeSubscription(server, ({ id }, { id: subscriptionid }, token) =>
      server.call(treatment.cancel, { params: { id }, body: { subscriptionid } }, { token }),
    ),
  done_as_asked: (server) =>
    changeSubscription(server, ({ id }, { id: subscriptionid }) => {
      const params = { id, subscriptionid };
      return server.call(care.pauseSubscription, { params, body: { asked: askedByPhone, months: 1 } }, { apiKey });
    }),
  charge_asked: async (server) => {
    const rosa = await declinePayment(server, "payment_failed");
    const params = { id: rosa.id };
    const { amount } = (await server.call(care.pastDue, { params }, { apiKey })).ok;
    const asked = { ...askedByPhone, callerproved: "birthday_and_email" as const };
    await server.call(care.chargePastDue, { params, body: { asked, amount } }, { apiKey });
    return rosa;
  },
  credit_given: async (server) => {
    const rosa = await server.newPatient();
    const body = { amount: 12, reason: "late" as const, note: "Two weeks late" };
    await server.call(care.giveCredit, { params: { id: rosa.id }, body }, { apiKey });
    return rosa;
  },
  credit_withdrawn: async (server) => {
    const rosa = await server.newPatient();
    const body = { amount: 13, reason: "late" as const, note: "Two weeks late" };
    const params = { id: rosa.id };
    const { credit } = (await server.call(care.giveCredit, { params, body }, { apiKey })).ok;
    await server.call(care.withdrawCredit, { params: { ...params, creditid: credit.id }, body: {} }, { apiKey });
    return rosa;
  },
  doctor_away: async (server) => {
    const rosa = await handedOver(server);
    const [from, until] = [clinicToday(server.services), addDays(clinicToday(server.services), 9)];
    await server.call(staff.setAbsence, { params: { doctorid: "elena_marsh" }, body: { from, until } }, { apiKey });
    while (new Date(server.clock.now()).getUTCHours() < 16) server.clock.advance(3_600_000);
    await server.jobs.enqueue(server.services.db, absenceMailQueue, {});
    await server.jobs.drain();
    await server.call(staff.endAbsence, { params: { doctorid: "elena_marsh" } }, { apiKey });
    return rosa;
  },
  answers_told: async (server) => {
    const rosa = await inCare(server);
    const answers = [{ questionid: "heart_and_clots", answer: ["leg_clot"] }];
    const body = { told: toldByPhone, answers, version: 1 };
    await server.call(care.recordTold, { params: { id: rosa.id }, body }, { apiKey });
    return rosa;
  },
  contact_changed: async (server) => {
    const rosa = await server.newPatient();
    const body = { asked: askedByPhone, phoneno: "2125550142" };
    await server.call(care.changeContact, { params: { id: rosa.id }, body }, { apiKey });
    return rosa;
  },
  email_change_begun: async (server) => {
    const rosa = await server.newPatient();
    const body = { asked: askedByPhone, email: `changed-${newId()}@example.com` };
    await server.call(care.changeContact, { params: { id: rosa.id }, body }, { apiKey });
    return rosa;
  },
  request_answered: async (server) => {
    const rosa = await inCare(server);
    const { ok } = await server.call(
      account.addRequest,
      { body: { kind: "correction", words: "I never smoked" } },
      { token: await tokenOf(server, rosa) },
    );
    const body = { outcome: "settled", logoutcome: "accepted" } as const;
    await server.call(care.endTask, { params: { id: ok.requests.items[0]?.id ?? "" }, body }, { apiKey });
    return rosa;
  },
  letter_issued: async (server) => {
    const rosa = await inCare(server);
    const body = { text: "To whom it may concern" };
    await server.call(care.issueLetter, { params: { id: rosa.id }, body }, { apiKey });
    return rosa;
  },
  subscriptions_merged: async (server) => {
    const [rosa, retired] = [await inCare(server), await inCare(server)];
    await mergeAccounts(server, { surviving: rosa, retired, pair: await linked(server, [rosa, retired]) });
    return rosa;
  },
  care_ends: (server) => noticed(server),
  care_goes_on: async (server) => {
    const { entryId, ...rosa } = await noticed(server);
    await server.call(care.endTask, { params: { id: entryId }, body: { outcome: "done" } }, { apiKey });
    return rosa;
  },
  care_open_again: async (server) => {
    const { entryId, ...rosa } = await noticed(server);
    await inTransaction(server.services, ({ db }) => setCareEnd(db, rosa.id, clinicToday(server.services)));
    await endCareWhoseDayCame(server.services);
    await server.call(care.endTask, { params: { id: entryId }, body: { outcome: "done" } }, { apiKey });
    return rosa;
  },
  care_ended: async (server) => {
    const rosa = await noticed(server);
    await inTransaction(server.services, ({ db }) => setCareEnd(db, rosa.id, clinicToday(server.services)));
    await endCareWhoseDayCame(server.services);
    return rosa;
  },
  referral_reward: async (server) => {
    const rosa = await server.newPatient();
    await referredFriend(server, rosa);
    return rosa;
  },
  email_changed: async (server) => {
    const { token, password, ...rosa } = await server.newPatient();
    const email = `changed-${newId()}@example.com`;
    await server.call(account.changeEmail, { body: { email, password } }, { token });
    await server.jobs.drain();
    const [mail] = await server.mailbox.list(email);
    const code = /code=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    await server.call(account.verifyEmail, { body: { code } });
    return { ...rosa, token, password };
  },
  password_changed: async (server) => {
    const rosa = await server.newPatient();
    const { token, password } = rosa;
    const body = { password, newpassword: "lantern by the lake" };
    await server.call(auth.changePassword, { body }, { token });
    return rosa;
  },
};

async function declinePayment(server: TestServer, template: TemplateId): Promise<TestPatient> {
  const rosa = await inCare(server);
  await declineCard(server, rosa, "insufficient_funds");
  return passDaysUntil(server, rosa, template);
}

/** Lets days pass until the patient has a notification of this template. */
async function passDaysUntil(server: TestServer, rosa: TestPatient, template: TemplateId): Promise<TestPatient> {
  for (let day = 0; day < maxDays && (await notificationIdsOf(server, rosa, template)).length === 0; day += 1) {
    await passDays(server, 1);
    await server.jobs.drain();
  }
  return rosa;
}

/** Ids of the patient's notifications of one template. */
export async function notificationIdsOf(
  { services }: TestServer,
  { id }: TestPatient,
  template: TemplateId,
): Promise<string[]> {
  const all = services.db.selectFrom("notification").select(["id", "dedupe_key"]).where("patient_id", "=", id);
  return (await all.execute()).filter(({ dedupe_key }) => dedupe_key?.startsWith(`${template}:`)).map((row) => row.id);
}

/** The gateway has an amount that differs from the order's. */
async function mismatchPayment(server: TestServer): Promise<TestPatient> {
  const rosa = await handedOver(server);
  const { db } = server.services;
  await db.updateTable("sandbox.intent").set({ amount: 1 }).where("order_id", "=", rosa.orderId).execute();
  await server.call(care.accept, { params: { id: rosa.id }, body: {} }, { apiKey });
  await server.call(care.approvePlan, { params: { id: rosa.id }, body: {} }, { apiKey });
  await server.jobs.drain();
  await notifyOfMismatch(server.services, rosa.orderId);
  return rosa;
}

async function orderOf({ services: { db } }: TestServer, { id }: TestPatient): Promise<string> {
  const row = db.selectFrom("customer_order").select("id").where("patient_id", "=", id);
  return (await row.executeTakeFirstOrThrow()).id;
}

/** The next prescription order waits until a doctor renews the prescription. */
async function exhaustRefills(server: TestServer): Promise<TestPatient> {
  const rosa = await inCare(server);
  const prescriptions = server.services.db.updateTable("prescription").set({ refills_left: 0 });
  await prescriptions.where("patient_id", "=", rosa.id).execute();
  return passDaysUntil(server, rosa, "renewal_asked");
}

async function prescriptionRenewalsOf(server: TestServer, { id }: TestPatient): Promise<string[]> {
  const { items } = (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey })).ok;
  return items.filter(({ patient }) => patient.id === id).map((request) => request.id);
}

/** The patient changes one of their subscriptions. */
async function changeSubscription(
  server: TestServer,
  change: (rosa: TestPatient, subscription: Subscription, token: string) => Promise<unknown>,
): Promise<TestPatient> {
  const rosa = await inCare(server);
  await change(rosa, await subscriptionOf(server, rosa), await tokenOf(server, rosa));
  return rosa;
}

/** The doctor changes the patient's patch. */
async function changeTreatmentTo(server: TestServer, pricingid: string): Promise<TestPatient> {
  const rosa = await inCare(server);
  await changeTreatment(server, rosa, { pricingid });
  return rosa;
}

/** The doctor approves the plan with another patch than the patient asked for. */
async function prescribedInstead(server: TestServer, productid: string): Promise<TestPatient> {
  const rosa = await handedOver(server);
  const params = { id: rosa.id };
  const replaced = {
    estradiol_patch_0_05: { productid, pricingid: `${productid}_1m`, reason: "It suits you better." },
  };
  await server.call(care.accept, { params, body: {} }, { apiKey });
  await server.call(care.approvePlan, { params, body: { replaced } }, { apiKey });
  return rosa;
}

/** A parcel comes back, for this reason. */
async function comesBack(server: TestServer, reason: ReturnReason): Promise<TestPatient> {
  const rosa = await inCare(server, { delivered: false });
  const params = { id: rosa.orderId };
  await server.call(care.shipOrder, { params, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } }, { apiKey });
  await server.call(care.returnOrder, { params, body: { reason } }, { apiKey });
  return rosa;
}

/** A patient whose care ends in 30 days. */
async function noticed(server: TestServer) {
  const rosa = await inCare(server);
  const fields = [
    { id: "endson", value: addDays(clinicToday(server.services), 30) },
    { id: "reason", value: "trust" },
  ];
  const body = { kind: "end_of_care", words: "Trust is gone.", fields };
  const { ok } = await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
  return { ...rosa, entryId: ok.id };
}
