import { useId, useState } from "preact/hooks"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { messages } from "../../../messages.ts"
import { CommandError } from "../../../parts/notices/commandError.tsx"

const { webhooks } = messages.settings

const urls = {
  listenbrainz: "https://api.listenbrainz.org",
  lastfm: "https://ws.audioscrobbler.com/2.0/",
} as const
type Service = keyof typeof urls

const fields = {
  listenbrainz: [["token", webhooks.token, "password"]],
  lastfm: [
    ["api_key", webhooks.apiKey, "text"],
    ["api_secret", webhooks.apiSecret, "password"],
    ["username", webhooks.username, "text"],
    ["password", webhooks.password, "password"],
  ],
} as const

const hints: Readonly<Record<string, string>> = {
  api_key: webhooks.apiHint,
  password: webhooks.passwordHint,
}

/** Makes a webhook that sends plays on to a service. */
export const MakeRelay = ({ onMade }: { readonly onMade: () => void }) => {
  const id = useId()
  const [service, setService] = useState<Service>("listenbrainz")
  const { failure, run, working } = useCommand()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const values = new FormData(form)
    const text = (name: string) => String(values.get(name) ?? "").trim()
    const account = Object.fromEntries(fields[service].map(([name]) => [name, text(name)]))
    const sent = await run(() =>
      send<object>("POST", "/v1/admin/webhooks", { form: service, url: text("url"), account }),
    )
    if (sent?.data === undefined) return
    form.reset()
    onMade()
  }
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      <p class="quiet small">{webhooks.relayHint}</p>
      <div>
        <label for={`${id}-service`}>{webhooks.service}</label>
        <select
          id={`${id}-service`}
          value={service}
          onChange={({ currentTarget }) =>
            setService(currentTarget.value === "lastfm" ? "lastfm" : "listenbrainz")
          }
        >
          {(Object.keys(urls) as ReadonlyArray<Service>).map((name) => (
            <option key={name} value={name}>
              {webhooks.services[name]}
            </option>
          ))}
        </select>
      </div>
      <div key={service}>
        <label for={`${id}-url`}>{webhooks.relayUrl}</label>
        <input
          id={`${id}-url`}
          name="url"
          type="url"
          required
          maxLength={2_000}
          defaultValue={urls[service]}
          aria-describedby={`${id}-url-hint`}
        />
        <p id={`${id}-url-hint`} class="quiet small">
          {webhooks.relayUrlHint}
        </p>
      </div>
      {fields[service].map(([name, label, type]) => (
        <div key={name}>
          <label for={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            {...(type === "text" ? { type } : { type })}
            required
            maxLength={500}
            autocomplete="off"
            spellcheck={false}
            aria-describedby={hints[name] === undefined ? undefined : `${id}-${name}-hint`}
          />
          {hints[name] === undefined ? undefined : (
            <p id={`${id}-${name}-hint`} class="quiet small">
              {hints[name]}
            </p>
          )}
        </div>
      ))}
      <CommandError failure={failure} />
      <p>
        <button type="submit" class="button button-main" disabled={working}>
          {webhooks.startRelay}
        </button>
      </p>
    </form>
  )
}
