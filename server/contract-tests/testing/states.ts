import { type RawBuilder, type Selectable, sql } from "kysely";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import { openItem } from "#server/inbox/testing/items.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { sealTreatmentChangeTexts } from "#server/treatment/snapshot/change-queries.ts";
import { sealSuggestionTexts } from "#server/treatment/suggestions/suggestion-queries.ts";
import type { World } from "./in-state.ts";

type Statement = (world: World, value: string) => RawBuilder<unknown>;

const yesterday = ({ server }: World) => new Date(server.clock.now().getTime() - 86_400_000);
const waiting =
  (kind: InboxKind) =>
  (world: World): Promise<string> =>
    openItem[kind](world.server, world, yesterday(world));

/** Puts the patient's row, which `first` makes where there is none, into a state. */
const put =
  (statement: Statement, first: (world: World) => Promise<unknown> = () => Promise.resolve()) =>
  async (world: World, value: string): Promise<unknown> => {
    await first(world);
    return world.run(statement(world, value));
  };

/** The first order as one whose effects aren't applied yet, of somebody a friend has brought. */
const unsettled = async ({ run, id, orderId }: World) => {
  await run(sql`update care_case set payment_settled_at = null where patient_id = ${id}`);
  await run(sql`update prescription_order set completed_at = null where order_id = ${orderId}`);
  await run(sql`insert into referral_code (patient_id, code, created_at) values (${newId()}, 'FRIEND', now())`);
  await run(sql`update onboarding set used_referral_code = 'FRIEND' where patient_id = ${id}`);
};

/** Nothing of the first order was sent, and the visit isn't finished. */
const unsent = async ({ run, id, orderId }: World) => {
  await run(sql`delete from shipment where order_id = ${orderId}`);
  await run(sql`update onboarding set status = 'PENDING', payment_started_at = now() where patient_id = ${id}`);
};

/** The parcel came back, and the order waits to be sent again. */
const returned = async ({ run, orderId }: World) => {
  await run(sql`update customer_order set status = 'paid' where id = ${orderId}`);
  await run(sql`update shipment set returned_at = now(), return_reason = 'other' where order_id = ${orderId}`);
};

/** A medicine suggested so long ago that the inbox has it. */
const suggestion = ({ run, id, services }: World) => {
  const suggestionId = newId();
  const { note_sealed } = sealSuggestionTexts(services.secrets, suggestionId, {
    directions: undefined,
    note: "Try it",
  });
  return run(sql`insert into medicine_suggestion (id, patient_id, doctor_id, status, product_id, pricing_id, note_sealed, created_at)
    select ${suggestionId}, ${id}, min(id), 'waiting', 'estradiol_vaginal_insert', 'estradiol_vaginal_insert_1m', ${note_sealed},
      ${services.clock.now()}::timestamptz - interval '4 days' from doctor`);
};

/** A change of a medicine the patient takes, with the doctor's directions until it begins. */
const changeWithDirections = async (world: World) => {
  const { run, id, services } = world;
  const change = await waiting("change")(world);
  const { until_directions_sealed } = sealTreatmentChangeTexts(services.secrets, change, {
    ...{ directions: undefined, note: undefined, untilDirections: "Half of it" },
  });
  await run(sql`update treatment_change set until = 'directions', until_directions_sealed = ${until_directions_sealed},
    from_prescription_id = (select min(id::text) from prescription where patient_id = ${id})::uuid where id = ${change}`);
};

/** The medicine it is changed from isn't prescribed any more. */
const agreedChange = async (world: World) => {
  await changeWithDirections(world);
  await world.run(
    sql`update treatment_change set status = 'agreed', decided_at = created_at where patient_id = ${world.id}`,
  );
  await world.run(sql`update prescription set status = 'ended', discontinued_at = now()
    where id in (select from_prescription_id from treatment_change where patient_id = ${world.id})`);
};

/** The next charges were announced, and their day has come. */
const due = ({ run, id }: World) =>
  run(sql`update prescription_order set reminded_on = charge_on, charge_on = charge_on - 60
    where patient_id = ${id} and status = 'scheduled'`);

