import { describe, expect, test } from "vitest";
import type { StaffCall } from "#clinic/api/client.ts";
import { fakeServer } from "#clinic/testing/fake-server.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { ContactMessage } from "#contract/care/contact.ts";
import { answeredText, answerLink, findMessage } from "./contact-message.ts";

const message = (number: number, change: Partial<ContactMessage> = {}): ContactMessage => ({
  id: staffId(number),
  reference: `C-10${number}`,
  patient: patient(1),
  topic: "treatment",
  name: "Maria Okafor",
  email: "maria@example.com",
  message: "My patch makes me itch.",
  sentat: "2026-11-25T12:00:00Z",
  answeredat: null,
  answeredby: null,
  ...change,
});

describe("decisions §11 a message of the contact form is answered by email", () => {
  test("the subject has the reference, and nothing of what was written or chosen", () => {
    const link = new URL(answerLink(message(1), "Calendula"));
    expect([link.protocol, link.pathname]).toEqual(["mailto:", "maria@example.com"]);
    expect([...link.searchParams]).toEqual([["subject", "Your message to Calendula (C-101)"]]);
  });

  test("who answered is said with the day, as far as it's known", () => {
    const answeredat = "2026-11-25T12:00:00Z";
    expect(answeredText({ answeredat, answeredby: "Ines Falk" })).toMatch(
      /^Marked as answered on November 25.* by Ines Falk\.$/,
    );
    expect(answeredText({ answeredat, answeredby: null })).not.toContain(" by ");
  });

  test.each(["a?bcc=x@example.com", "a,b@example.com", "a&body=hello@example.com", '"a@b"@example.com'])(
    "the address %s adds no recipient and no text",
    (email) => {
      const link = answerLink(message(1, { email }), "Calendula");
      const [address = "", query = ""] = link.slice("mailto:".length).split("?");
      expect(decodeURIComponent(address)).toBe(email);
      expect(address).not.toMatch(/[,;&]/);
      expect([...new URLSearchParams(query).keys()]).toEqual(["subject"]);
    },
  );
});

describe("a message is found among those that nobody has answered", () => {
  test("also on a later page", async () => {
    const { call, sent } = fakeServer([
      { items: [message(1)], nextpage: "bmV4dA" },
      { items: [message(2)], nextpage: null },
    ]);
    expect(await findMessage(call, staffId(2))).toMatchObject({ reference: "C-102" });
    expect(sent.map(({ url }) => new URL(url, "https://x").searchParams.get("nextpage"))).toEqual([null, "bmV4dA"]);
  });

  test("one that was answered isn't there", async () => {
    const { call } = fakeServer([{ items: [message(1)], nextpage: null }]);
    expect(await findMessage(call, staffId(3))).toBeNull();
  });

  test("a list that can't be read is a failure, not an answered message", async () => {
    const call = (() => Promise.reject(new Error("down"))) as StaffCall;
    await expect(findMessage(call, staffId(1))).rejects.toThrow("down");
  });
});
