import * as z from "zod/mini";
import { call } from "#app/api/api.ts";
import { Form } from "#app/forms/form.tsx";
import { AddressFields, addressNames, type AddressValues } from "#app/store/address-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { Output } from "#contract/endpoint.ts";
import { account } from "#contract/account.ts";
import { BillingAddress } from "#contract/entities.ts";

type OnFile = Output<typeof account.billingAddress>;
interface Values extends AddressValues {
  sameaddress: boolean;
}
type Body = { sameaddress: true } | (z.output<typeof BillingAddress> & { sameaddress: false });

/** An address of its own is checked only when it is wanted. */
const Schema = z.union([
  z.pipe(
    z.looseObject({ sameaddress: z.literal(true) }),
    z.transform(() => ({ sameaddress: true as const })),
  ),
  z.object({ ...BillingAddress.shape, sameaddress: z.literal(false) }),
]);

/** The billing address: the shipping address by one tick, or its own (spec §2.3). */
export function BillingForm({
  onFile,
  owner,
  onSaved,
}: {
  onFile: OnFile;
  owner: string;
  onSaved: (billing: OnFile) => void;
}) {
  const kept = onFile.sameaddress ? null : onFile.billingaddress;
  return (
    <Form<Values, Body>
      schema={billingSchema}
      names={["sameaddress", ...addressNames, "phoneno"]}
      defaultValues={{
        sameaddress: kept === null,
        address1: kept?.address1 ?? "",
        address2: kept?.address2 ?? "",
        city: kept?.city ?? "",
        state: kept?.state ?? "",
        zipcode: kept?.zipcode ?? "",
        phoneno: kept?.phoneno ?? "",
      }}
      draft={`${owner}:billing`}
      onSubmit={async (values) => {
        const { sameaddress, ...billingaddress } = values as Values;
        const body = sameaddress
          ? { sameaddress }
          : {
              sameaddress,
              billingaddress: { ...(billingaddress as z.output<typeof BillingAddress>), country: "US" as const },
            };
        onSaved(await call(account.updateBillingAddress, { body }));
      }}
    >
      {(parts) => (
        <>
          <Checkbox
            label="My billing information is the same as my shipping information"
            {...parts.field("sameaddress")}
          />
          {!parts.form.watch("sameaddress") && <AddressFields parts={parts} section="billing" phone />}
          <Button type="submit" wide busy={parts.busy} busyLabel="Saving">
            Continue
          </Button>
        </>
      )}
    </Form>
  );
}

/** Which of the two rules applies hangs on the tick, so that complaints stand at the fields. */
const billingSchema = Schema as unknown as z.ZodMiniType<Body, Values>;