const failed = ({ run, id }: World) =>
  run(sql`update prescription_order set failed_on = charge_on - 60, retry_on = charge_on - 57, attempts = 1
    where patient_id = ${id} and status = 'scheduled'`);

const upsellOrder = (status: string) => async (world: World) => {
  const id = await waiting("ready")(world);
  await world.run(sql`update customer_order set kind = 'upsell', status = ${status} where id = ${id}`);
  await world.run(sql`insert into upsell_request (id, patient_id, order_id, status, requested_at, decided_at)
    values (${newId()}, ${world.id}, ${id}, 'declined', now(), now())`);
};

const setUpsell: Statement = ({ id }, value) => sql`
  update upsell_request set status = ${value}, decided_at = case when ${value} <> 'open' then now() end
  where patient_id = ${id}`;

const setSubscription: Statement = ({ id }, value) => sql`
  update subscription set status = ${value},
    paused_at = case when ${value} = 'paused' then created_at end,
    paused_until = case when ${value} = 'paused' then '2035-01-01'::date end,
    cancelled_at = case when ${value} = 'cancelled' then created_at end where patient_id = ${id}`;

const setOrder: Statement = ({ orderId }, value) =>
  sql`update customer_order set status = ${value} where id = ${orderId}`;

/** With the payment as it is then, about which nobody has decided. */
const setOrderAndPayment: Statement = ({ orderId }, value) => sql`
  with payment as (
    update payment_intent set capture_or_void = null, status = case
      when ${value} = 'pending' then 'created' when ${value} in ('authorizing', 'unknown') then 'unknown'
      when ${value} = 'authorized' then 'requires_capture' when ${value} = 'mismatch' then 'mismatch'
      when ${value} = 'voided' then 'canceled' when ${value} in ('failed', 'cancelled') then 'declined' else 'succeeded' end
    where order_id = ${orderId})
  update customer_order set status = ${value} where id = ${orderId}`;

/**
 * How a patient in care, whose first parcel has arrived, comes into each state of a list of the database; what stands behind a colon tells apart where
 * they come from. The tests say what is told of them then.
 */
