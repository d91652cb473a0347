import { useQueryClient } from "@tanstack/react-query";
import { useState, Suspense } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import type * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { refetchShowing } from "#app/api/query.ts";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { Form } from "#app/forms/form.tsx";
import {
  AddressFields,
  addressNames,
  type AddressValues,
  apartmentValue,
} from "#app/orders/checkout/address-fields.tsx";
import { formatPhone } from "#app/ui/forms/digits.ts";
import { account } from "#contract/account/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { ShippingAddressBody } from "#contract/orders/addresses.ts";
import { store } from "#contract/cart/calls.ts";
import { SaveCancelButtons } from "../settings/editable-section.tsx";
import type { StateChangeAnswer } from "./state-change-dialog.tsx";
import type { ShippingAddress } from "./shipping-address.tsx";
import { UnsavedChangesGuard } from "../settings/unsaved-changes.tsx";
import { zipConfirmedOf } from "#contract/fields/zip-states.ts";

const MovingDialog = lazyRoute(() => import("./state-change-dialog.tsx")).Part;

type Body = z.output<typeof ShippingAddressBody>;
type Effects = Output<typeof account.shippingEffects>;
interface StateChangeQuestion {
  readonly effects: Effects;
  readonly answer: (answer: StateChangeAnswer) => void;
}

/**
 * Changes the shipping address or adds the first one. For another state, the patient first sees what changes and may keep the old address.
 */
export function ShippingForm({
  address,
  draft,
  onDone,
}: {
  address: ShippingAddress | null;
  draft: string;
  onDone: (message?: string) => void;
}) {
  const cache = useQueryClient();
  const [question, setQuestion] = useState<StateChangeQuestion | null>(null);
  const keyed = useKeyedRequests();

  async function confirmStateChange(state: string): Promise<StateChangeAnswer> {
    const effects = await call(account.shippingEffects, { query: { state } });
    if (effects.possible === "same" || (effects.possible === "yes" && effects.from === null)) return "go";
    const answered = await new Promise<StateChangeAnswer>((answer) => setQuestion({ effects, answer }));
    setQuestion(null);
    return answered;
  }

  async function save(values: Body) {
    const answer = values.state === address?.state ? "go" : await confirmStateChange(values.state);
    if (answer === "keep") return onDone("Nothing changed. Your address stays as it is.");
    if (answer === "back") return;
    const { firstname, lastname } = address ?? {};
    const body = { ...values, ...(firstname && { firstname }), ...(lastname && { lastname }) };
    if (address) await call(store.updateShippingAddress, { params: { id: address.id }, body });
    else await keyed(body, (key) => call(store.createShippingAddress, { body }, { key }));
    // State, doctor, totals and an identical billing address depend on the shipping address.
    await refetchShowing(cache, ["user", "treatment"]);
    onDone("Saved. Your next order will go to this address.");
  }

  return (
    <>
      <Form<AddressValues, Body>
        schema={ShippingAddressBody as unknown as z.ZodMiniType<Body, AddressValues>}
        names={[...addressNames, "phoneno"]}
        defaultValues={{
          address1: address?.address1 ?? "",
          address2: apartmentValue(address),
          state: address?.state ?? "",
          city: address?.city ?? "",
          zipcode: address?.zipcode ?? "",
          zipconfirmed: zipConfirmedOf(address),
          phoneno: formatPhone(address?.phoneno ?? ""),
        }}
        draft={draft}
        onSubmit={save}
      >
        {(controls) => (
          <>
            <UnsavedChangesGuard
              dirty={controls.form.formState.isDirty && !controls.form.formState.isSubmitSuccessful}
            />
            <AddressFields controls={controls} section="shipping" phone />
            <SaveCancelButtons busy={controls.busy} onCancel={address ? () => onDone() : undefined} />
          </>
        )}
      </Form>
      {question && (
        <Suspense fallback={null}>
          <MovingDialog effects={question.effects} onAnswer={question.answer} />
        </Suspense>
      )}
    </>
  );
}
