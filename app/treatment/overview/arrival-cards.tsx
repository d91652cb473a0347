import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { UsePicture } from "#app/catalogue/how-to-use.tsx";
import { WarningIcon } from "#app/ui/brand/base-icons.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Arrival, FirstDose } from "#contract/treatment/next-step.ts";
import css from "./arrival-cards.module.css";

/** How the medicines of a first box are begun, and what comes in the first weeks. */
export const ArrivalCards = ({ arrival: { medicines, pair, expect, urgent } }: { arrival: Arrival }) => (
  <>
    <Card as="section" gap={5} aria-labelledby="begin">
      <CardHead id="begin" title="How to start" />
      {pair && <p className={css["pair"]}>{pair}</p>}
      <Stack as="ul" gap={5} className={css["medicines"]}>
        {medicines.map((medicine) => (
          <li key={medicine.id}>
            <Medicine medicine={medicine} />
          </li>
        ))}
      </Stack>
    </Card>
    <Card as="section" gap={5} aria-labelledby="expect">
      <CardHead id="expect" title="What to expect" />
      <dl className={css["weeks"]}>
        {expect.map(({ when, texts }) => (
          <div key={when} className={css["week"]}>
            <dt className={css["when"]}>{when}</dt>
            {texts.map((text) => (
              <dd key={text}>{text}</dd>
            ))}
          </div>
        ))}
      </dl>
      {urgent.map((text) => (
        <p key={text} className={css["urgent"]}>
          <WarningIcon />
          <span>
            <EmergencyText>{text}</EmergencyText>
          </span>
        </p>
      ))}
    </Card>
  </>
);

const Medicine = ({ medicine: { name, dosage, image, steps } }: { medicine: FirstDose }) => (
  <Stack gap={3}>
    <div className={css["head"]}>
      <div className={css["words"]}>
        <h3 className={css["name"]}>{name}</h3>
        {dosage && <p className={css["dosage"]}>{dosage}</p>}
      </div>
      <UsePicture picture={image} />
    </div>
    {steps.length === 1 ? (
      <p>{steps[0]}</p>
    ) : (
      <ol className={css["steps"]}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    )}
  </Stack>
);
