import { formatNumber } from "#contract/fields/numbers.ts";
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from "react";
import { textLength } from "#contract/fields/text-length.ts";
import { TextField } from "./text-field.tsx";
import { Textarea } from "./textarea.tsx";

/**
 * Fields for text of at most `limit` characters, counted as the contract counts them. Whatever is typed or pasted stays: what is too long is said, and
 * refused when it's sent. (`maxLength` of an input cuts what is pasted without a word.)
 */

const characters = (count: number) => `${formatNumber(count)} ${count === 1 ? "character" : "characters"}`;

/** What a field says about the length of its text: how many are too many, or how many are left of the last tenth. */
export function lengthWords(text: string, max: number): { readonly over?: string; readonly left?: string } {
  const left = max - textLength(text.trim());
  if (left < 0) return { over: `${characters(-left)} too many. Please use ${formatNumber(max)} or fewer.` };
  return left <= max / 10 ? { left: `${characters(left)} left.` } : {};
}

interface Counted<E> {
  readonly limit: number;
  readonly value?: unknown;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly onChange?: ((event: ChangeEvent<E>) => unknown) | undefined;
}

/** The props of a field that says so. A form that keeps the text itself gives no `value`: then what is typed is counted. */
function useCounted<E extends { readonly value: string }>({ limit, value, hint, error, onChange }: Counted<E>) {
  const [typed, setTyped] = useState("");
  const { over, left } = lengthWords(typeof value === "string" ? value : typed, limit);
  return {
    hint: left ? (
      <>
        {hint} {left}
      </>
    ) : (
      hint
    ),
    error: over ?? error,
    onChange: (event: ChangeEvent<E>) => {
      setTyped(event.target.value);
      onChange?.(event);
    },
  };
}

export function CountedTextarea({ limit, ...props }: ComponentProps<typeof Textarea> & { limit: number }) {
  return <Textarea {...props} {...useCounted<HTMLTextAreaElement>({ limit, ...props })} />;
}

export function CountedTextField({ limit, ...props }: ComponentProps<typeof TextField> & { limit: number }) {
  return <TextField {...props} {...useCounted<HTMLInputElement>({ limit, ...props })} />;
}
