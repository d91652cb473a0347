import { call } from "#app/api/call.ts";
import { Form } from "#app/forms/form.tsx";
import {
  toBillingBody,
  billingFormDefaults,
  BillingFields,
  billingNames,
  type BillingOnFile,
  billingSchema,
  type BillingValues,
} from "#app/orders/checkout/billing-fields.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { account } from "#contract/account/calls.ts";

/** The visit's billing address, saved separately. */
export function BillingForm({
  onFile,
  patientId,
  onSaved,
}: {
  onFile: BillingOnFile;
  patientId: string;
  onSaved: (billing: BillingOnFile) => void;
}) {
  return (
    <Form<BillingValues, BillingValues>
      schema={billingSchema}
      names={[...billingNames]}
      defaultValues={billingFormDefaults(onFile)}
      draft={`${patientId}:billing`}
      onSubmit={async (values) => onSaved(await call(account.updateBillingAddress, { body: toBillingBody(values) }))}
    >
      {(controls) => (
        <>
          <BillingFields controls={controls} />
          <Button type="submit" wide busy={controls.busy} busyLabel="Saving">
            Continue
          </Button>
        </>
      )}
    </Form>
  );
}
