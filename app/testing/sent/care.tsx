import { expect } from "vitest";
import DoctorMessages from "#app/messages/doctor-page.tsx";
import { EmailPreferences } from "#app/notifications/email-preferences.tsx";
import FollowupModal from "#app/followup/followup-modal.tsx";
import { NotificationBell } from "#app/notifications/bell.tsx";
import { followup } from "#contract/followup.ts";
import { limits } from "#contract/constants.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, picture, signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const [services, conversation] = answerOf(messages.conversations, 90_000).items;
const page = answerOf(messages.messages, 91_000);
const log = page.items.map((message, index) => ({
  ...message,
  ...{ seq: 8 - index, conversationid: conversation!.id, attachment: null, article: null, misfiled: null },
  actionstatus: "PENDING" as const,
  ...{ type: "prescription_followup" as const, sender: { ...message.sender, role: "doctor" as const } },
}));

/** The conversation with the doctor, the second of two. */
const showMessages =
  ({ emergency = false, readseq = 8 } = {}) =>
  (server: Server) => {
    signIn({}, "/messages/doctor");
    server.sample(messages.conversations, {
      items: [
        { ...services!, kind: "patient_services", emergency: null },
        {
          ...conversation!,
          ...{ kind: "doctor", open: true, lastseq: 8, readseq, unreadcount: 8 - readseq },
          ...(!emergency && { emergency: null }),
        },
      ],
    });
    server.sample(messages.messages, { items: log, cursor: null, lastseq: 8, readseq });
    return <DoctorMessages />;
  };
const clientid = expect.any(String) as unknown;
const outbox = (call: string) => `app/messages/outbox/patient-outbox.ts messages.${call}`;

const writing: readonly SentRow[] = [
  {
    from: outbox("send"),
    show: showMessages(),
    act: async ({ fill, press }) => {
      await fill("Your message", "My nights are better");
      await press("Send");
    },
    sends: { params: { id: conversation!.id }, body: { message: "My nights are better", clientid } },
  },
  {
    from: outbox("sendAttachment"),
    about: "two files, the text with the first",
    show: showMessages(),
    act: async ({ fill, attach, press, findText }) => {
      await fill("Your message", "My nights are better");
      await attach(picture("first.png", 67));
      await findText("first.png");
      await attach(picture("second.png", 68));
      await findText("second.png");
      await press("Send");
    },
    sends: [
      { file: "first.png", size: 67 },
      { file: "second.png", size: 68 },
    ].map((file, index) => ({
      params: { id: conversation!.id },
      body: { ...(index === 0 && { message: "My nights are better" }), clientid, file: { ...file, type: "image/png" } },
    })),
  },
  {
    from: "app/messages/outbox/use-conversation-emergency.ts messages.dismissEmergency",
    quiet: "What was dismissed and couldn't be is there again.",
    show: showMessages({ emergency: true }),
    act: ({ press }) => press("I’ve read this"),
    sends: { params: { id: conversation!.id } },
  },
  {
    from: "app/messages/thread/queries.ts messages.answerAction",
    show: showMessages(),
    act: ({ press }) => press("Mark as done", 1),
    sends: { params: { id: conversation!.id, mid: log[0]!.id }, body: { actionstatus: "ANSWERED" } },
  },
  {
    from: "app/messages/thread/queries.ts messages.reportMessage",
    show: showMessages(),
    act: async ({ press }) => {
      await press("This isn't mine", 1);
      await press("It isn't mine");
    },
    dialog: "Is this message for somebody else?",
    sends: { params: { id: conversation!.id, mid: log[0]!.id } },
  },
  {
    from: "app/messages/thread/queries.ts messages.markAsRead",
    quiet: "It's read by looking; the next look says it again.",
    show: showMessages({ readseq: 6 }),
    act: async () => {},
    sends: { params: { id: conversation!.id }, body: { seq: 8 } },
  },
];

const list = answerOf(notifications.list, 92_000);
const unread = list.items.map((each) => ({ ...each, timestampread: null }));
const showBell = (server: Server) => {
  signIn();
  server.sample(notifications.list, { ...list, items: unread, unreadcount: 2, nextpage: null });
  return <NotificationBell />;
};

