import { useEffect, useRef } from "react";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";

/** Finds an order by its number: `/` focuses the field, Enter moves to the row that was found, also when the answer comes later. */
export function FindOrderField({
  typed,
  foundId,
  onType,
}: {
  typed: string;
  foundId: string | null;
  onType: (typed: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const goesToRow = useRef(false);
  useKeys({ "/": () => input.current?.select() });
  useEffect(() => {
    if (foundId === null || !goesToRow.current) return;
    goesToRow.current = false;
    focusRow(foundId);
  }, [foundId]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (foundId === null) goesToRow.current = true;
          else focusRow(foundId);
        }}
      >
        <TextField
          ref={input}
          type="search"
          inputMode="numeric"
          label="Order number"
          hint="Or scan the code on its label or packing slip, from anywhere on this page."
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            goesToRow.current = false;
            onType(event.target.value);
          }}
        />
      </form>
    </search>
  );
}

const focusRow = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
