import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { type Answer, createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient, queryKey } from "#clinic/api/query.ts";
import { asMember } from "#clinic/testing/sent/as-member.tsx";
import { staffId } from "#clinic/testing/staff.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { visitNoteCalls } from "#contract/care/visit-notes.ts";
import { useVisitNote, VisitNoteField } from "./visit-note-field.tsx";

let close = () => {};
afterEach(() => close());

function Form({ isOpen }: { isOpen: boolean }) {
  const of = { patientId: staffId(1), refId: staffId(2) };
  const note = useVisitNote({ ...of, isOpen, facts: visitNoteFacts("review_read", [], { message: "" }) });
  return (
    <>
      <VisitNoteField note={note} error={undefined} />
      <button disabled={!note.loaded}>Decide</button>
    </>
  );
}

/** Whether the decision can be pressed before the draft of its note is answered, and after it. */
async function canDecide(answer: Answer, isOpen = true): Promise<readonly boolean[]> {
  const server = createScreenServer();
  const drafted = Promise.withResolvers<Answer>();
  const page = asMember(server, <Form isOpen={isOpen} />);
  server.answer(visitNoteCalls.draftVisitNote, () => drafted.promise);
  const opening = openScreen(page, { server, cache: queryClient });
  const decide = await screen.findByRole<HTMLButtonElement>("button", { name: "Decide" });
  const asked = { queryKey: queryKey(visitNoteCalls.draftVisitNote) };
  await expect.poll(() => queryClient.isFetching(asked)).toBe(isOpen ? 1 : 0);
  const before = !decide.disabled;
  drafted.resolve(answer);
  ({ close } = await opening);
  return [before, !decide.disabled];
}

test.each([
  ["drafted", { text: "Drafted." }],
  ["known not to come", { refused: "internal" }],
] as const)("a decision waits until the note that is signed with it is %s", async (_, answer) => {
  expect(await canDecide(answer)).toEqual([false, true]);
});

test("a form that isn't open has no draft to wait for", async () => {
  expect((await canDecide({ text: "Drafted." }, false)).at(-1)).toBe(true);
});
