import { screen as page, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "#app/api/query.ts";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { documents } from "#contract/documents/calls.ts";
import { DocumentDownloads } from "./document-downloads.tsx";

const available = {
  letterid: null,
  endofcareletterid: null,
  letterreported: false,
  documentreported: false,
  years: [2026],
  earlier: [],
};
const letterid = "0196c6a0-7e2b-7a5c-8b7e-3f1d2c4b5a69";

test("a section that somebody opened stays open when the letter comes", async () => {
  const server = createScreenServer();
  server.answer(documents.available, { ...available, medicalletter: false });
  const screen = await openScreen(<DocumentDownloads />, { server, cache: queryClient });
  const card = page.getByRole("heading", { name: "Medical letter" }).closest("details")!;
  card.open = true;
  await screen.findText("Ask your doctor");

  server.answer(documents.available, { ...available, medicalletter: true, letterid });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(page.getByRole("button", { name: "This isn't mine" })).toBeDefined());
  expect(page.getByRole("heading", { name: "Medical letter" }).closest("details")).toBe(card);
  expect(card.open).toBe(true);
  expect(card.textContent).not.toContain("Ask your doctor");
  screen.close();
});

test("the letter that ends the patient's care has a card of its own while there is one, also of an earlier account", async () => {
  const server = createScreenServer();
  const name = "Letter about the end of your care";
  const earlier = [
    { id: "0196c6a0-7e2b-7a5c-8b7e-3f1d2c4b5a68", mergedat: "2026-05-08T15:00:00.000Z", medicalletter: false },
  ].map((each) => ({ ...each, endofcareletterid: letterid }));
  server.answer(documents.available, { ...available, medicalletter: true, letterid, earlier });
  const screen = await openScreen(<DocumentDownloads />, { server, cache: queryClient });
  await waitFor(() => expect(page.getAllByRole("heading", { name })).toHaveLength(1));
  server.answer(documents.available, { ...available, medicalletter: false, endofcareletterid: letterid, earlier });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(page.getAllByRole("heading", { name })).toHaveLength(2));
  expect(page.getAllByRole("heading", { name: "Medical letter" })).toHaveLength(1);
  screen.close();
});
