import { describe, expect, test } from "vitest";
import { cannedReplies } from "./canned-replies.ts";

const reply = (id: string, to: ("doctor" | "patient_services")[], text: string) => ({ id, title: id, to, text });
const content = {
  cannedreplies: [
    reply("both", ["doctor", "patient_services"], "Hello {{firstname}}"),
    reply("services", ["patient_services"], "Ask {{doctor}}"),
    reply("plain", ["doctor"], "Thank you"),
  ],
};

describe("canned replies", () => {
  test("are those of the conversation's kind, with the patient's name and doctor filled in", () => {
    const values = { firstname: "Rosa", doctor: "Dr. Marsh" };
    expect(cannedReplies(content, "patient_services", values)).toEqual([
      { id: "both", title: "both", text: "Hello Rosa" },
      { id: "services", title: "services", text: "Ask Dr. Marsh" },
    ]);
    expect(cannedReplies(content, "doctor", values).map(({ id }) => id)).toEqual(["both", "plain"]);
  });

  test("one that needs what is not known of the patient is left out: a text with a gap is never offered", () => {
    expect(cannedReplies(content, "patient_services", { firstname: "Rosa", doctor: null }).map(({ id }) => id)).toEqual(
      ["both"],
    );
    expect(cannedReplies(content, "doctor", { firstname: null, doctor: null }).map(({ id }) => id)).toEqual(["plain"]);
  });
});
