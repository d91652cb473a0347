import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import { useAct } from "./use-act.ts";

const refusal = (code: ApiError["code"], details?: ApiError["details"]) =>
  new ApiError("Why.", { status: 409, code, ...(details && { details }) });
const fails = (error: Error) => () => Promise.reject(error);

test("at each field stands what is missing of it, else what the server says of it", async () => {
  const { result, rerender } = renderHook(
    ({ missing }: { missing: Readonly<Record<string, string>> }) =>
      useAct<string>({
        draft: { drop: () => Promise.resolve(), missing },
        fields: { ofPath: (path) => path.replace("body.", "") },
      }),
    { initialProps: { missing: {} } },
  );
  const issues = ["note", "dose"].map((name) => ({ path: `body.${name}`, message: `Say the ${name}.` }));
  await act(() => result.current.send("a", fails(refusal("bad_request", { fields: issues }))));
  expect(result.current.errors).toEqual({ note: "Say the note.", dose: "Say the dose." });
  rerender({ missing: { note: "Please write one." } });
  expect(["note", "dose", "day"].map((field) => result.current.fieldError(field))).toEqual([
    ...["Please write one.", "Say the dose.", undefined],
  ]);
  expect([result.current.isUnknown, result.current.message]).toEqual([false, "Why."]);
  await act(() => result.current.send("b", fails(networkError())));
  expect([result.current.isUnknown, result.current.errors]).toEqual([true, { note: "Please write one." }]);
});

test("what was written for it goes once it's sent, before what follows, and stays where it isn't", async () => {
  const happened: string[] = [];
  const drop = () => Promise.resolve(void happened.push("dropped"));
  const { result } = renderHook(() => useAct<string>({ draft: { drop } }));
  await act(() => result.current.send("a", fails(refusal("wrong_state")), () => void happened.push("followed")));
  expect(happened).toEqual([]);
  await act(() =>
    result.current.send(
      "a",
      () => Promise.resolve("sent"),
      (out) => void happened.push(out),
    ),
  );
  expect(happened).toEqual(["dropped", "sent"]);
});

test("who else has claimed it is told, and nothing else is; taking it over ends that it's said", async () => {
  const told: string[] = [];
  const claim = {
    lost: (to: string) => void told.push(`lost to ${to}`),
    takeOver: () => Promise.resolve(void told.push("taken over")),
  };
  const onFailure = ({ kind }: { readonly kind: string }) => void told.push(kind);
  const { result } = renderHook(() => useAct<string>({ claim, onFailure }));
  await act(() => result.current.send("a", fails(refusal("conflict"))));
  await act(() => result.current.send("a", fails(refusal("claimed", { name: "Ines" }))));
  expect(told).toEqual(["conflict", "lost to Ines", "claimed"]);
  expect(result.current.failure?.kind).toBe("claimed");
  await act(() => result.current.takeOver());
  expect([told.at(-1), result.current.failure, result.current.message]).toEqual(["taken over", null, ""]);
});

test("what is dealt with isn't said", async () => {
  const { result } = renderHook(() => useAct<string>({ onFailure: () => true }));
  await act(() => result.current.send("a", fails(refusal("conflict"))));
  expect(result.current.failure).toBeNull();
});
