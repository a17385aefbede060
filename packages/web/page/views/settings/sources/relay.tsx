import { useState } from "preact/hooks"
import { messages } from "../../../messages.ts"
import { LabelledInput, LabelledSelect, MakeForm } from "../makeForm.tsx"

const { webhooks } = messages.settings

const urls = {
  listenbrainz: "https://api.listenbrainz.org",
  lastfm: "https://ws.audioscrobbler.com/2.0/",
} as const
type Service = keyof typeof urls
const services = ["listenbrainz", "lastfm"] as const

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
  const [service, setService] = useState<Service>("listenbrainz")
  return (
    <MakeForm
      path="/v1/admin/webhooks"
      command={(text) => ({
        form: service,
        url: text("url"),
        account: Object.fromEntries(fields[service].map(([name]) => [name, text(name)])),
      })}
      onMade={onMade}
      button={webhooks.startRelay}
    >
      <p class="quiet small">{webhooks.relayHint}</p>
      <LabelledSelect
        label={webhooks.service}
        options={services.map((name) => [name, webhooks.services[name]])}
        value={service}
        onChoose={(name) => setService(name === "lastfm" ? "lastfm" : "listenbrainz")}
      />
      <LabelledInput
        key={service}
        label={webhooks.relayUrl}
        hint={webhooks.relayUrlHint}
        name="url"
        type="url"
        required
        maxLength={2_000}
        defaultValue={urls[service]}
      />
      {fields[service].map(([name, label, type]) => (
        <LabelledInput
          key={name}
          label={label}
          hint={hints[name]}
          name={name}
          {...(type === "text" ? { type } : { type })}
          required
          maxLength={500}
          autocomplete="off"
          spellcheck={false}
        />
      ))}
    </MakeForm>
  )
}
