import { act } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openScreen, type Screen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { careRows } from "#app/testing/sent/care.tsx";
import { signIn, signOut } from "#app/testing/sent/patient.ts";
import { queryClient } from "#app/api/query.ts";

let shown: Screen | undefined;
afterEach(() => shown?.close());

const twoFiles = careRows.find(({ about }) => about === "two files, the text with the first")!;

test.each([
  ["nobody is signed in", () => signOut()],
  [
    "somebody else is",
    () => {
      signIn({ id: "01900000-0000-7000-8000-000000777777" });
    },
  ],
])("§7 what a patient wrote isn’t sent once %s", async (_name, leave) => {
  const server = createScreenServer();
  const page = twoFiles.show(server);
  const first = Promise.withResolvers<null>();
  server.hold("messages.sendAttachment", first.promise);
  shown = await openScreen(page, { server, cache: queryClient });
  await twoFiles.act(shown);
  await shown.sentOf("messages.sendAttachment");
  act(leave);
  first.resolve(null);
  await act(() => server.settled());
  expect(server.sent.filter(({ call }) => call === "messages.sendAttachment")).toHaveLength(1);
});
