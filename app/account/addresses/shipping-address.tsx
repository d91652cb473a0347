import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { AddressText } from "#app/orders/checkout/address-text.tsx";
import { formatPhone } from "#app/ui/forms/digits.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import { store } from "#contract/cart/calls.ts";
import { EditableSection } from "../settings/editable-section.tsx";
import { SettingsSection } from "../settings/settings-section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { ShippingForm } from "./shipping-form.tsx";

export type ShippingAddress = Output<typeof store.shippingAddresses>["items"][number];

/** The shipping address. A move to another state is explained before anything changes. */
export default function ShippingAddressPage() {
  const addresses = useQuery({ ...queryOf(store.shippingAddresses, {}), staleTime: 0 });
  const { record } = useSession();
  return (
    <SettingsPage
      title="Shipping address"
      lead="Your next orders will go here. Orders you already placed will go to the address you gave then."
    >
      {addresses.isError && !addresses.data ? (
        <LoadError query={addresses} />
      ) : addresses.data && record ? (
        <AddressesOnFile addresses={addresses.data.items} patientId={record.id} />
      ) : (
        <Skeleton shape="card" count={1} />
      )}
    </SettingsPage>
  );
}

function AddressesOnFile({ addresses, patientId }: { addresses: readonly ShippingAddress[]; patientId: string }) {
  const current = addresses.find((address) => address.default);
  const earlier = addresses.filter((address) => address !== current);
  if (!current) return <NewAddressForm patientId={patientId} />;
  const draft = `${patientId}:shipping`;
  return (
    <>
      <EditableSection
        id="shipping"
        title="We ship to"
        draft={draft}
        form={(close) => <ShippingForm address={current} draft={draft} onDone={close} />}
      >
        <AddressWithName address={current} />
      </EditableSection>
      {earlier.length > 0 && (
        <SettingsSection id="earlier" title="Earlier addresses">
          <p>We keep these for your records. Nothing new will go there.</p>
          {earlier.map((address) => (
            <AddressWithName key={address.id} address={address} />
          ))}
        </SettingsSection>
      )}
    </>
  );
}

/** No address on file: shows the form directly. */
function NewAddressForm({ patientId }: { patientId: string }) {
  const [message, setMessage] = useState("");
  return (
    <SettingsSection id="shipping" title="Add your address">
      <p aria-live="polite">{message || "You don't have a shipping address yet. Tell us where to send your orders."}</p>
      <ShippingForm
        address={null}
        draft={`${patientId}:shipping`}
        onDone={(savedMessage = "") => setMessage(savedMessage)}
      />
    </SettingsSection>
  );
}

function AddressWithName({ address }: { address: ShippingAddress }) {
  const name = [address.firstname, address.lastname].filter(Boolean).join(" ");
  return (
    <Stack gap={2}>
      {name && <p>{name}</p>}
      <AddressText address={address} />
      {address.phoneno && <p>{formatPhone(address.phoneno)}</p>}
    </Stack>
  );
}
