import { expect, test } from "vitest";
import { queryClient } from "#app/api/query.ts";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { answerOf } from "#app/testing/sent/patient.ts";
import { treatment } from "#contract/treatment/calls.ts";
import ReplyInPlace from "./reply-in-place.tsx";

const thread = answerOf(treatment.overview, 50_000).doctorthread;

test("the doctor's message counts as read once the patient asks to write, not because the composer opened", async () => {
  const latest = thread?.latest;
  if (!thread || !latest) throw new Error("The sample has no conversation");
  const unread = { ...thread, latest: { ...latest, unread: true, seq: 7 } };
  const byItself = await openScreen(<ReplyInPlace thread={unread} to="Dr. Marsh" presses={0} />, {
    cache: queryClient,
  });
  const readSent = () => byItself.server.sent.filter(({ call }) => call === "messages.markAsRead");
  expect(readSent()).toEqual([]);
  byItself.close();
  const pressed = await openScreen(<ReplyInPlace thread={unread} to="Dr. Marsh" presses={1} />, { cache: queryClient });
  expect((await pressed.sentOf("messages.markAsRead")).body).toEqual({ seq: 7 });
  pressed.close();
});