export const states = {
  "care_case.status": put(({ id }, value) => sql`update care_case set status = ${value} where patient_id = ${id}`),
  "conversation.kind": put(
    ({ id }, value) => sql`insert into conversation (id, patient_id, kind, created_at, waiting_since)
      values (${newId()}, ${id}, ${value}, now(), now())
      on conflict (patient_id, kind) do update set waiting_since = now()`,
  ),
  "customer_order.kind": put(
    ({ orderId }, value) => sql`update customer_order set kind = ${value} where id = ${orderId}`,
  ),
  "customer_order.status": put(setOrder, unsettled),
  "customer_order.status: nothing sent": put(setOrderAndPayment, unsent),
  "customer_order.status: an upsell": put(
    ({ id }, value) => sql`update customer_order set status = ${value} where patient_id = ${id} and kind = 'upsell'`,
    upsellOrder("authorized"),
  ),
  "dispute.status": put(
    ({ id }, value) => sql`update dispute set status = ${value} where patient_id = ${id}`,
    waiting("dispute"),
  ),
  "emergency_report.source": put(
    ({ id }, value) => sql`update emergency_report set source = ${value},
      conversation_id = case when ${value} = 'message' then ${newId()}::uuid end,
      followup_id = case when ${value} = 'followup' then ${newId()}::uuid end where patient_id = ${id}`,
    waiting("emergency"),
  ),
  "followup.status": put(
    ({ id }, value) => sql`update followup set status = ${value},
      claimed_at = case when ${value} <> 'SENT' then sent_at end,
      completed_at = case when ${value} = 'COMPLETED' then sent_at end,
      awaiting_doctor_since = case when ${value} = 'COMPLETED' then sent_at end where patient_id = ${id}`,
    // The one somebody else was sent.
    ({ run, id }) => run(sql`update followup set patient_id = ${id}`),
  ),
  "notification.kind": put(
    ({ id }, value) => sql`update notification set kind = ${value},
      conversation_id = case when ${value} = 'message' then ${newId()}::uuid end where patient_id = ${id}`,
  ),
  "onboarding.identity_status": put(
    ({ id }, value) => sql`update onboarding set identity_status = ${value},
      identity_review_started_at = case when ${value} = 'review' then now() end where patient_id = ${id}`,
  ),
  "onboarding.status": put(({ id }, value) => sql`update onboarding set status = ${value} where patient_id = ${id}`),
  "patient.failed_transaction_reason": put(
    ({ id }, value) => sql`update patient set failed_transaction_reason = ${value} where id = ${id}`,
    waiting("past_due"),
  ),
  "payment_intent.status": put(
    ({ orderId }, value) => sql`update payment_intent set status = ${value} where order_id = ${orderId}`,
    ({ run, id }) =>
      run(sql`update payment_source set refused_at = created_at - interval '1 day' where patient_id = ${id}`),
  ),
  "medicine_suggestion.status": put(
    ({ id }, value) => sql`update medicine_suggestion set status = ${value},
      decided_at = case when ${value} <> 'waiting' then created_at end where patient_id = ${id}`,
    suggestion,
  ),
  "prescription.status": put(
    ({ id }, value) => sql`update prescription set status = ${value} where patient_id = ${id}`,
  ),
  "prescription_order.status": put(
    ({ id, orderId }, value) => sql`update prescription_order set status = ${value},
      order_id = case when ${value} = 'ordered' then ${orderId}::uuid end where patient_id = ${id} and status = 'scheduled'`,
    due,
  ),
  "prescription_order.status: failed": put(
    ({ id, orderId }, value) => sql`update prescription_order set status = ${value},
      order_id = case when ${value} = 'ordered' then ${orderId}::uuid end where patient_id = ${id} and status = 'scheduled'`,
    waiting("past_due"),
  ),
  "refund.status": put(
    ({ orderId }, value) => sql`
      insert into refund (id, payment_intent_id, amount_cents, status, reason, created_at, last_attempt_at)
      select ${newId()}, id, 100, ${value}, 'asked', updated_at, updated_at from payment_intent where order_id = ${orderId}`,
  ),
  "renewal_request.status": put(
    ({ id }, value) => sql`update renewal_request set status = ${value} where patient_id = ${id}`,
    waiting("renewal"),
  ),
  "screening_hit.outcome": put(
    ({ id }, value) => sql`insert into screening_hit (patient_id, rule_id, outcome, content_version, rule_version, at)
      values (${id}, 'lupus', ${value}, '', '', now())`,
  ),
  "shipment.return_reason": put(
    ({ orderId }, value) => sql`update shipment set return_reason = ${value} where order_id = ${orderId}`,
    returned,
  ),
  "subscription.status": put(setSubscription),
  "subscription.status: due": put(setSubscription, due),
  "subscription.status: failed": put(setSubscription, failed),
  "treatment_change.status": put(
    ({ id }, value) => sql`update treatment_change set status = ${value},
      decided_at = case when ${value} <> 'waiting' then created_at end where patient_id = ${id}`,
    waiting("change"),
  ),
  "treatment_change.status: with directions": put(
    ({ id }, value) => sql`update treatment_change set status = ${value},
      decided_at = case when ${value} <> 'waiting' then created_at end where patient_id = ${id}`,
    changeWithDirections,
  ),
  "treatment_change.until": put(
    ({ id }, value) => sql`update treatment_change set until = ${value},
      until_directions_sealed = case when ${value} = 'directions' then until_directions_sealed end where patient_id = ${id}`,
    agreedChange,
  ),
  "upsell_request.status: authorized": put(setUpsell, upsellOrder("authorized")),
  "upsell_request.status: voided": put(setUpsell, upsellOrder("voided")),
} as const;

export type StateList = keyof typeof states;
export type Column<List extends string> = List extends `${infer Before}: ${string}` ? Before : List;
/** The values of a list, as the migrated database has them. */
export type ValueOf<List extends StateList> =
  Column<List> extends `${infer Table}.${infer Name}` ? Extract<ValueIn<Table, Name>, string> : never;
type ValueIn<Table, Name> = Table extends keyof Tables
  ? Name extends keyof Selectable<Tables[Table]>
    ? Selectable<Tables[Table]>[Name]
    : never
  : never;
