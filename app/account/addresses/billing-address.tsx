import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { Form } from "#app/forms/form.tsx";
import { AddressText } from "#app/orders/checkout/address-text.tsx";
import {
  toBillingBody,
  billingFormDefaults,
  BillingFields,
  billingNames,
  type BillingOnFile,
  billingSchema,
  type BillingValues,
} from "#app/orders/checkout/billing-fields.tsx";
import { formatPhone } from "#app/ui/forms/digits.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import { EditableSection, SaveCancelButtons } from "../settings/editable-section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { UnsavedChangesGuard } from "../settings/unsaved-changes.tsx";

/** The billing address: same as the shipping address with one tick, or a separate one. */
export default function BillingAddress() {
  const billing = useQuery({ ...queryOf(account.billingAddress, {}), staleTime: 0 });
  const { record } = useSession();
  return (
    <SettingsPage title="Billing address" lead="Your bank checks that it matches your card.">
      {billing.isError && !billing.data ? (
        <LoadError query={billing} />
      ) : billing.data && record ? (
        <BillingAddressOnFile billing={billing.data} draft={`${record.id}:billing`} />
      ) : (
        <Skeleton shape="card" count={1} />
      )}
    </SettingsPage>
  );
}

function BillingAddressOnFile({ billing, draft }: { billing: BillingOnFile; draft: string }) {
  const { sameaddress, billingaddress } = billing;
  return (
    <EditableSection
      id="billing"
      title="Your billing address"
      draft={draft}
      form={(close) => <BillingAddressForm billing={billing} draft={draft} onDone={close} />}
    >
      {billingaddress ? (
        <Stack gap={2}>
          <AddressText address={billingaddress} />
          {billingaddress.phoneno && <p>{formatPhone(billingaddress.phoneno)}</p>}
          {sameaddress && <p>The same as your shipping address.</p>}
        </Stack>
      ) : (
        <p>You haven't added one yet.</p>
      )}
    </EditableSection>
  );
}

function BillingAddressForm({
  billing,
  draft,
  onDone,
}: {
  billing: BillingOnFile;
  draft: string;
  onDone: (message?: string) => void;
}) {
  const cache = useQueryClient();
  const savedValues = billingFormDefaults(billing);
  return (
    <Form<BillingValues, BillingValues>
      schema={billingSchema}
      names={[...billingNames]}
      defaultValues={{ ...savedValues, phoneno: formatPhone(savedValues.phoneno ?? "") }}
      draft={draft}
      onSubmit={async (values) => {
        const saved = await call(account.updateBillingAddress, { body: toBillingBody(values) });
        cache.setQueryData(queryOf(account.billingAddress, {}).queryKey, saved);
        onDone("Saved.");
      }}
    >
      {(controls) => (
        <>
          <UnsavedChangesGuard dirty={controls.form.formState.isDirty && !controls.form.formState.isSubmitSuccessful} />
          <BillingFields controls={controls} />
          <SaveCancelButtons busy={controls.busy} onCancel={() => onDone()} />
        </>
      )}
    </Form>
  );
}
