import RecordCodesPage from "#app/account/record-codes/record-codes-page.tsx";
import { documents } from "#contract/documents/calls.ts";
import { type RecordCode, recordParts } from "#contract/documents/record-codes.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const code = (seed: number, change: Partial<RecordCode> = {}): RecordCode => ({
  ...answerOf(documents.endRecordCode, seed),
  ...{ state: "waiting", opened: null, endedby: null, opens: "record" },
  ...change,
});
const show = (server: Server, items: readonly RecordCode[]) => {
  signIn({}, "/account-settings/share");
  server.answer(documents.recordCodes, { items: [...items], nextpage: null, codeminutes: 45, readminutes: 90 });
  return <RecordCodesPage />;
};
const titles = { medicines: /^My allergies and medicines/, record: /^My whole record/ };

/** What is sent of codes that open the record to another doctor. */
export const recordCodeRows: readonly SentRow[] = [
  ...recordParts.map((opens) => ({
    from: "app/account/record-codes/record-codes-page.tsx documents.makeRecordCode",
    about: opens,
    show: (server: Server) => show(server, []),
    act: async ({ press }: Parameters<SentRow["act"]>[0]) => {
      await press(titles[opens]);
      await press("Make a code");
    },
    sends: { body: { opens } },
  })),
  {
    from: "app/account/record-codes/record-code-list.tsx documents.endRecordCode",
    about: "the second, which is being read",
    show: (server) =>
      show(server, [
        code(51_000, { state: "waiting" }),
        code(51_100, {
          state: "reading",
          opened: { at: code(51_100).madeat, name: "Dr. Roe", practice: "Lakeside", pdf: true, data: false },
        }),
      ]),
    act: async ({ press }) => press("End this now"),
    sends: { params: { id: code(51_100).id } },
  },
];
