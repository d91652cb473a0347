import type { ReactNode } from "react";
import RequestsPage from "#app/account/requests/requests-page.tsx";
import { RequestCard } from "#app/account/requests/record-requests.tsx";
import { account } from "#contract/account/calls.ts";
import type { RecordRequests } from "#contract/account/requests.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];
const from = "app/account/requests/record-requests.tsx account.addRequest";
const orderId = answerOf(account.requests, 17_000).items[0]!.id;

const secondId = answerOf(account.requests, 17_200).items[0]!.id;
const medicineKind: RecordRequests["kinds"][number] = {
  ...{ kind: "dose_request", title: "Another dose", text: "Tell us.", words: "What should they know?" },
  asks: {
    label: "What bothers you?",
    choices: [
      { id: "too_strong", label: "It's too strong" },
      { id: "too_weak", label: "It doesn't help enough" },
    ],
  },
};
const kinds: RecordRequests["kinds"] = [
  { kind: "correction", title: "Correct my record", text: "Tell us.", words: "What's wrong?", asks: null },
  {
    kind: "access_review",
    title: "Who looked at my record",
    text: "We'll check.",
    words: "What worries you?",
    asks: null,
  },
];
const show = (server: Server, page: ReactNode, offered: RecordRequests["kinds"], at: string) => {
  signIn({}, at);
  for (const call of [account.requests, account.packageRequests, account.medicineRequests])
    server.answer(call, { kinds: offered, items: [] });
  return page;
};

export const requestRows: readonly SentRow[] = [
  {
    ...{ from, about: "of the record" },
    show: (server) => show(server, <RequestsPage />, kinds, "/account-settings/requests"),
    act: async ({ press, fill }) => {
      await press(/^Who looked at my record/);
      await fill("What worries you?", "my neighbor");
      await press("Send");
    },
    sends: { body: { kind: "access_review", words: "my neighbor" } },
  },
  {
    ...{ from, about: "of a package" },
    show: (server) =>
      show(
        server,
        <RequestCard about={{ orderid: orderId }} />,
        [{ kind: "package_problem", title: "Something's wrong", text: "Tell us.", words: "What's wrong?", asks: null }],
        `/order/${orderId}`,
      ),
    act: async ({ press, fill }) => {
      await press("Tell us");
      await fill("What's wrong?", "it broke");
      await press("Send");
    },
    sends: { body: { kind: "package_problem", words: "it broke", orderid: orderId } },
  },
  {
    ...{ from, about: "of a medicine, with what bothers" },
    show: (server) =>
      show(server, <RequestCard about={{ subscriptionid: orderId }} />, [medicineKind], `/subscription/${orderId}`),
    act: async ({ press, fill }) => {
      await press("Tell us");
      await press(/^It doesn't help/);
      await fill("What should they know?", "still no sleep");
      await press("Send");
    },
    sends: { body: { kind: "dose_request", choice: "too_weak", words: "still no sleep", subscriptionid: orderId } },
  },
  {
    from: "app/account/requests/record-requests.tsx account.takeRequestBack",
    about: "the second of two",
    show: (server) => {
      const page = show(server, <RequestCard about={{ subscriptionid: orderId }} />, [], `/subscription/${orderId}`);
      const [item] = answerOf(account.requests, 17_000).items;
      server.answer(account.medicineRequests, {
        kinds: [],
        items: [
          {
            ...item!,
            id: answerOf(account.requests, 17_100).items[0]!.id,
            open: false,
            answerby: null,
            answer: "Done.",
          },
          { ...item!, id: secondId, open: true, answerby: "2026-12-01", answer: null, why: null },
        ],
      });
      return page;
    },
    act: async ({ press }) => press("I don't need this anymore"),
    sends: { params: { id: secondId } },
  },
];