const notes: readonly SentRow[] = [
  {
    from: "app/notifications/use-mark-read.ts notifications.read",
    show: showBell,
    act: async ({ press }) => {
      await press(/^Notifications/);
      await press(`Mark as read: ${unread[1]!.title}`);
    },
    dialog: "Notifications",
    sends: { params: { id: unread[1]!.id }, body: {} },
  },
  {
    from: "app/notifications/use-mark-read.ts notifications.readAll",
    quiet: "They are read by closing; what couldn't be marked is unread the next time.",
    show: showBell,
    act: async ({ press }) => {
      await press(/^Notifications/);
      await press("Close Notifications");
    },
    dialog: "Notifications",
    sends: { body: { upto: unread[0]!.id } },
  },
  ...(["New messages", "Order updates and news"] as const).flatMap((label, index) =>
    [true, false].map((on) => ({
      from: "app/notifications/email-preferences.tsx notifications.savePreferences",
      about: `${label} ${on ? "on" : "off"}`,
      show: (server: Server) => {
        signIn();
        server.sample(notifications.preferences, { messages: index === 0 ? !on : on, updates: index === 1 ? !on : on });
        return <EmailPreferences />;
      },
      act: ({ press }: Screen) => press(new RegExp(`^${label}`)),
      sends: { body: { messages: on, updates: on } },
    })),
  ),
];

const check = answerOf(followup.check, 93_000);
const pending = { ...check, id: check.id!, followupstatus: "SENT" as const, step: 2, stop: null, interrupted: false };
const step = answerOf(followup.step, 94_000);
const question = step.questions[0]!;
type Question = typeof question;
const stop = answerOf(followup.step, 95_000).stop!;

/** A review that was opened, at the second of its steps. */
const showReview =
  (asked: Partial<Question> = {}, { isStopped = false, isOver = false } = {}) =>
  (server: Server) => {
    signIn();
    server.sample(followup.check, pending);
    server.sample(followup.claim, pending);
    const shown: Question = {
      ...question,
      type: "modal",
      answer: null,
      others: null,
      treatmentoption: null,
      lasttime: null,
      ...asked,
    };
    const one = { ...step, step: 2, previousstep: 1, nextstep: 3, stepsleft: 5, complete: false, interrupted: false };
    server.sample(followup.step, { ...one, questions: [shown], stop: isStopped ? stop : null });
    const end = { ...one, nextstep: -1, stepsleft: 0, complete: true, stop: null };
    server.answer(followup.saveStep, isOver ? { ...end, questions: [{ ...shown, type: "exitmodal" }] } : end);
    return <FollowupModal pendingFollowup={pending} open requested check={undefined} />;
  };
const review = "Your treatment review";
const from = (call: string) => `app/followup/followup-modal.tsx followup.${call}`;
const params = { followupid: pending.id, step: "2" };
const plain = question.answerlist.map((option) => ({ ...option, inline: false, exclusive: false }));
const answerText = async ({ fill, press }: Screen) => {
  await fill(new RegExp(`^${question.question}`), "better since May");
  await press("Continue");
};

const reviews: readonly SentRow[] = [
  {
    from: from("claim"),
    about: "as it opens",
    show: showReview(),
    act: async () => {},
    sends: { params: { id: pending.id }, body: { code: pending.code } },
  },
  {
    from: from("claim"),
    about: "a stop that was read",
    show: showReview({}, { isStopped: true }),
    act: ({ press }) => press(/^I've read this/),
    dialog: review,
    sends: [
      { params: { id: pending.id }, body: { code: pending.code } },
      { params: { id: pending.id }, body: { stopread: stop.ruleid } },
    ],
  },
  {
    from: from("saveStep"),
    about: "a text",
    show: showReview({ answertype: "text" }),
    act: answerText,
    dialog: review,
    sends: { params, body: { answers: [{ questionid: question.id, answer: "better since May" }] } },
  },
  {
    from: from("saveStep"),
    about: "one choice",
    show: showReview({ answertype: "single", answerlist: plain }),
    act: async ({ press }) => {
      await press(plain[1]!.name);
      await press("Continue");
    },
    dialog: review,
    sends: { params, body: { answers: [{ questionid: question.id, answer: plain[1]!.id }] } },
  },
  {
    from: from("saveStep"),
    about: "several choices, and more in words",
    show: showReview({ answertype: "others", answerlist: plain, others: null }),
    act: async ({ press, fill }) => {
      for (const { name } of plain) await press(name);
      await fill(/^In your own words/, "only in the evening");
      await press("Continue");
    },
    dialog: review,
    sends: {
      params,
      body: {
        answers: [{ questionid: question.id, answer: plain.map(({ id }) => id), others: "only in the evening" }],
      },
    },
  },
  {
    from: from("applyCoupon"),
    show: showReview({ answertype: "text" }),
    act: answerText,
    dialog: review,
    sends: { params: { id: pending.id }, body: { code: pending.code } },
  },
  ...[limits.followupRatingMin, limits.followupRatingMax].map((rating) => ({
    from: from("rate"),
    about: String(rating),
    show: showReview({ answertype: "text" }, { isOver: true }),
    act: async (shown: Screen) => {
      await answerText(shown);
      await shown.press(new RegExp(`^${rating}`), /^How likely are you/);
      await shown.press("Done");
    },
    dialog: review,
    sends: { body: { rating, followupid: pending.id } },
  })),
];

export const careRows: readonly SentRow[] = [...writing, ...notes, ...reviews];
