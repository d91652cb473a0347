import { useState } from "react";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { SuccessIcon } from "#app/ui/brand/base-icons.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import css from "./article-helped.module.css";

/**
 * Asks whether the article answered the patient's question; if it didn't, leads to a person. The answer stays on this page: what a patient reads tells
 * of their health, and nobody needs it here.
 */
export function ArticleHelped() {
  const [helped, setHelped] = useState<boolean | null>(null);
  return (
    <Card as="section" tone="tint" gap={4} aria-labelledby="helped">
      {helped === null && (
        <>
          <h2 id="helped" className={css["title"]}>
            Did this answer your question?
          </h2>
          <Cluster>
            <Button variant="secondary" onClick={() => setHelped(true)}>
              Yes
            </Button>
            <Button variant="secondary" onClick={() => setHelped(false)}>
              No
            </Button>
          </Cluster>
        </>
      )}
      {helped === true && (
        <h2 id="helped" ref={moveFocusTo} className={css["done"]}>
          <SuccessIcon /> Good. We're glad it helped.
        </h2>
      )}
      {helped === false && (
        <>
          <h2 id="helped" ref={moveFocusTo} className={css["title"]}>
            Let's get you to a person
          </h2>
          <p>Ask your doctor about how you feel or what you take. Ask us about anything else.</p>
          <Cluster>
            <ButtonLink href="/contact-us">Contact us</ButtonLink>
            <ButtonLink variant="secondary" href="/messages/doctor">
              Message your doctor
            </ButtonLink>
          </Cluster>
        </>
      )}
    </Card>
  );
}
