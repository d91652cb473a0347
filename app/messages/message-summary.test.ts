import { describe, expect, test } from "vitest";
import { messageOf } from "./testing.ts";
import { newMessagesText, oneLineText, previewOf, senderName } from "./message-summary.ts";

describe("texts about messages", () => {
  test("the sender's name", () => {
    expect(senderName({ role: "doctor", name: "Dr. Grace Hollis", title: null })).toBe("Dr. Grace Hollis");
    expect(senderName({ role: "nurse", name: "Ines Falk", title: null })).toBe("Ines Falk");
    expect(senderName({ role: "patient", name: "Ada Sommer", title: null })).toBe("You");
    expect(senderName({ role: "patient", name: "Ana Frost", title: "Helper of Ada" })).toBe("Ana Frost");
    expect(senderName({ role: "patient_services", name: "Patient services", title: null })).toBe("Patient services");
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
