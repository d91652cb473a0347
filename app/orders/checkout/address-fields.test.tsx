import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FormControls } from "#app/forms/form.tsx";
import { AddressFields, type AddressValues, apartmentValue } from "./address-fields.tsx";

const controls = { field: (name: string) => ({ name, error: undefined }) } as unknown as FormControls<AddressValues>;
const inputs = () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AddressFields controls={controls} section="shipping" />
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

test("§5 the zip field has room for a ZIP+4", () => {
  expect(inputs().inputs.find((input) => input.includes('name="zipcode"'))).toContain('maxLength="11"');
});
