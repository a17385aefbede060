import { usePolling } from "../../../data/poll.ts"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import type { Address } from "../../../router.tsx"
import { SettingsPage } from "../page.tsx"
import { eventsOf, SwitchWebhook, WebhookState, webhooksPath } from "./webhooks.tsx"

const { webhooks } = messages.settings

type Deliveries = Answer<"outgoingWebhooks", "deliveries">
type Delivery = Deliveries["data"][number]

/** Milliseconds between two looks while something waits. */
const lookEvery = 5_000

/** A readable body: indented if it is JSON. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const DeliveryLine = ({
  again,
  one,
  webhook,
}: {
  readonly one: Delivery
  readonly webhook: string
  readonly again: () => void
}) => {
  const { failure, run, working } = useCommand()
  const retry = async () => {
    const sent = await run(() => send("POST", `/v1/admin/webhooks/${webhook}/deliveries/${one.id}/retry`))
    if (sent !== undefined && sent.failure === undefined) again()
  }
  return (
    <li>
      <div class="settings-text">
        <span class="entry-title" dir="auto">
          {webhooks.event(one.type)}
        </span>
        <span>
          <span class={`state ${one.status === "set aside" ? "state-failed" : ""}`}>
            {webhooks.statuses[one.status]}
          </span>{" "}
          <span class="quiet">
            {webhooks.attempts(one.attempts)}
            {one.answer === 0 ? undefined : ` · ${webhooks.answered(one.answer)}`}
            {one.tried_at === "" ? undefined : (
              <>
                {" · "}
                <Time at={one.tried_at} />
              </>
            )}
          </span>
        </span>
        {one.error === "" ? undefined : <span class="problem">{one.error}</span>}
        <details>
          <summary>{webhooks.body}</summary>
          <pre tabIndex={0}>{readable(one.body)}</pre>
        </details>
        <CommandError failure={failure} />
      </div>
      <button
        type="button"
        class="plain"
        disabled={working}
        aria-label={`${webhooks.retry}: ${webhooks.event(one.type)}`}
        onClick={() => void retry()}
      >
        {webhooks.retry}
      </button>
    </li>
  )
}

const Deliveries = ({ id, page }: { readonly id: string; readonly page: number }) => {
  const path = `/v1/admin/webhooks/${encodeURIComponent(id)}/deliveries?limit=50&page=${page}`
  const read = useRead<Deliveries>(path)
  const list = useRead<Answer<"outgoingWebhooks", "list">>(webhooksPath)
  const one = list.data?.data.find((webhook) => String(webhook.id) === id)
  const waits = read.data?.data.some(({ status }) => status === "waiting") ?? false
  const again = () => {
    readAgain(path)
    readAgain(webhooksPath)
  }
  usePolling(waits, again, lookEvery)
  return (
    <section>
      {one === undefined ? undefined : (
        <>
          <h2>{one.url}</h2>
          <p class="quiet">{eventsOf(one)}</p>
          <p>
            <WebhookState one={one} /> <SwitchWebhook one={one} />
          </p>
        </>
      )}
      <h3>{webhooks.deliveries}</h3>
      <Shown path={path} read={read}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <EmptyState title={webhooks.noDeliveries} hint={webhooks.noDeliveriesHint} />
            ) : undefined}
            <ul class="lines">
              {data.map((delivery) => (
                <DeliveryLine key={delivery.id} one={delivery} webhook={id} again={again} />
              ))}
            </ul>
            <Pages pagination={pagination} />
          </>
        )}
      </Shown>
    </section>
  )
}

/** Everything sent to a webhook, and pending for it. */
const Webhook = ({ params, query }: Address) => (
  <SettingsPage name="webhooks">
    <Deliveries id={params["id"] ?? ""} page={pageIn(query)} />
  </SettingsPage>
)

export default Webhook
