import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { DoctorThread } from "#contract/messages/doctor-thread.ts";
import { DoctorMessageCard } from "./doctor-message-card.tsx";

vi.stubGlobal("location", { origin: "https://calendula.example" });

const doctor = { name: "Dr. Ada Hill", profileUrl: "/doctors/doctor-1.svg" };
const latest: NonNullable<DoctorThread["latest"]> = {
  id: "0198f000-0000-7000-8000-000000000041",
  seq: 3,
  name: "Dr. Ruth Okafor",
  title: null,
  profileUrl: "/doctors/doctor-2.svg",
  message: "How are your nights?",
  hasattachment: false,
  article: null,
  createdat: new Date().toISOString(),
  unread: true,
  answeredat: null,
};
const readOnly: DoctorThread = {
  conversationid: "0198f000-0000-7000-8000-000000000042",
  open: false,
  latest,
  emergency: null,
};
const shown = (thread: DoctorThread | null) =>
  renderToStaticMarkup(
    <DoctorMessageCard doctor={doctor} thread={thread}>
      <p>Cares for women in midlife.</p>
    </DoctorMessageCard>,
  );

test("a message is shown with who wrote it, their picture, when, and that it is new", () => {
  const markup = shown(readOnly);
  expect(markup).toContain("Dr. Ruth Okafor</h2>");
  expect(markup).toContain('src="/doctors/doctor-2.svg"');
  expect(markup).toContain("How are your nights?");
  expect(markup).toMatch(/<time [^>]*>Today at /);
  expect(markup).toContain(">New<");
  expect(markup).not.toContain("Cares for women in midlife.");
});

test("a nurse's message has the nurse's name and role, and not the doctor's picture; the answer still goes to the doctor", () => {
  const byNurse = { ...latest, name: "Ines Falk", title: "Nurse", profileUrl: null };
  const markup = shown({ ...readOnly, open: true, latest: byNurse });
  expect(markup).toContain("Ines Falk</h2>");
  expect(markup).toContain("Nurse</p>");
  expect(markup).not.toContain("<img");
  expect(markup).not.toContain("Ada Hill");
});

test("it says when the patient wrote back", () => {
  const answered = { ...latest, unread: false, answeredat: new Date().toISOString() };
  const markup = shown({ ...readOnly, latest: answered });
  expect(markup).toContain("You replied today at ");
  expect(markup).not.toContain(">New<");
});

test("what goes with it to read is opened from here", () => {
  const article = { id: "missed_dose", title: "I missed a dose", href: "/support/missed_dose" };
  expect(shown({ ...readOnly, latest: { ...latest, article } })).toContain('href="/support/missed_dose"');
});

test("a file is named and opened in the conversation", () => {
  const markup = shown({ ...readOnly, latest: { ...latest, message: "", hasattachment: true } });
  expect(markup).toContain("See the file Dr. Ruth Okafor sent you");
});

test("where the patient cannot write, only the conversation is offered", () => {
  const markup = shown(readOnly);
  expect(markup).not.toContain("Write back</span>");
  expect(markup).toContain('href="/messages/doctor"');
});

test("before a message there is the doctor", () => {
  for (const thread of [null, { ...readOnly, latest: null }]) {
    const markup = shown(thread);
    expect(markup).toContain("Dr. Ada Hill</h2>");
    expect(markup).toContain("Cares for women in midlife.");
    expect(markup).toContain(thread ? "Open your conversation" : "Write a message");
  }
});
