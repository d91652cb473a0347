import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FormControls } from "#app/forms/form.tsx";
import { AddressFields, type AddressValues, apartmentValue } from "./address-fields.tsx";

const controlsOf = ({ state, zipcode, isSubmitted }: { state: string; zipcode: string; isSubmitted: boolean }) =>
  ({
    field: (name: string) => ({ name, error: undefined }),
    form: { watch: () => [state, zipcode, ""], formState: { isSubmitted } },
  }) as unknown as FormControls<AddressValues>;
const inputs = (typed = { state: "", zipcode: "", isSubmitted: false }) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AddressFields controls={controlsOf(typed)} section="shipping" />
    </QueryClientProvider>,
  );
  return { html, inputs: html.match(/<(?:input|select)[^>]*>/g) ?? [] };
};

test("§5 street, apartment/suite, state, city and zip are marked required", () => {
  const { html, inputs: found } = inputs();
  expect(found).toHaveLength(5);
  expect(html.match(/<label class="[^"]*required[^"]*"/g)).toHaveLength(5);
  for (const input of found) expect(input).toContain(" required=");
});

test("§13a apartment/suite says that it can be answered “none”, and shows that answer again", () => {
  expect(inputs().html).toContain("write “none”");
  expect(apartmentValue({ address2: null })).toBe("none");
  expect(apartmentValue({ address2: "Apt 4" })).toBe("Apt 4");
  expect(apartmentValue(null)).toBe("");
});

test("§3 the zip field cuts nothing that is pasted", () => {
  expect(inputs().inputs.find((input) => input.includes('name="zipcode"'))).not.toMatch(/maxlength/i);
});

test.each([
  ["TN", "42223", true, true],
  ["TN", "42223", false, false],
  ["TN", "37042", true, false],
  ["TN", "4222", true, false],
  ["", "42223", true, false],
])("§3 whether %s %s (sent: %s) is asked about: %s", (state, zipcode, isSubmitted, isAsked) => {
  const html = inputs({ state, zipcode, isSubmitted }).html;
  expect(html.includes(`Yes, ${zipcode} is in the state I chose`)).toBe(isAsked);
});
