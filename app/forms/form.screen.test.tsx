import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "#app/api/api-error.ts";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { drafts } from "./drafts.ts";
import { Form } from "./form.tsx";

afterEach(() => sessionStorage.clear());

const Place = z.object({
  city: z.string("Please enter the city."),
  zip: z.string().check(z.regex(/^\d{5}$/, "Five digits, please.")),
  note: z.optional(z.string().check(z.maxLength(20))),
  ssn: z.optional(z.string()),
  day: z.optional(z.string()),
});
type Place = z.output<typeof Place>;
const names = ["city", "zip", "note", "ssn", "day"] as const;

/** The form of a place, with what each press sends; `answers` come one after the other: null works. */
async function open(answers: readonly (Error | null | Promise<void>)[] = [], draft?: string, zip = "50010") {
  const sent: Place[] = [];
  const shown = await openScreen(
    <Form<z.input<typeof Place>, Place>
      schema={Place}
      names={names}
      id="place"
      defaultValues={{ city: "", zip, note: "", ssn: "", day: null as never }}
      draft={draft}
      secrets={["ssn"]}
      fieldName={(path) => (path === "postcode" ? "zip" : undefined)}
      onSubmit={async (values) => {
        sent.push(values);
        const answer = answers[sent.length - 1] ?? null;
        if (answer instanceof Error) throw answer;
        await answer;
      }}
    >
      {({ form, field, error, isSending, busy }) => (
        <>
          {names.map((name) => (
            <TextField key={name} label={name} {...field(name)} />
          ))}
          <button type="submit">Send</button>
          <button type="button" onClick={() => form.setValue("zip", zip, { shouldDirty: true })}>
            As it was
          </button>
          <p>{`${error("zip") ?? "no error"}, ${busy ? "busy" : isSending ? "sending" : "at rest"}`}</p>
        </>
      )}
    </Form>,
    { cache: new QueryClient() },
  );
  return { ...shown, sent };
}
const live = () => document.querySelector("[aria-live]")?.textContent ?? "";
const alert = () => screen.queryByRole("alert")?.textContent ?? null;
const focused = () => document.activeElement?.getAttribute("name") ?? null;
const refused = (...fields: readonly [path: string, message: string][]) =>
  new ApiError("It can't be sent.", {
    ...{ status: 400, code: "bad_request" },
    details: { fields: fields.map(([path, message]) => ({ path, message })) },
  });

describe("a form", () => {
  test("sends what was filled in, without what was left empty, and each press that is answered once", async () => {
    const { fill, press, sent } = await open();
    await fill("city", "Ames");
    await press("Send");
    await waitFor(() => expect(sent).toEqual([{ city: "Ames", zip: "50010" }]));
    await fill("note", "By the door");
    await press("Send");
    await waitFor(() => expect(sent.at(-1)).toEqual({ city: "Ames", zip: "50010", note: "By the door" }));
    expect([sent.length, live(), alert()]).toEqual([2, "", null]);
  });

  test("with issues sends nothing, focuses the first and says all of them, in its order, until they are gone", async () => {
    const { fill, clear, press, sent } = await open([], undefined, "1");
    await press("Send");
    await waitFor(() => expect(live()).toBe("Please enter the city. Five digits, please."));
    expect([focused(), sent, alert()]).toEqual(["city", [], null]);
    screen.getByText("Five digits, please., at rest");
    await fill("city", "Ames");
    await fill("zip", "50011");
    await fill("note", "By the door, and then some");
    await press("Send");
    await waitFor(() => expect(live()).toBe("Please use 20 characters or fewer."));
    await clear("note");
    screen.getByText("no error, at rest");
    await waitFor(() => expect(live()).toBe(""));
    await press("Send");
    await waitFor(() => expect(sent).toEqual([{ city: "Ames", zip: "50011" }]));
  });

  test("shows the server's issues at their fields, and focuses and says them; one at no field stands below", async () => {
    const { fill, clear, press, sent } = await open([
      refused(["postcode", "We don't go there."], ["place.city", "Which one?"], ["price", "Another price."]),
      refused(["price", "Another price."]),
      new Error("broken"),
      null,
    ]);
    await fill("city", "Ames");
    await press("Send");
    await waitFor(() => expect(live()).toBe("Which one? We don't go there."));
    expect([focused(), alert()]).toEqual(["city", null]);
    screen.getByText("We don't go there., at rest");
    await press("Send");
    await waitFor(() => expect(alert()).toBe("Another price."));
    const form = document.querySelector("form");
    expect(form?.id).toBe("place");
    expect(document.getElementById(form?.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Another price.");
    await press("Send");
    await waitFor(() => expect(alert()).toMatch(/wrong/));
    await press("Send");
    await waitFor(() => expect(alert()).toBeNull());
    expect([sent.length, live(), form?.hasAttribute("aria-describedby")]).toEqual([4, "", false]);
    await clear("city");
    await screen.findByText("Please enter the city.");
    expect(live()).toBe("");
  });

  test("sends nothing twice while it is being sent, and says so where that takes long", async () => {
    let answer = () => {};
    const { fill, press, sent } = await open([new Promise<void>((resolve) => (answer = resolve))]);
    await fill("city", "Ames");
    await press("Send");
    screen.getByText("no error, sending");
    await press("Send");
    await screen.findByText("no error, busy");
    expect(sent).toHaveLength(1);
    answer();
    await screen.findByText("no error, at rest");
    await press("Send");
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  test("keeps what was typed, but no secret, until it was sent; what was never typed is no draft", async () => {
    const first = await open([], "p1:place");
    await first.press("As it was");
    expect(drafts.get("p1:place")).toBeNull();
    await first.fill("city", "Ames");
    await first.fill("ssn", "536-22-8726");
    const typed = { city: "Ames", zip: "50010", note: "", day: null };
    expect(drafts.get("p1:place")).toEqual(typed);
    await first.fill("note", "By the door");
    expect(drafts.get("p1:place")).toEqual({ ...typed, note: "By the door" });
    // The one that leaves nothing typed at all comes last.
    for (const name of ["ssn", "note", "city"]) await first.clear(name);
    expect(drafts.get("p1:place")).toEqual({ ...typed, city: "" });
    await first.fill("city", "Ames");
    first.close();
    const again = await open([refused(["city", "Which one?"]), null], "p1:place");
    expect(screen.getByLabelText<HTMLInputElement>("city").value).toBe("Ames");
    await again.press("Send");
    await waitFor(() => expect(live()).toBe("Which one?"));
    expect(drafts.get("p1:place")).not.toBeNull();
    await again.press("Send");
    await waitFor(() => expect(drafts.get("p1:place")).toBeNull());
    expect(again.sent.at(-1)).toEqual({ city: "Ames", zip: "50010" });
    again.close();
    const other = await open([], "p2:place");
    expect(screen.getByLabelText<HTMLInputElement>("city").value).toBe("");
    other.close();
    const without = await open();
    await without.fill("city", "Ames");
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});
