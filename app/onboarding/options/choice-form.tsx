import { type ReactNode } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { Form } from "#app/forms/form.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { ProductChoice } from "#contract/onboarding/options.ts";
import { type Choices, dropUnavailable } from "./product-choices.ts";

const Products = z.object({ products: z.array(ProductChoice) });
type Values = z.input<typeof Products>;

export interface ChoiceControls {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
  /** What is wrong with the choice, as the server says. */
  readonly error: string | undefined;
  /** Of the element that shows it: a refusal is scrolled into sight each time. */
  readonly errorRef: (element: HTMLElement | null) => void;
  readonly busy: boolean;
}

/** Sends the form from outside of it, as a press on its button would. */
export const submitChoices = (): void => document.querySelector<HTMLFormElement>(`#${formId}`)?.requestSubmit();
const formId = "choices";

/** Once the refusal has been rendered. */
const showSoon = (element: HTMLElement): void =>
  void requestAnimationFrame(() => element.firstElementChild?.scrollIntoView({ block: "center" }));

/** The product choice as a form. What is not among `products` any more is left out of it. */
export function ChoiceForm({
  initialChoices,
  products,
  draft,
  onSubmit,
  children,
}: {
  initialChoices: Choices;
  products: readonly CatalogueProduct[];
  draft: string;
  onSubmit: (choices: Choices) => Promise<void>;
  children: (controls: ChoiceControls) => ReactNode;
}) {
  return (
    <Form<Values, Values>
      id={formId}
      schema={Products}
      names={["products"]}
      defaultValues={{ products: [...initialChoices] }}
      draft={draft}
      fieldName={() => "products"}
      onSubmit={(values) => onSubmit(dropUnavailable(values.products, products))}
    >
      {({ form, error, busy }) => (
        <Controller
          control={form.control}
          name="products"
          render={({ field }) => (
            <>
              {children({
                choices: dropUnavailable(field.value, products),
                onChange: (choices) => field.onChange([...choices]),
                error: error("products"),
                errorRef: (element) => field.ref(element && { focus: () => showSoon(element) }),
                busy,
              })}
            </>
          )}
        />
      )}
    </Form>
  );
}
