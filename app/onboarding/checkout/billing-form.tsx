import { call } from "#app/api/api.ts";
import { Form } from "#app/forms/form.tsx";
import {
  billingBody,
  billingDefaults,
  BillingFields,
  billingNames,
  type BillingOnFile,
  billingSchema,
  type BillingValues,
} from "#app/store/billing-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { account } from "#contract/account.ts";

/** The billing address of the visit, saved by itself. */
export function BillingForm({
  onFile,
  owner,
  onSaved,
}: {
  onFile: BillingOnFile;
  owner: string;
  onSaved: (billing: BillingOnFile) => void;
}) {
  return (
    <Form<BillingValues, BillingValues>
      schema={billingSchema}
      names={[...billingNames]}
      defaultValues={billingDefaults(onFile)}
      draft={`${owner}:billing`}
      onSubmit={async (values) => onSaved(await call(account.updateBillingAddress, { body: billingBody(values) }))}
    >
      {(parts) => (
        <>
          <BillingFields parts={parts} />
          <Button type="submit" wide busy={parts.busy} busyLabel="Saving">
            Continue
          </Button>
        </>
      )}
    </Form>
  );
}
