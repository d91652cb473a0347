import { settings } from "#app/settings.ts";
import { useState } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountBadge, StatusBadge } from "#app/ui/data/badge.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Column, Columns } from "#app/ui/layout/columns.tsx";
import * as controlIcons from "#app/ui/brand/base-icons.tsx";
import * as thingIcons from "#app/ui/brand/app-icons.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Logo } from "#app/ui/brand/logo.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { Bar, Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import css from "./gallery.module.css";
import { Section, Example } from "./section.tsx";

export function Actions() {
  const [busy, setBusy] = useState(false);
  return (
    <Section id="actions" title="Buttons and links" lead="One primary action on a screen.">
      <Example name="Button">
        <Stack gap={3}>
          <Cluster>
            <Button>Continue</Button>
            <Button variant="secondary">Back</Button>
          </Cluster>
          <Cluster>
            <Button variant="danger">Cancel treatment</Button>
            <Button variant="quiet">Not now</Button>
          </Cluster>
        </Stack>
      </Example>
      <Example name="Busy and disabled">
        <Stack gap={3}>
          <Button wide busy={busy} busyLabel="Logging in" onClick={() => setBusy(true)}>
            Continue (press me)
          </Button>
          <Cluster>
            <Button busy busyLabel="Please wait">
              Check out
            </Button>
            <Button variant="secondary" busy>
              Send
            </Button>
          </Cluster>
          <Cluster>
            <Button disabled>Disabled</Button>
            <Button variant="secondary" disabled>
              Disabled
            </Button>
          </Cluster>
        </Stack>
      </Example>
      <Example name="ButtonLink, long text, icon">
        <Stack gap={3}>
          <ButtonLink href="#actions">Get started</ButtonLink>
          <Button variant="secondary" wide>
            Yes, send my prescription to the pharmacy I chose last time
          </Button>
          <Button variant="secondary">
            <thingIcons.DownloadIcon />
            Download receipt
          </Button>
        </Stack>
      </Example>
      <Example name="Link">
        <Stack gap={2}>
          <p>
            Please read our <Link href="#actions">privacy notice</Link> before you go on.
          </p>
          <Link href="#actions" standalone>
            Forgot password?
          </Link>
          <Link href="https://example.org/" standalone external>
            Menopause Society
          </Link>
        </Stack>
      </Example>
      <Example name="Logo and spinner">
        <Stack gap={3}>
          <Logo name={settings.brand.name || "Your brand"} />
          <Cluster gap={5}>
            <Logo name={settings.brand.name || "Your brand"} markOnly />
            <Spinner />
            <Spinner large />
          </Cluster>
          <Spinner label="Saving your answers" />
        </Stack>
      </Example>
      <Example name="Badges">
        <Stack gap={3}>
          <Cluster>
            <span>
              Messages <CountBadge count={3} label="unread messages" />
            </span>
            <CountBadge count={128} label="unread messages" />
          </Cluster>
          <Cluster>
            <StatusBadge>Draft</StatusBadge>
            <StatusBadge tone="success">Active</StatusBadge>
            <StatusBadge tone="warning">Needs you</StatusBadge>
            <StatusBadge tone="danger">Payment failed</StatusBadge>
            <StatusBadge tone="accent">15% off</StatusBadge>
          </Cluster>
        </Stack>
      </Example>
      <Example name="Alert" wide>
        <div className={css["pair"]}>
          <Alert title="Your doctor is reading your answers">Most patients hear back within one day.</Alert>
          <Alert tone="success" title="Saved">
            Your address is up to date.
          </Alert>
          <Alert tone="warning" title="Your card expires soon">
            It is good through June. <Link href="#actions">Change your card</Link>
          </Alert>
          <Alert
            tone="danger"
            title="We could not log you in"
            actions={
              <Button variant="secondary" onClick={() => setBusy(false)}>
                Try again
              </Button>
            }
          >
            Check your email and password.
          </Alert>
        </div>
      </Example>
      <Example name="Banner" wide>
        <Stack gap={3}>
          <Banner
            tone="danger"
            label="Failed payment"
            title="Your last payment failed"
            action={<Button>Update Now</Button>}
          >
            Update your card so your next order ships on time.
          </Banner>
          <Banner
            label="FSA and HSA store"
            title="Use your FSA or HSA"
            action={
              <Link href="#actions" standalone>
                See how
              </Link>
            }
            onDismiss={() => {}}
          >
            Many treatments can be paid with pre-tax money.
          </Banner>
        </Stack>
      </Example>
      <Example name="Card" wide>
        <div className={css["triple"]}>
          <Card>Plain, for most things.</Card>
          <Card tone="tint">Tint, for an aside.</Card>
          <Card tone="accent">Accent, for the one thing to notice.</Card>
        </div>
      </Example>
      <Example name="Columns" wide>
        <Columns first={1.5}>
          <Column>
            <Card>First, wider.</Card>
            <Card>Below it.</Card>
          </Column>
          <Column>
            <Card>Beside it, and below it on a phone.</Card>
          </Column>
        </Columns>
      </Example>
      <Example name="Bar, DividedList">
        <Stack gap={3}>
          <Bar>
            <strong>One end</strong>
            <StatusBadge tone="accent">The other</StatusBadge>
          </Bar>
          <DividedList topLine>
            <li>First</li>
            <li>Second</li>
          </DividedList>
        </Stack>
      </Example>
      <Example name="Status message (read aloud)">
        <StatusMessage visible>2 products in your cart</StatusMessage>
      </Example>
      <Example name="Icons" wide>
        <div className={css["icons"]}>
          {Object.entries({ ...controlIcons, ...thingIcons }).map(([name, Icon]) => (
            <span key={name} title={name}>
              <Icon />
            </span>
          ))}
        </div>
      </Example>
    </Section>
  );
}
