import { describe, expect, test } from "vitest";
import { messageOf } from "./testing.ts";
import { newMessagesText, oneLineText, previewOf, senderName } from "./message-summary.ts";

describe("texts about messages", () => {
  test("the sender's name", () => {
    expect(senderName({ role: "doctor", name: "Dr. Grace Hollis" })).toBe("Dr. Grace Hollis");
    expect(senderName({ role: "nurse", name: "Ines Falk" })).toBe("Ines Falk");
    expect(senderName({ role: "patient", name: "Ada Sommer" })).toBe("You");
    expect(senderName({ role: "patient_services", name: "Patient services" })).toBe("Patient services");
  });

  test("a message in one line", () => {
    const photo = { id: "f", name: "a.pdf", type: "image/jpeg", bytes: 1, createdat: "2026-06-03T12:00:00Z" } as const;
    expect(oneLineText(messageOf({ message: " Two\n lines " }))).toBe("Two lines");
    expect(oneLineText(messageOf({ message: "", attachment: photo }))).toBe("Photo");
    expect(
      previewOf(messageOf({ role: "patient", message: "", attachment: { ...photo, type: "application/pdf" } })),
    ).toBe("You: a.pdf");
    expect([newMessagesText(1), newMessagesText(2)]).toEqual(["1 new message", "2 new messages"]);
  });
});
