import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** A passkey in software: signs what a page of `origin` asks for, as a phone or a security key does. `counts` raises its counter at each use. */
export function softwarePasskey({ origin, counts = false }: { readonly origin: string; readonly counts?: boolean }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const rpIdHash = createHash("sha256").update(new URL(origin).hostname).digest();
  let counter = 0;

  /** Authenticator data (WebAuthn §6.1): present and verified, the counter, and at the start the key. */
  const authenticatorData = (credential = Buffer.alloc(0)) => {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 0x01 | 0x04 | (credential.length > 0 ? 0x40 : 0);
    return Buffer.concat([rpIdHash, Buffer.of(flags), count, credential]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const respond = (response: Record<string, string | string[]>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    /** Sets the counter back, as a copy of the key would have it. */
    rewind: () => void (counter = 0),
    /** Answers the options of a new passkey. */
    create({ challenge }: { readonly challenge: string }) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, Buffer.from(key)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authenticatorData(credential))],
      ]);
      return respond({
        clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal"],
      });
    },
    /** Answers a challenge. */
    get({ challenge }: { readonly challenge: string }) {
      const data = authenticatorData();
      const client = clientData("webauthn.get", challenge);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return respond({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}
