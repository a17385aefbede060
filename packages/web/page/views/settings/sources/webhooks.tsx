import { useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { SecretReveal } from "../../../parts/notices/secretReveal.tsx"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import { LabelledInput, MakeForm } from "../makeForm.tsx"
import { SettingsPage } from "../page.tsx"
import { MakeRelay } from "./relay.tsx"
import { StoredSettings, TextSetting } from "../stored.tsx"

const { preferences: texts } = messages
const { webhooks } = messages.settings

export type Webhook = Answer<"outgoingWebhooks", "list">["data"][number]
type Made = Answer<"outgoingWebhooks", "create">

/** What a webhook is for, in words. */
export const eventsOf = ({ events, form }: Webhook): string =>
  form === "events" ? events.map(webhooks.event).join(" · ") : `${webhooks.relay}: ${webhooks.services[form]}`

/** A store has 50 of them at most. */
export const webhooksPath = "/v1/admin/webhooks?limit=100"

const typesPath = "/v1/admin/webhooks/types?limit=100"

const MakeWebhook = ({ onMade }: { readonly onMade: () => void }) => {
  const [made, setMade] = useState<Made>()
  const types = useRead<Answer<"outgoingWebhooks", "types">>(typesPath)
  return (
    <>
      {made === undefined || made.secret === "" ? undefined : (
        <SecretReveal
          label={webhooks.made(made.url)}
          value={made.secret}
          hint={webhooks.once}
          onDone={() => setMade(undefined)}
        />
      )}
      <MakeForm<Made>
        path="/v1/admin/webhooks"
        command={(text, values) => ({
          url: text("url"),
          events: values.getAll("event").map(String),
          ...(text("secret") === "" ? {} : { secret: text("secret") }),
        })}
        onMade={(webhook) => {
          setMade(webhook)
          onMade()
        }}
        button={webhooks.create}
      >
        <LabelledInput
          label={webhooks.url}
          hint={webhooks.urlHint}
          name="url"
          type="url"
          required
          maxLength={2_000}
        />
        <fieldset>
          <legend>{webhooks.events}</legend>
          <div class="checks">
            <Shown path={typesPath} read={types}>
              {({ data }) =>
                data.map(({ type }) => (
                  <label key={type} class="check">
                    <input type="checkbox" name="event" value={type} />
                    {webhooks.event(type)}
                  </label>
                ))
              }
            </Shown>
          </div>
        </fieldset>
        <details>
          <summary>{webhooks.more}</summary>
          <div class="form">
            <LabelledInput
              label={webhooks.secret}
              hint={webhooks.secretHint}
              name="secret"
              autocomplete="off"
              spellcheck={false}
            />
          </div>
        </details>
      </MakeForm>
    </>
  )
}

/** How it goes: reported, failing, or off. */
export const WebhookState = ({ one }: { readonly one: Webhook }) =>
  one.off_at !== "" ? (
    <span>
      <span class="state state-failed">{webhooks.off}</span>{" "}
      <span class="quiet">
        {webhooks.offSince} <Time at={one.off_at} />
      </span>
    </span>
  ) : one.failures > 0 ? (
    <span>
      <span class="state state-failed">{webhooks.failing(one.failures)}</span>
      {one.next_at === "" ? undefined : (
        <span class="quiet">
          {" "}
          {webhooks.next} <Time at={one.next_at} as="clock" />
        </span>
      )}
    </span>
  ) : (
    <span class="state">{webhooks.working}</span>
  )

/** Switches a webhook off, without a confirmation since nothing is lost, or on. */
export const SwitchWebhook = ({ one }: { readonly one: Webhook }) => {
  const { failure, run, working } = useCommand()
  const isOff = one.off_at !== ""
  const change = async () => {
    const sent = await run(() => send("PATCH", `/v1/admin/webhooks/${one.id}`, { off: !isOff }))
    if (sent !== undefined && sent.failure === undefined) readAgain(webhooksPath)
  }
  return (
    <>
      <CommandError failure={failure} />
      <button
        type="button"
        class="plain"
        disabled={working}
        aria-label={`${isOff ? webhooks.switchOn : webhooks.switchOff}: ${one.url}`}
        onClick={() => void change()}
      >
        {isOff ? webhooks.switchOn : webhooks.switchOff}
      </button>
    </>
  )
}

const WebhookList = () => {
  const read = useRead<Answer<"outgoingWebhooks", "list">>(webhooksPath)
  const again = () => readAgain(webhooksPath)
  return (
    <>
      <section>
        <h2>{webhooks.make}</h2>
        <MakeWebhook onMade={again} />
      </section>
      <section>
        <h2>{webhooks.relay}</h2>
        <MakeRelay onMade={again} />
      </section>
      <section>
        <h2>{webhooks.list}</h2>
        <Shown path={webhooksPath} read={read}>
          {({ data }) => (
            <>
              {data.length === 0 ? <EmptyState title={webhooks.none} hint={webhooks.noneHint} /> : undefined}
              <ul class="lines">
                {data.map((one) => (
                  <li key={one.id}>
                    <div class="settings-text">
                      <a class="entry-title" href={`settings/webhooks/${one.id}`}>
                        {one.url}
                      </a>
                      <span class="quiet">{eventsOf(one)}</span>
                      <WebhookState one={one} />
                    </div>
                    <div class="settings-do">
                      <SwitchWebhook one={one} />
                      <ConfirmButton
                        label={messages.settings.remove}
                        question={webhooks.removeQuestion}
                        lost={<p>{webhooks.removeLost(one.url)}</p>}
                        command={() => send("DELETE", `/v1/admin/webhooks/${one.id}`)}
                        onDone={again}
                      />
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Shown>
      </section>
    </>
  )
}

/** Addresses that are notified of new entries. */
const Webhooks = () => (
  <SettingsPage name="webhooks">
    <WebhookList />
    <section>
      <StoredSettings>
        {(one) => {
          const networks = one("WEBHOOKS_TO")
          return networks && <TextSetting label={texts.networks} one={networks} hint={texts.networksHint} />
        }}
      </StoredSettings>
    </section>
  </SettingsPage>
)

export default Webhooks
