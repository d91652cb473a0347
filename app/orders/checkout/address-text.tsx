interface Address {
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
}

export function AddressText({ address }: { address: Address }) {
  return (
    <address style={{ fontStyle: "normal" }}>
      {[address.address1, address.address2].filter(Boolean).join(", ")}
      <br />
      {address.city}, {address.state} {address.zipcode}
    </address>
  );
}
