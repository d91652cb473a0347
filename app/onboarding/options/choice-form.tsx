import { Stack } from "#app/ui/layout/stack.tsx";
import { type ReactNode } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { Form } from "#app/forms/form.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { ProductChoice } from "#contract/onboarding/options.ts";
import type { Choices } from "./product-choices.ts";

const Products = z.object({ products: z.array(ProductChoice) });
type Values = z.input<typeof Products>;

/** The product choice as a form; all its errors appear above Continue. */
export function ChoiceForm({
  initialChoices,
  draft,
  onSubmit,
  children,
  footer,
}: {
  initialChoices: Choices;
  draft: string;
  onSubmit: (products: Values["products"]) => Promise<void>;
  children: (choices: Choices, onChange: (choices: Choices) => void) => ReactNode;
  footer: (state: {
    busy: boolean;
    choices: Choices;
    problem: boolean;
    onChange: (choices: Choices) => void;
  }) => ReactNode;
}) {
  return (
    <Form<Values, Values>
      schema={Products}
      names={["products"]}
      defaultValues={{ products: [...initialChoices] }}
      draft={draft}
      fieldName={() => "products"}
      onSubmit={({ products }) => onSubmit(products)}
    >
      {({ form, error, busy }) => (
        <Controller
          control={form.control}
          name="products"
          render={({ field }) => {
            const onChange = (choices: Choices) => field.onChange([...choices]);
            return (
              <>
                <Stack>{children(field.value, onChange)}</Stack>
                {error("products") && <Alert tone="warning">{error("products")}</Alert>}
                {footer({ busy, choices: field.value, problem: error("products") !== undefined, onChange })}
              </>
            );
          }}
        />
      )}
    </Form>
  );
}
