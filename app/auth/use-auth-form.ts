import { type FormEvent, startTransition, useActionState, useEffect, useMemo, useRef, useState } from "react";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { throttled } from "#app/browser/throttled.ts";
import { drafts } from "#app/forms/drafts.ts";
import { type FieldErrors, formValues, firstErrors, splitErrors } from "./form-errors.ts";

interface FormOutcome {
  readonly errors: FieldErrors;
  /** Text of the alert above the form. */
  readonly problem: string | null;
}

const noErrors: FormOutcome = { errors: {}, problem: null };

/**
 * A form of the account pages. `submit` gets its text fields and returns issues by field, or null when all went well; what it throws, and issues with
 * none of its fields, are shown in the alert. Issues show at their fields, the first one takes the focus, and an issue goes once its field is edited.
 * The alert of a failed call scrolls to the top (spec §8). Fields named in `keep` are kept across a reload.
 */
export function useAuthForm(options: {
  readonly name: string;
  readonly fields: readonly string[];
  readonly draftFields?: readonly string[];
  readonly submit: (values: Record<string, string>) => Promise<FieldErrors | null>;
}) {
  const { fields, draftFields = [], submit } = options;
  const form = useRef<HTMLFormElement>(null);
  const draft = useRef(drafts.get(options.name) ?? {});
  const [edited, setEdited] = useState<readonly string[]>([]);

  const [outcome, run, busy] = useActionState(
    async (_: FormOutcome, values: Record<string, string>): Promise<FormOutcome> => {
      try {
        const errors = await submit(values);
        if (errors === null) drafts.remove(options.name);
        const { fields: fieldErrors, formError } = splitErrors(errors ?? {}, fields);
        return { errors: fieldErrors, problem: formError };
      } catch (error) {
        const { fields: fieldErrors, formError } = splitErrors(
          isApiError(error) ? firstErrors(error.fields) : {},
          fields,
        );
        const hasFieldErrors = Object.keys(fieldErrors).length > 0;
        return { errors: fieldErrors, problem: hasFieldErrors ? formError : (formError ?? errorMessage(error)) };
      }
    },
    noErrors,
  );

  const submitOnce = useMemo(
    () => throttled((values: Record<string, string>) => startTransition(() => run(values))),
    [run],
  );

  useEffect(() => {
    if (outcome.problem !== null) scrollTo({ top: 0 });
    const first = fields.find((name) => outcome.errors[name]);
    const control = first === undefined ? null : form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
    // The issues of one outcome move the focus once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [outcome]);

  return {
    busy,
    problem: outcome.problem,
    errorOf: (name: string) => (edited.includes(name) ? undefined : outcome.errors[name]),
    /** The value typed before a reload. */
    draftValue: (name: string) => {
      const value = draft.current[name];
      return typeof value === "string" ? value : "";
    },
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (busy) return;
        setEdited([]);
        const values = formValues(new FormData(event.currentTarget));
        submitOnce(values);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        setEdited((before) => (before.includes(name) ? before : [...before, name]));
        const values = formValues(new FormData(event.currentTarget));
        if (draftFields.length > 0)
          drafts.save(options.name, Object.fromEntries(draftFields.map((field) => [field, values[field] ?? ""])));
      },
    },
  };
}
