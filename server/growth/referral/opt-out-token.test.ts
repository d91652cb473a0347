import { expect, test } from "vitest";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { verifyOptOutToken, invitedEmailDigest, invitationOptOutToken } from "./opt-out-token.ts";

const secrets = createSecrets("a key for tests, long enough for it");
const token = invitationOptOutToken(secrets, "Mia@Example.com ");

test("an opt-out token identifies its address, however that is written", () => {
  expect(verifyOptOutToken(secrets, token)).toEqual(invitedEmailDigest(secrets, "mia@example.com"));
  expect(token).not.toContain("mia");
});

test("tags of one mailbox are one friend; other mailboxes are other friends", () => {
  const digest = invitedEmailDigest(secrets, "mia@example.com");
  for (const tagged of ["mia+1@example.com", "Mia+news+more@example.com"])
    expect(invitedEmailDigest(secrets, tagged)).toEqual(digest);
  for (const other of ["mia1@example.com", "+mia@example.com", "mia@example.org"])
    expect(invitedEmailDigest(secrets, other)).not.toEqual(digest);
});

test.each([
  ["nothing", ""],
  ["a part of it", token.slice(0, -4)],
  [
    "another digest with its signature",
    invitationOptOutToken(secrets, "zoe@example.com").slice(0, 43) + token.slice(43),
  ],
  [
    "one made with another key",
    invitationOptOutToken(createSecrets("another key, also long enough for it"), "mia@example.com"),
  ],
])("%s is not a valid token", (_, forged) => {
  expect(verifyOptOutToken(secrets, forged)).toBeNull();
});
