import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session.ts";
import { AddressText } from "#app/store/address-text.tsx";
import { formatPhone } from "#app/ui/digits.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { Output } from "#contract/endpoint.ts";
import { store } from "#contract/store.ts";
import { Editable } from "./editable.tsx";
import { Section } from "./section.tsx";
import { SettingsPage } from "./settings-page.tsx";
import { ShippingForm } from "./shipping-form.tsx";

export type ShippingAddress = Output<typeof store.shippingAddresses>["items"][number];

/** Where her orders go. Another state is explained before anything changes. */
export default function ShippingAddressPage() {
  const addresses = useQuery({ ...queryOf(store.shippingAddresses, {}), staleTime: 0 });
  const { record } = useSession();
  return (
    <SettingsPage
      title="Shipping address"
      lead="Your next orders go here. An order you placed already goes where you asked then."
    >
      {addresses.isError && !addresses.data ? (
        <LoadError query={addresses} />
      ) : addresses.data && record ? (
        <Addresses addresses={addresses.data.items} owner={record.id} />
      ) : (
        <Skeleton kind="card" count={1} />
      )}
    </SettingsPage>
  );
}

function Addresses({ addresses, owner }: { addresses: readonly ShippingAddress[]; owner: string }) {
  const current = addresses.find((address) => address.default);
  const earlier = addresses.filter((address) => address !== current);
  if (!current) return <FirstAddress owner={owner} />;
  const draft = `${owner}:shipping`;
  return (
    <>
      <Editable
        id="shipping"
        title="We ship to"
        draft={draft}
        form={(close) => <ShippingForm address={current} draft={draft} onDone={close} />}
      >
        <AddressOf address={current} />
      </Editable>
      {earlier.length > 0 && (
        <Section id="earlier" title="Earlier addresses">
          <p>We keep them for your records. Nothing new goes there.</p>
          {earlier.map((address) => (
            <AddressOf key={address.id} address={address} />
          ))}
        </Section>
      )}
    </>
  );
}

/** Nothing is on file: the form is the page. */
function FirstAddress({ owner }: { owner: string }) {
  const [said, setSaid] = useState("");
  return (
    <Section id="shipping" title="Add your address">
      <p aria-live="polite">{said || "You have no shipping address yet. Tell us where your orders should go."}</p>
      <ShippingForm address={null} draft={`${owner}:shipping`} onDone={(words = "") => setSaid(words)} />
    </Section>
  );
}

function AddressOf({ address }: { address: ShippingAddress }) {
  const name = [address.firstname, address.lastname].filter(Boolean).join(" ");
  return (
    <Stack gap="xs">
      {name && <p>{name}</p>}
      <AddressText address={address} />
      {address.phoneno && <p>{formatPhone(address.phoneno)}</p>}
    </Stack>
  );
}
