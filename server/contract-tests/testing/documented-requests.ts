import { photoWithGps } from "#server/testing/upload-files.ts";
import { pdfFile, type Placeholders } from "./clinic-document-states.ts";
import { type Example, fillPlaceholders } from "./clinic-document.ts";
import { multipart } from "./example-requests.ts";

const photo = await photoWithGps();

/** The file that an example sends: a document or a photo, as its name says. */
export const fileOfForm = (formFields: readonly string[]) =>
  formFields.some((part) => /^file=.*\.pdf$/.test(part)) ? pdfFile : photo;

/** The request that an example of the document describes, with these values for its placeholders. */
export function requestOf({ method, path, headers, body, formFields }: Example, names: Placeholders) {
  const fill = (text: string) => fillPlaceholders(text, names);
  const requestHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), fill(value)]),
  );
  const request = { method: method as "GET", url: fill(path) };
  if (formFields.length === 0)
    return { ...request, headers: requestHeaders, ...(body === null ? {} : { payload: fill(body) }) };
  const fields = formFields
    .filter((part) => !part.startsWith("file="))
    .map((part) => part.split("=") as [string, string]);
  const form = multipart(fileOfForm(formFields), Object.fromEntries(fields));
  return { ...request, headers: { ...requestHeaders, ...form.headers }, payload: form.payload };
}
